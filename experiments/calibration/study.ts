import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { cell, type Cell } from '../../src/studies/cells/cell.ts';
import { grid } from '../../src/studies/cells/grid.ts';
import { type Size, type StudyDataset } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/define-study.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { above, atMost, generated, oneClass, relevant, thinned, whole } from './sets.ts';
import { BUDGETS, FITTED, FORECAST_PILOTS, isOfErrors, OF_ERRORS, PILOTS, REAL, UNSEEN } from './settings.ts';

const DOCUMENTS: Record<Size, readonly number[]> = { default: [12_000], full: [12_000, 62_000] };
/** Few of one class: made, beside w8a, which is so. */
const UNEQUAL = [thinned('imdb_binary', 0.1), thinned('a9a', 0.08), thinned('reuters21578_acq', 0.05)];
/** Sets too small, or too slow, for a pilot of 2,000 and a pool. */
const SMALL = new Set(['rcv1_ccat', ...UNEQUAL.map(({ name }) => name)]);
const FRACTIONS: Record<Size, readonly number[]> = { default: [0.1], full: [0.05, 0.1, 0.2] };

/** Rows that forecasts of errors take from a set, the same for all. */
const ROWS = 6000;
/** Sets that had a part in fitting how errors fall, and sets that had none. */
const ERRORS: readonly StudyDataset[] = [
  ...FITTED.map((name) => whole(name)),
  ...[0.5, 0.85].flatMap((share) => UNSEEN.numbers.map((name) => above(name, share))),
  ...UNSEEN.queries.map(relevant),
  ...UNSEEN.classes.map((name) => oneClass(name, 1)),
  generated(ROWS),
].map((set) => ({ ...atMost(ROWS, set), name: `${set.name}${OF_ERRORS}` }));

/**
 * Does `iwal calibrate` keep its word? A pilot forecasts the errors that budgets end with, and suggests a mellowness for the rows it has
 * not seen; they are streamed.
 *
 * Protocol. Pilots are drawn at random, the pool is the rest of the set, for errors without rows held out. Nothing is chosen by what
 * the streams bought or ended with. A mellowness is tried on five draws, a pilot cut five times, as `iwal calibrate` does.
 */
export const calibration = defineStudy({
  id: 'calibration',
  title: 'Calibration: from a pilot to a budget',
  question:
    'Do streams end with the errors that a labelled pilot forecasts for their budgets, and does the mellowness that it ' +
    'suggests buy as many labels as it says?',
  source: "The toolkit's own use: `iwal calibrate`, src/calibration",
  seeds: { default: 2, full: 10 },
  datasets: (size) => [...DOCUMENTS[size].map(generated), ...REAL.map(whole), ...UNEQUAL, ...ERRORS],
  cells: (size, datasets, seeds) => [
    ...datasets.filter((name) => !isOfErrors(name)).flatMap((dataset) => suggestions(dataset, size, seeds)),
    ...datasets.filter(isOfErrors).flatMap((dataset) => forecasts(dataset, seeds)),
  ],
  report,
});

/** The defaults of the command line. */
function forecasts(dataset: string, seeds: number): Cell<'forecast'>[] {
  return FORECAST_PILOTS.flatMap((pilot) =>
    seedsUpTo(seeds).map((seed) =>
      cell({
        kind: 'forecast',
        dataset,
        run: {
          loss: { name: 'logistic' },
          update: 'invariant',
          optimizer: { name: 'normalized-adaptive' },
          query: { name: 'soft-margin' },
          ...PACED_DEFAULTS,
          pilot,
          holdout: 0.25,
          budgets: BUDGETS,
          cuts: 5,
          streams: 3,
          seed,
        },
      }),
    ),
  );
}

function suggestions(dataset: string, size: Size, seeds: number): Cell<'calibration'>[] {
  return PILOTS.filter((pilot) => !SMALL.has(dataset) || pilot === PILOTS[0]).flatMap((pilot) =>
    grid({
      kind: 'calibration',
      dataset,
      run: {
        loss: { name: 'logistic' },
        update: 'invariant',
        optimizer: [
          { name: 'gradient-descent', eta0: 64, power: 0.5 },
          { name: 'ada-grad', eta0: 0.5 },
        ],
        query: [{ name: 'variance-aware' }, { name: 'iwal-cal' }],
        pilot,
        fraction: FRACTIONS[size],
        draws: 5,
        streams: 3,
        seed: seedsUpTo(seeds),
      },
    }),
  );
}
