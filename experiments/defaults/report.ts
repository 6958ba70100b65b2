import type { BarPanel } from '../../src/figures/model/figure.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { DEFAULTS } from '../../src/specs/defaults.ts';
import { CHOSEN_BEFORE, CONFIRMATION, GENERATED, OFFSET } from '../support/default-sets.ts';
import { percent } from '../support/numbers.ts';
import { inShort } from '../support/words.ts';
import { arenasOf, GRID, meanRatio, ratio, testError, untuned, UNTUNED, type Arena } from './settings.ts';

const FILE = 'ratios.png';
const DEFAULT = 'the default';
/** What the default may cost in the mean over sets, and on each. */
const IN_THE_MEAN = 1.1;
const ON_EACH = 1.4;

/** The report of defaults: error of untuned learners over that of the best of the grid, set by set. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  const unseen = arenas.filter(({ name }) => [GENERATED, ...CONFIRMATION].includes(name));
  return {
    title: 'A learner that needs no step size',
    protocol: [
      `One pass over every label, logistic loss, invariant updates, raw features, ${findings.seeds} seeds. The grid: ${GRID.length} learners. The tuned one has the smallest mean error on the validation part of the set; its test error is what others are measured by, each ${100 * OFFSET} points up.`,
      CHOSEN_BEFORE,
    ],
    figures:
      arenas.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: {
                panels: [
                  panel(
                    'sets of the choice',
                    arenas.filter((arena) => !unseen.includes(arena)),
                  ),
                  panel('other sets', unseen),
                ].filter(({ groups }) => groups.length > 0),
              },
              caption: `Test error of learners that nobody tuned over that of the best of ${GRID.length}, tuned on the validation part; 1 is as good.`,
            },
          ],
    tables: arenas.length === 0 ? [] : [table(arenas)],
    claims: [...(unseen.length === 0 ? [] : claims(unseen)), ...choiceClaims(arenas.filter((arena) => !unseen.includes(arena)))],
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- defaults${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panel(title: string, arenas: readonly Arena[]): BarPanel {
  return {
    kind: 'bars',
    title,
    y: { label: 'error over that of the tuned learner', scale: 'log', min: 0.5 },
    groups: arenas.map(({ name }) => name),
    series: Object.keys(UNTUNED).map((label) => ({
      label,
      bars: arenas.map((arena) => {
        const setting = untuned(arena, label);
        return { height: ratio(arena, setting), cells: setting.cells };
      }),
    })),
  };
}

function table(arenas: readonly Arena[]): Table {
  return {
    title: 'Test error, mean over seeds',
    header: ['set', 'tuned learner', 'its error', ...Object.keys(UNTUNED)],
    rows: arenas.map((arena) => {
      const { optimizer } = arena.tuned.run;
      const step = 'eta0' in optimizer ? `, eta0 ${inShort(optimizer.eta0)}` : '';
      return [
        arena.name,
        `${optimizer.name}${step}`,
        percent(testError(arena.tuned), 2),
        ...Object.keys(UNTUNED).map((label) => percent(testError(untuned(arena, label)), 2)),
      ];
    }),
  };
}

function claims(arenas: readonly Arena[]): Claim[] {
  const ratios = arenas.map((arena) => ({ name: arena.name, value: ratio(arena, untuned(arena, DEFAULT)) }));
  const geometric = meanRatio(arenas, UNTUNED[DEFAULT]);
  const worst = ratios.reduce((a, b) => (b.value > a.value ? b : a));
  const tried = `One step size for ${arenas.length} sets on which nothing was chosen.`;
  return [
    {
      claim: `untuned, the default is within ${percent(IN_THE_MEAN - 1, 0)} of the best of ${GRID.length} tuned learners, in the geometric mean over sets`,
      measured: `${geometric.toFixed(3)} times its error`,
      holds: geometric <= IN_THE_MEAN,
      figure: FILE,
      tried,
    },
    {
      claim: `and within ${ON_EACH} times its error on every set`,
      measured: `at most ${worst.value.toFixed(2)} times, on ${worst.name}`,
      holds: worst.value <= ON_EACH,
      figure: FILE,
      tried,
    },
  ];
}

/** What the stored runs say of the step size that was chosen before. */
function choiceClaims(arenas: readonly Arena[]): Claim[] {
  if (arenas.length === 0) return [];
  const steps = GRID.filter(({ name }) => name === DEFAULTS.optimizer).map((optimizer) => ({
    optimizer,
    value: meanRatio(arenas, optimizer),
  }));
  const best = steps.reduce((a, b) => (b.value < a.value ? b : a));
  const taken = meanRatio(arenas, UNTUNED[DEFAULT]);
  return [
    {
      claim: `on the sets of the choice no other step size of ${DEFAULTS.optimizer} in the grid has a smaller mean ratio`,
      measured: `the default ${taken.toFixed(3)}; smallest: eta0 ${inShort(best.optimizer.eta0)}, ${best.value.toFixed(3)}`,
      holds: taken <= best.value,
      figure: FILE,
      tried: `All ${steps.length} step sizes of the grid. The trial before had five more sets and other test parts.`,
    },
  ];
}
