import { permutation, randomStream } from '../../src/numerics/random.ts';
import { type Dataset, queriesOf as groupsOf, selectRows, type Split } from '../../src/rows/dataset.ts';
import { largestValues } from '../../src/rows/feature-scaling.ts';
import { withUnitFeatures } from '../support/unit-features.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { queriesOf } from '../../src/studies/data/datasets.ts';
import { type StudyDataset } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { PASSES, RATES, SETS } from './settings.ts';

const FOLDS = 5;

/**
 * Ranking the rows of queries: pointwise, by pairs, and by pairs that weigh what their order is worth to NDCG.
 *
 * Protocol. Five folds of queries: three teach, one validates, one tests, in turn. The step size with the highest validation NDCG@10,
 * mean over folds and seeds, stands for a method; the test folds are looked at once, by the report.
 */
export const ndcg = defineStudy({
  id: 'ndcg',
  title: 'NDCG: pointwise, pairwise and weighted pairwise learning',
  question: 'Does pairwise learning order the rows of queries better than pointwise learning, and do NDCG weights help?',
  source:
    'Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011), after Buffoni, Calauzenes, Gallinari & ' +
    'Usunier, Learning scoring functions with order-preserving losses and standardized supervision (2011)',
  seeds: { default: 5, full: 20 },
  pilot: { default: 5 },
  datasets: () => SETS.flatMap((set) => Array.from({ length: FOLDS }, (_, fold) => foldOf(set, fold))),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) => {
      const common = {
        optimizer: { name: 'gradient-descent', eta0: RATES, power: 0.5 },
        passes: PASSES,
        seed: seedsUpTo(seeds),
      } as const;
      const logistic = { name: 'logistic' } as const;
      return [
        ...grid({ kind: 'ranking', dataset, run: { loss: { name: 'squared' }, update: 'invariant', ...common } }),
        ...grid({
          kind: 'ranking',
          dataset,
          run: {
            loss: logistic,
            update: 'invariant',
            pairs: [{ name: 'query-balanced' }, { name: 'uniform' }, { name: 'dcg' }, { name: 'ndcg' }],
            ...common,
          },
        }),
        ...grid({ kind: 'ranking', dataset, run: { loss: logistic, update: 'naive', pairs: { name: 'ndcg' }, ...common } }),
      ];
    }),
  report,
});

function foldOf(set: string, fold: number): StudyDataset {
  return queriesOf(`${set}-${fold + 1}`, set, (dataset) => cut(dataset, set, fold));
}

/** Fold `fold` tests, the next one validates; queries go to folds at random, always in the same way. */
function cut(dataset: Dataset, set: string, fold: number): Split {
  const { offsets, members } = groupsOf(dataset.groups!);
  const order = permutation(offsets.length - 1, randomStream(1, `folds of ${set}`));
  const part = (name: string, isIn: (fold: number) => boolean): Dataset => {
    const rows = Array.from(order)
      .filter((_, k) => isIn(k % FOLDS))
      .flatMap((q) => [...members.subarray(offsets[q], offsets[q + 1])]);
    return selectRows(dataset, Uint32Array.from(rows).toSorted(), name);
  };
  const next = (fold + 1) % FOLDS;
  const train = part('train', (k) => k !== fold && k !== next);
  const units = largestValues(train.rows);
  return {
    train: withUnitFeatures(train, units),
    validation: withUnitFeatures(
      part('validation', (k) => k === next),
      units,
    ),
    test: withUnitFeatures(
      part('test', (k) => k === fold),
      units,
    ),
  };
}
