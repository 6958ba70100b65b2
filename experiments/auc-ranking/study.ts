import { grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { inUnits } from '../support/unit-features.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { RATES } from './settings.ts';

const DENSE = ['a9a', 'w8a', 'covtype20k', 'german_scale', 'higgs7k', 'spambase'];
/** Documents of unit length: they stay so. */
const DOCUMENTS = ['reuters21578_acq'];

/**
 * Ranking by pairwise classification, for the area under the ROC curve: pairs with and without flow, beside regression and
 * classification on balanced classes.
 *
 * Protocol. Two classes; features in units of the training part, documents as they are. A pass: as many pairs as rows, or all rows
 * once. The step size with the highest validation AUC stands for a method; the test part is looked at once, by the report.
 */
export const aucRanking = defineStudy({
  id: 'auc-ranking',
  title: 'AUC: pairwise and pointwise learning',
  question:
    'Do pairs order two classes better than regression or classification on balanced classes, and are their step sizes ' +
    'less of a worry?',
  source:
    'Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011): ' +
    'balanced regression "while consistent, has a worse regret bound than reduction to pairwise classification"; ' +
    '"addicted to the robustness" of the importance-aware update',
  seeds: { default: 5, full: 20 },
  pilot: { default: 5 },
  datasets: () => [...DENSE.map((name) => twoClassSet(name, inUnits)), ...DOCUMENTS.map((name) => twoClassSet(name))],
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) => {
      const common = {
        optimizer: { name: 'gradient-descent', eta0: RATES, power: 0.5 },
        seed: seedsUpTo(seeds),
      } as const;
      const loss = [{ name: 'logistic' }, { name: 'squared' }] as const;
      return [
        ...grid({
          kind: 'ranking',
          dataset,
          run: { loss, update: ['naive', 'invariant'], pairs: { name: 'uniform' }, ...common },
        }),
        ...grid({ kind: 'ranking', dataset, run: { loss, update: 'invariant', ...common } }),
      ];
    }),
  report,
});
