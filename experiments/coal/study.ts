import { grid } from '../../src/studies/cells/cell.ts';
import { severalClassSet } from '../../src/studies/data/datasets.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { estimateOf, claimOf } from '../../src/studies/results/claims.ts';
import { inUnits } from '../support/unit-features.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { FIRST, MELLOWNESS, RANDOM, RATES, SETS } from './settings.ts';

/**
 * COAL of Krishnamurthy et al.: how many single costs of classes have to be bought, beside every cost and costs at random?
 *
 * Protocol. Every feature is divided by its largest absolute value in the training part. One pass in an order drawn from the seed. The
 * step size with the lowest validation error stands for a rule; the test part is looked at once, by the report.
 */
export const coalStudy = defineStudy({
  id: 'coal',
  title: 'Buying single costs: COAL',
  question: 'How many of the costs of classes have to be bought for the accuracy that all of them give?',
  source: 'Krishnamurthy, Agarwal, Huang, Daume & Langford, Active learning for cost-sensitive classification (JMLR 20, 2019)',
  seeds: { default: 5, full: 20 },
  pilot: { default: 5 },
  datasets: () => SETS.map((name) => severalClassSet(name, inUnits)),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      grid({
        kind: 'costs',
        dataset,
        run: {
          rule: [
            ...FIRST.flatMap((first) => MELLOWNESS.map((mellowness) => ({ name: 'coal', mellowness, first }) as const)),
            ...RANDOM.map((rate) => ({ name: 'random-costs', rate }) as const),
            { name: 'every-cost' },
          ],
          optimizer: { name: 'ada-grad', eta0: RATES },
          perDecade: 1,
          seed: seedsUpTo(seeds),
        },
      }),
    ),
  report,
  answer(claims) {
    const [pendigits] = claimOf(claims, 'pendigits: COAL').cases;
    return `On pendigits the test error is ${estimateOf(pendigits)} (${pendigits.what}), where 11% were wanted with 11% of the costs.`;
  },
});
