import type { BarPanel } from '../../src/figures/model/figure.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { DEFAULTS } from '../../src/specs/defaults.ts';
import { parts } from '../../src/specs/parts/registry.ts';
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
  const arenas = arenasOf(findings, 'raw');
  const scaled = arenasOf(findings, 'scaled');
  const unseen = arenas.filter(isUnseen);
  return {
    title: 'A learner that needs no step size',
    protocol: [
      `One pass over every label, logistic loss, invariant updates, ${findings.seeds} seeds; features as they stand, and scaled: divided by the largest value met so far, the row included. The grid: ${GRID.length} learners. The tuned one has the smallest mean error on the validation part of the set, found anew for scaled features; its test error is what others are measured by, each ${100 * OFFSET} points up.`,
      `Eta auto: the step sizes ${autoGrid()} of the default's optimizer learn side by side, and the one of the smallest progressive loss so far predicts. Its rows and those of scaled features were added after the defaults were chosen.`,
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
                  panel(
                    'sets of the choice, scaled',
                    scaled.filter((arena) => !isUnseen(arena)),
                  ),
                  panel('other sets, scaled', scaled.filter(isUnseen)),
                ].filter(({ groups }) => groups.length > 0),
              },
              caption: `Test error of learners that nobody tuned over that of the best of ${GRID.length}, tuned on the validation part; 1 is as good.`,
            },
          ],
    tables: [
      ...(arenas.length === 0 ? [] : [table('Test error, mean over seeds', arenas)]),
      ...(scaled.length === 0 ? [] : [table('Test error with scaled features, mean over seeds', scaled)]),
    ],
    claims: [
      ...(unseen.length === 0 ? [] : claims(unseen)),
      ...(unseen.length === 0 ? [] : claimsOf('eta auto', arenas, 'raw features')),
      ...(scaled.length === 0
        ? []
        : [...claimsOf(DEFAULT, scaled, 'scaled features'), ...claimsOf('eta auto', scaled, 'scaled features')]),
      ...choiceClaims(arenas.filter((arena) => !unseen.includes(arena))),
    ],
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

function isUnseen({ name }: Arena): boolean {
  return [GENERATED, ...CONFIRMATION].includes(name);
}

/** "0.25, 0.5, 1 and 2" */
function autoGrid(): string {
  const grid = parts.optimizers[DEFAULTS.optimizer].parameters.eta0.grid.toSorted((a, b) => a - b);
  return `${grid.slice(0, -1).join(', ')} and ${grid.at(-1)}`;
}

/** The two limits for a learner that nobody tuned, on all sets. */
function claimsOf(label: string, arenas: readonly Arena[], features: string): Claim[] {
  const geometric = meanRatio(arenas, UNTUNED[label]);
  const worst = worstOf(label, arenas);
  return [
    {
      claim: `${features}: ${label} is within ${percent(IN_THE_MEAN - 1, 0)} of the best of ${GRID.length} tuned learners in the geometric mean over all sets, and within ${ON_EACH} times its error on each`,
      measured: `${geometric.toFixed(3)} times its error; at most ${worst.value.toFixed(2)} times, on ${worst.name}`,
      holds: geometric <= IN_THE_MEAN && worst.value <= ON_EACH,
      figure: FILE,
      tried: `The default's step size was chosen, or looked at, on these ${arenas.length} sets.`,
    },
  ];
}

function worstOf(label: string, arenas: readonly Arena[]): { readonly name: string; readonly value: number } {
  return arenas
    .map((arena) => ({ name: arena.name, value: ratio(arena, untuned(arena, label)) }))
    .reduce((a, b) => (b.value > a.value ? b : a));
}

function table(title: string, arenas: readonly Arena[]): Table {
  return {
    title,
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
  const geometric = meanRatio(arenas, UNTUNED[DEFAULT]);
  const worst = worstOf(DEFAULT, arenas);
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
