import type { Dataset, Split } from '../../src/rows/dataset.ts';
import { withUnitFeatures, withUnitLabels } from '../support/unit-features.ts';
import { type Cell, grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet, numberSet } from '../../src/studies/data/datasets.ts';
import { type Size, type StudyDataset } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { report } from './report.ts';
import { SETS } from './settings.ts';
import { logGrid } from '../support/log-grid.ts';
import { seedsUpTo } from '../support/seeds.ts';

export const UPDATES = ['naive', 'truncated', 'invariant', 'implicit'] as const;

/** The paper's range, 25 steps. */
const ETAS = logGrid(-3, 3, 4);
/** Shuffles with the second choice of lambda, which costs as much again. */
const ADAPTIVE_SEEDS: Readonly<Record<Size, number>> = { default: 2, full: 10 };

/**
 * Figures 1 and 2 of Chen & Orabona: how sensitive follow-the-regularised-leader is to its step size with linearised losses, and
 * with aProx, importance weight aware (IWA) and proximal updates.
 *
 * Protocol. Public sets with every feature divided by its largest absolute value and a constant added; numbers to be predicted
 * are divided by their largest absolute value too. Squared loss for numbers, logistic for classes. One pass in an order drawn
 * from the seed, the same for all methods. Nothing is chosen: every run of every step size is shown.
 */
export const generalizedImplicit = defineStudy({
  id: 'generalized-implicit',
  title: 'Step-size sensitivity of generalised implicit updates',
  question:
    'How much does the loss of follow-the-regularised-leader depend on its step size with linearised, aProx, IWA and ' +
    'proximal updates?',
  source: 'Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), section 4, figures 1 and 2',
  seeds: { default: 10, full: 10 },
  pilot: { default: 10 },
  datasets: normalizedSets,
  cells: (size, datasets, seeds) =>
    losses(size, datasets).flatMap(({ loss, dataset }) => [
      ...runs(dataset, loss, 'implicit-ftrl', seeds),
      ...runs(dataset, loss, 'implicit-ftrl-adaptive', Math.min(seeds, ADAPTIVE_SEEDS[size])),
    ]),
  report,
});

/** Every set with features, and numbers to be predicted, in units of their own. */
export function normalizedSets(size: Size): StudyDataset[] {
  return [
    ...SETS[size].squared.map((name) => numberSet(name, normalized)),
    ...SETS[size].logistic.map((name) => twoClassSet(name, normalized)),
  ];
}

/** The sets that are there, each with its loss. */
export function losses(size: Size, datasets: readonly string[]): { loss: 'squared' | 'logistic'; dataset: string }[] {
  return (['squared', 'logistic'] as const).flatMap((loss) =>
    SETS[size][loss].filter((name) => datasets.includes(name)).map((dataset) => ({ loss, dataset })),
  );
}

function normalized(dataset: Dataset): Split {
  return { train: withUnitLabels(withUnitFeatures(dataset)) };
}

function runs(
  dataset: string,
  loss: 'squared' | 'logistic',
  optimizer: 'implicit-ftrl' | 'implicit-ftrl-adaptive',
  seeds: number,
): Cell[] {
  return grid({
    kind: 'online',
    dataset,
    run: {
      loss: { name: loss },
      update: UPDATES,
      optimizer: { name: optimizer, eta0: ETAS },
      perDecade: 1,
      seed: seedsUpTo(seeds),
    },
  });
}
