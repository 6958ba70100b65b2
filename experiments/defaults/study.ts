import type { Cell } from '../../src/studies/cells/cell.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { defaultSets, errorsOn } from '../support/default-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { GRID, runOf, SCALES } from './settings.ts';

/**
 * The learner of the command line, which nobody tunes, against the best of a grid of 28 that is tuned on the validation part of
 * every set.
 *
 * Protocol. One pass over every label, logistic loss, invariant updates; features as they stand, and divided by the largest value met
 * so far (scale max). The grid: gradient descent and averaged gradient descent with seven constant steps each, AdaGrad with five,
 * normalized AdaGrad with nine. Runs of a seed see the same stream.
 * scikit-learn's logistic regression learns the same labels (support/rivals.py, default-rivals.json). Goal, written before the runs: one
 * pass has at most 1.03 times its error.
 */
export const defaults = defineStudy({
  id: 'defaults',
  title: 'A learner that needs no step size',
  question: 'How much error does the default learner cost against the best of 28 settings, tuned on each set?',
  source: "The toolkit's own default; the method: Ross, Mineiro & Langford, Normalized online learning (2013)",
  goals: true,
  seeds: { default: 3, full: 10 },
  datasets: defaultSets,
  cells: (_size, datasets, seeds) =>
    SCALES.flatMap((scale) =>
      datasets.flatMap((dataset) =>
        GRID.flatMap((optimizer) =>
          seedsUpTo(seeds).map((seed): Cell => ({
            kind: 'active',
            dataset,
            run: { ...runOf(optimizer, seed, scale), ...errorsOn(dataset) },
          })),
        ),
      ),
    ),
  report,
  answer(claims) {
    const [tuned, rival] = ['untuned, the default is within 10%', 'with every label one pass of the default'].map((begin) =>
      brieflyMeasured(claimOf(claims, begin)),
    );
    return (
      `Untuned, its error is ${tuned} that of the best of 28 settings, tuned on each set, in the geometric mean over sets, and ` +
      `${rival} that of scikit-learn's cross-validated logistic regression.`
    );
  },
});
