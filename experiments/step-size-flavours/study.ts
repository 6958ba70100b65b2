import type { Dataset, Split } from '../../src/rows/dataset.ts';
import { withUnitLabels } from '../support/unit-features.ts';
import { type Cell, grid, type GridOf } from '../../src/studies/cells/cell.ts';
import { twoClassSet, numberSet } from '../../src/studies/data/datasets.ts';
import { type Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { report } from './report.ts';
import { CLASSES, NUMBERS } from './settings.ts';
import { SPARSE_SETS } from './sparsity.ts';
import { logGrid } from '../support/log-grid.ts';
import { seedsUpTo } from '../support/seeds.ts';

const RATES: Readonly<Record<Size, readonly number[]>> = { default: logGrid(-15, 3, 1), full: logGrid(-15, 3, 2) };

type Run = GridOf<'online'>;

/** Plain and normalized steps fall with the root of t; adaptive ones with the root of the squared gradients. */
function flavours(eta0: readonly number[]): Run['optimizer'][] {
  return [
    { name: 'gradient-descent', eta0, power: 0.5 },
    { name: 'ada-grad', eta0 },
    { name: 'normalized', eta0, power: 0.5 },
    { name: 'normalized-adaptive', eta0 },
  ];
}

/** Penalties an example, and their counterpart on sums of gradients; from none to one that leaves next to nothing. */
const PENALTIES = [0, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2];
const FTRL_PENALTIES = [0, 0.1, 0.3, 1, 3, 10, 30, 100, 300];
/** Step sizes wide enough to hold the best one of both sets, whose squared norms are 14 and 1. */
const STEPS = [0.1, 0.5, 2, 10, 50, 200, 1000];

const SPARSE: readonly Run['optimizer'][] = [
  { name: 'ftrl-proximal', alpha: [0.03, 0.1, 0.3, 1, 3, 10, 30], l1: FTRL_PENALTIES },
  { name: 'rda', gamma: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10], l1: PENALTIES },
  { name: 'fobos', eta0: STEPS, power: 0.5, l1: PENALTIES },
  { name: 'truncated-gradient', eta0: STEPS, power: 0.5, gravity: PENALTIES },
];

/**
 * The flavours of step sizes in Vowpal Wabbit, after Chikkerur's overview: plain, adaptive, normalized, both, each with the plain
 * gradient step and with invariant updates, on sets whose features are scaled badly; and the four ways to sparse weights.
 *
 * Protocol. Features are as the sets have them, from fractions to tens of thousands; numbers to be predicted are divided by their
 * largest absolute value, so that only the features' scales differ. Squared loss for numbers, logistic for classes, one pass in
 * an order drawn from the seed. Rates from 10^-15 to 1000, the same for all. The sparse methods learn a9a and rcv1_ccat, cut in
 * three: rates are chosen on the validation part, the test part is looked at once, by the report.
 */
export const stepSizeFlavours = defineStudy({
  id: 'step-size-flavours',
  title: 'Flavours of step sizes on badly scaled features',
  question:
    'How much do the best rate and the loss at it depend on the flavour of the step size when features are scaled badly, ' +
    'and what does sparsity cost?',
  source:
    'Chikkerur, Vowpal Wabbit update rules overview (2015); Ross, Mineiro & Langford, Normalized online learning (2013); ' +
    'McMahan et al., Ad click prediction (2013)',
  seeds: { default: 3, full: 10 },
  pilot: { default: 3 },
  datasets: (size) => [
    ...NUMBERS[size].map((name) => numberSet(name, whole)),
    ...CLASSES.map((name) => twoClassSet(name, whole)),
    ...SPARSE_SETS.map((name) => twoClassSet(name)),
  ],
  cells: (size, datasets, seeds) => {
    const runs = (dataset: string, loss: 'squared' | 'logistic'): Cell[] =>
      flavours(RATES[size]).flatMap((optimizer) => online(dataset, loss, ['naive', 'invariant'], optimizer, seeds));
    const here = (names: readonly string[]): string[] => names.filter((name) => datasets.includes(name));
    return [
      ...here(NUMBERS[size]).flatMap((dataset) => runs(dataset, 'squared')),
      ...here(CLASSES).flatMap((dataset) => runs(dataset, 'logistic')),
      ...here(SPARSE_SETS).flatMap((dataset) =>
        SPARSE.flatMap((optimizer) => online(dataset, 'logistic', 'naive', optimizer, seeds)),
      ),
    ];
  },
  report,
});

function whole(dataset: Dataset): Split {
  return { train: withUnitLabels(dataset) };
}

function online(
  dataset: string,
  loss: 'squared' | 'logistic',
  update: Run['update'],
  optimizer: Run['optimizer'],
  seeds: number,
): Cell[] {
  return grid({
    kind: 'online',
    dataset,
    run: { loss: { name: loss }, update, optimizer, perDecade: 1, seed: seedsUpTo(seeds) },
  });
}
