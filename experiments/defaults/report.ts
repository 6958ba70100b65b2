import { inShort } from '../../src/numerics/display.ts';
import type { BarPanel, BarSeries } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { final, type Setting } from '../../src/studies/results/results.ts';
import { OFFSET } from '../support/criteria.ts';
import { CHOSEN_BEFORE, DEFAULT_RIVALS, isUneven } from '../support/default-sets.ts';
import { percent } from '../support/numbers.ts';
import { RIVAL_MODEL } from '../support/rivals.ts';
import { CLASS_TABLE, classWorth } from '../support/words.ts';
import { claims, FILE } from './claims.ts';
import { arenasOf, GRID, isUnseen, overTuned, ratio, rivalError, testError, untuned, UNTUNED, type Arena } from './settings.ts';

const RIVAL = 'scikit-learn, all labels';

/** The report of defaults: error of untuned learners over that of the best of the grid, set by set. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings, 'raw');
  const scaled = arenasOf(findings, 'scaled');
  const unseen = arenas.filter(isUnseen);
  return {
    title: 'A learner that needs no step size',
    protocol: [
      `One pass over every label, logistic loss, invariant updates, ${findings.seeds} seeds; ` +
        'features as they stand, and scaled: divided by the largest value met so far, the row included. The grid: ' +
        `${GRID.length} learners. The tuned one has the smallest mean error on the validation part of the set, found anew ` +
        `for scaled features; its test error is what others are measured by, each ${100 * OFFSET} points up.`,
      `${RIVAL_MODEL}; it learns all labels. ${DEFAULT_RIVALS.origin([], [])}`,
      'Rows of scaled features were added after the defaults were chosen.',
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
              caption:
                `Test error of learners that nobody tuned over that of the best of ${GRID.length}, tuned on the validation ` +
                'part; 1 is as good. ' +
                'scikit-learn standardises the raw features itself.',
            },
          ],
    tables: [
      ...(arenas.length === 0 ? [] : [table('Test error, mean over seeds', arenas)]),
      ...(scaled.length === 0 ? [] : [table('Test error with scaled features, mean over seeds', scaled)]),
      ...classTables([...arenas, ...scaled].filter(({ name }) => isUneven(name))),
    ],
    claims: claims(arenas, scaled),
    notes: [],
    command: `npm run reproduce -- defaults${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panel(title: string, arenas: readonly Arena[]): BarPanel {
  return {
    kind: 'bars',
    title,
    y: { label: 'error over that of the tuned learner', scale: 'log', min: 0.5 },
    groups: arenas.map(({ name }) => name),
    series: [
      ...Object.keys(UNTUNED).map((label) => ({
        label,
        bars: arenas.map((arena) => {
          const setting = untuned(arena, label);
          return { height: ratio(arena, setting), cells: setting.cells };
        }),
      })),
      ...rivalBars(arenas.filter(({ scale }) => scale === 'raw')),
    ],
  };
}

/** Of raw features; those of scaled ones would be the same errors. */
function rivalBars(arenas: readonly Arena[]): BarSeries[] {
  if (arenas.length === 0) return [];
  return [
    {
      label: RIVAL,
      bars: arenas.map((arena) => ({ height: overTuned(arena, rivalError(arena)), cells: arena.tuned.cells })),
    },
  ];
}

function table(title: string, arenas: readonly Arena[]): Table {
  return {
    title,
    header: ['set', 'tuned learner', 'its error', ...Object.keys(UNTUNED), RIVAL],
    rows: arenas.map((arena) => {
      const { optimizer } = arena.tuned.run;
      const step = 'eta0' in optimizer ? `, eta0 ${inShort(optimizer.eta0)}` : '';
      return [
        arena.name,
        `${optimizer.name}${step}`,
        percent(testError(arena.tuned), 2),
        ...Object.keys(UNTUNED).map((label) => percent(testError(untuned(arena, label)), 2)),
        percent(rivalError(arena), 2),
      ];
    }),
  };
}

/** Where one class is small, what the error is worth; nothing where no set is uneven. */
function classTables(arenas: readonly Arena[]): Table[] {
  if (arenas.length === 0) return [];
  const worth = ({ measurements }: Setting): string => classWorth(measurements.map(final));
  return [
    {
      title: CLASS_TABLE,
      header: ['set', 'features', 'tuned learner', ...Object.keys(UNTUNED)],
      rows: arenas.map((arena) => [
        arena.name,
        arena.scale,
        worth(arena.tuned),
        ...Object.keys(UNTUNED).map((label) => worth(untuned(arena, label))),
      ]),
    },
  ];
}
