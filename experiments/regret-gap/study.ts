import { type Cell, grid } from '../../src/studies/cells/cell.ts';
import { type Size } from '../../src/studies/study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { losses, normalizedSets, UPDATES } from '../generalized-implicit/study.ts';
import { report } from './report.ts';
import { RIDGE } from './settings.ts';
import { logGrid } from '../support/log-grid.ts';
import { seedsUpTo } from '../support/seeds.ts';

const ETAS: Readonly<Record<Size, readonly number[]>> = { default: logGrid(-3, 3, 2), full: logGrid(-3, 3, 4) };

/**
 * Theorem 3.2 of Chen & Orabona, watched on real data: is the surrogate gradient of IWA at least as good as the gradient at every
 * step, H(z) <= H(g), and does that show in the regret against the best fixed vector in hindsight?
 *
 * Protocol. The sets of generalized-implicit. Online gradient descent with a constant step (the constant lambda of the theorem)
 * and follow-the-regularised-leader with lambda = sqrt(t) / eta0 (section 4), each with every update, in an order drawn from the
 * seed. The comparator is the minimiser of the sum of all losses, by Newton's method; a small ridge keeps it finite on separable
 * data.
 */
export const regretGap = defineStudy({
  id: 'regret-gap',
  title: 'The regret gap of importance weight aware updates',
  question: 'Is the surrogate gradient of IWA at least as good as the gradient at every step, and is its regret lower for it?',
  source: 'Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), theorem 3.2',
  seeds: { default: 3, full: 10 },
  pilot: { default: 3 },
  datasets: normalizedSets,
  cells: (size, datasets, seeds) => losses(size, datasets).flatMap(({ loss, dataset }) => runs(dataset, loss, ETAS[size], seeds)),
  report,
});

function runs(dataset: string, loss: 'squared' | 'logistic', eta0: readonly number[], seeds: number): Cell[] {
  const stream = { loss: { name: loss }, update: UPDATES, perDecade: 1, seed: seedsUpTo(seeds) } as const;
  return [
    ...grid({ kind: 'comparator', dataset, run: { loss: { name: loss }, l2: RIDGE } }),
    ...grid({ kind: 'regret', dataset, run: { ...stream, optimizer: { name: 'gradient-descent', eta0 } } }),
    ...grid({ kind: 'regret', dataset, run: { ...stream, optimizer: { name: 'implicit-ftrl', eta0 } } }),
  ];
}
