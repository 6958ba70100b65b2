import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { cell, type Cell } from '../../src/studies/cells/cell.ts';
import type { StudyDataset } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { estimateOf, claimOf } from '../../src/studies/results/claims.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { above, atMost, generated, oneClass, relevant, whole } from './sets.ts';
import { BUDGETS, FITTED, FORECAST_PILOTS, OF_ERRORS, UNSEEN } from './settings.ts';

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
 * Does `iwal calibrate` keep its word? A pilot forecasts the errors that budgets end with; rows that it has not seen are streamed.
 *
 * Protocol. Pilots are drawn at random, the pool is the rest of the set without the rows held out. Nothing is chosen by what the streams
 * ended with. A pilot is cut five times, as `iwal calibrate` does.
 *
 * Its published report also has the mellowness that a pilot suggested, a search that has left the toolkit: stored results of the kind
 * `calibration`, which no run measures any more.
 */
export const calibration = defineStudy({
  id: 'calibration',
  title: 'Calibration: from a pilot to a budget',
  question: 'Do streams end with the errors that a labelled pilot forecasts for their budgets?',
  source: "The toolkit's own use: `iwal calibrate`, src/calibration",
  goals: true,
  seeds: { default: 2, full: 10 },
  datasets: () => ERRORS,
  cells: (_size, datasets, seeds) => datasets.flatMap((dataset) => forecasts(dataset, seeds)),
  report,
  answer(claims) {
    const [all] = claimOf(claims, 'a stream with a paced budget ends within').cases;
    return (
      `Streams with a paced budget end within the range that the pilot forecasts in ${estimateOf(all)} of cases, on sets that had no ` +
      'part in its making.'
    );
  },
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
