import { inShort } from '../../src/numerics/display.ts';
import type { ForestPanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import type { Setting } from '../../src/studies/results/results.ts';
import { OFFSET } from '../support/criteria.ts';
import { CHOSEN_BEFORE, DEFAULT_RIVALS, isUneven } from '../support/default-sets.ts';
import { percent, onScale, final } from '../support/numbers.ts';
import { meanRatio } from '../support/ratios.ts';
import { RIVAL_MODEL } from '../support/rivals.ts';
import { CLASS_TABLE, classWorth } from '../support/words.ts';
import { claims, FILE } from './claims.ts';
import {
  arenasOf,
  GRID,
  isUnseen,
  logRatios,
  rivalError,
  rivalRatios,
  testError,
  untuned,
  UNTUNED,
  type Arena,
} from './settings.ts';

const RIVAL = 'scikit-learn, all labels';

/** The report of defaults: error of untuned learners over that of the best of the grid, set by set. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings, 'raw');
  const scaled = arenasOf(findings, 'scaled');
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
                panels: [...Object.keys(UNTUNED), RIVAL].map((label) => panel(label, arenas)),
              },
              caption:
                `Test error of learners that nobody tuned over that of the best of ${GRID.length}, tuned on the validation ` +
                'part, on raw features, with 95% intervals over seeds; 0 is as good; sets with a star had no part in the choice. ' +
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

/** How much more error a learner has than the tuned one, a set a row. */
function panel(title: string, arenas: readonly Arena[]): ForestPanel {
  return {
    kind: 'forest',
    title,
    x: { label: 'error above that of the tuned learner, %', scale: 'linear' },
    better: 'lower',
    rows: arenas.map((arena) => {
      const setting = title === RIVAL ? arena.tuned : untuned(arena, title);
      const ratios = title === RIVAL ? rivalRatios(arena) : logRatios(arena, setting);
      const { value, low, high } = onScale(meanRatio(ratios, 'seeds'), (ratio) => 100 * ratio);
      return { label: `${arena.name}${isUnseen(arena) ? ' *' : ''}`, difference: value, low, high, cells: setting.cells };
    }),
  };
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
