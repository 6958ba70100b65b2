import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../src/rows/dataset.ts';
import { readDataset } from '../../src/data/index.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import { LinearLearner } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { updates } from '../../src/updates/index.ts';
import type { UpdateRule } from '../../src/updates/rules.ts';
import { sharedPath } from '../support/shared.ts';

/**
 * REFERENCES on real data (../shared/data; skipped without it): what the papers claim of sparse, implicit and normalized methods,
 * on whole passes over public data sets.
 */

const available = sharedPath('data/a9a.svm.gz') !== undefined;

function read(name: string): Promise<Dataset> {
  return readDataset(sharedPath(`data/${name}.svm.gz`)!, { labels: 'sign' });
}

/** One pass: the mean progressive loss. */
function pass({ rows, labels }: Dataset, learner: LinearLearner): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += learner.loss.value(learner.learn(rows, i, labels[i], 1), labels[i]);
  return sum / rows.length;
}

/** Penalties from none to one that leaves no weight. */
type Sparse = readonly [
  method: string,
  update: UpdateRule,
  penalties: readonly number[],
  factory: (l1: number) => OptimizerFactory,
];

const sparse: Readonly<Record<string, readonly Sparse[]>> = {
  a9a: [
    ['ftrl', updates.naive, [0, 1, 10, 100, 1e4], (l1) => optimizers['ftrl-proximal']({ alpha: 0.1, l1 })],
    ['rda', updates.naive, [0, 1e-4, 1e-3, 1e-2, 1], (l1) => optimizers.rda({ gamma: 5, l1 })],
    ['fobos', updates.invariant, [0, 1e-4, 1e-3, 1e-2, 1], (l1) => optimizers.fobos({ eta0: 0.05, power: 0.5, t0: 100, l1 })],
  ],
  rcv1_ccat: [
    ['ftrl', updates.naive, [0, 0.1, 1, 10, 1e4], (l1) => optimizers['ftrl-proximal']({ alpha: 2, l1 })],
    ['rda', updates.naive, [0, 1e-5, 1e-4, 1e-3, 1], (l1) => optimizers.rda({ gamma: 0.1, l1 })],
    ['fobos', updates.invariant, [0, 1e-5, 1e-4, 1e-3, 1], (l1) => optimizers.fobos({ eta0: 8, power: 0.5, t0: 100, l1 })],
  ],
};

describe.skipIf(!available)('sparsity against loss (skipped without ../shared)', () => {
  it.each(Object.keys(sparse))(
    '%s: a stronger penalty leaves fewer weights, the strongest none and the loss of knowing nothing',
    async (name) => {
      const data = await read(name);
      const costs: Record<string, number> = {};
      for (const [method, update, penalties, factory] of sparse[name]) {
        const runs = penalties.map((l1) => {
          const learner = new LinearLearner(losses.logistic, update, factory(l1)(data.rows.columns));
          const loss = pass(data, learner);
          return { loss, weights: learner.optimizer.weights().filter((w) => w !== 0).length };
        });
        const [free] = runs;
        const counts = runs.map(({ weights }) => weights);
        expect(counts, method).toEqual(counts.toSorted((a, b) => b - a));
        expect(new Set(counts).size, method).toBe(penalties.length);
        expect(runs.at(-1), method).toEqual({ loss: expect.closeTo(Math.log(2), 3) as number, weights: 0 });
        costs[method] = Math.min(
          ...runs.filter(({ weights }) => weights <= 0.6 * free.weights).map(({ loss }) => loss / free.loss - 1),
        );
      }
      // What it costs in loss to keep at most 60% of the weights; McMahan (2011) finds FOBOS the dearest, and so it is.
      expect(costs.fobos).toBeLessThan(0.15);
      expect(costs.ftrl).toBeLessThan(costs.fobos);
      expect(costs.rda).toBeLessThan(costs.fobos);
    },
  );
});

/** Conjugates l*(s, y) of the losses, for slopes that a gradient can take; Infinity elsewhere. */
const conjugates: readonly (readonly [loss: Loss, conjugate: (s: number, y: number) => number])[] = [
  [losses.squared, (s, y) => (s * s) / 2 + s * y],
  [losses.hinge, (s, y) => (-s * y >= 0 && -s * y <= 1 ? s * y : Infinity)],
  [losses.logistic, (s, y) => (-s * y >= 0 && -s * y <= 1 ? entropy(-s * y) + entropy(1 + s * y) : Infinity)],
];

function entropy(a: number): number {
  return a > 0 ? a * Math.log(a) : 0;
}

/** Largest (H(z) - H(g)) / (1 + |H(g)|), by whether a growing lambda has moved the prediction against the gradient. */
interface Excess {
  /** Where it has not. */
  readonly downhill: number;
  readonly uphill: number;
  /** Share of all steps on which H(z) > H(g). */
  readonly violations: number;
}

/** A pass of IWA steps, and H(z) against H(g) on every one: H(c x) = -c base + c^2 q / 2 + l*(c). */
function importanceAware(
  { rows, labels }: Dataset,
  [loss, conjugate]: (typeof conjugates)[number],
  factory: OptimizerFactory,
): Excess {
  const optimizer = factory(rows.columns);
  const worst = { downhill: -Infinity, uphill: -Infinity };
  let violations = 0;
  for (let i = 0; i < rows.length; i++) {
    const [p, y] = [optimizer.margin(rows, i), labels[i]];
    const slope = loss.slope(p, y);
    const q = optimizer.prepare(rows, i, 1, slope);
    const u = q === 0 ? 0 : updates.invariant(loss, p, y, q) / q;
    const base = optimizer.base(rows, i, p);
    const H = (c: number): number => -c * base + (c * c * q) / 2 + conjugate(c, y);
    const excess = (H(-u) - H(slope)) / (1 + Math.abs(H(slope)));
    const kind = (base - p) * slope > 0 ? 'uphill' : 'downhill';
    worst[kind] = Math.max(worst[kind], excess);
    if (excess > ROUNDING) violations++;
    optimizer.push(rows, i, u);
  }
  return { ...worst, violations: violations / rows.length };
}

const ROUNDING = 1e-13;

describe.skipIf(!available)('H(z_IWA) <= H(g), the condition of Chen & Orabona (skipped without ../shared)', () => {
  it.each(['a9a', 'rcv1_ccat', 'spambase'])('%s: on every step with the constant lambda of their theorem', async (name) => {
    const data = await read(name);
    for (const pair of conjugates) {
      for (const eta0 of [0.01, 1]) {
        const { downhill, uphill } = importanceAware(data, pair, optimizers['gradient-descent']({ eta0 }));
        expect(uphill).toBe(-Infinity);
        expect(downhill, `${pair[0].name} ${eta0}`).toBeLessThan(ROUNDING);
      }
    }
  });

  it.each(['a9a', 'rcv1_ccat', 'spambase'])(
    '%s: with a growing lambda too, but for traces where that sends the prediction uphill',
    async (name) => {
      const data = await read(name);
      for (const pair of conjugates) {
        for (const optimizer of ['implicit-ftrl', 'implicit-ftrl-adaptive'] as const) {
          const { downhill, uphill, violations } = importanceAware(data, pair, optimizers[optimizer]({ eta0: 1 }));
          expect(downhill, `${pair[0].name} ${optimizer}`).toBeLessThan(ROUNDING);
          expect(uphill, `${pair[0].name} ${optimizer}`).toBeLessThan(1e-5);
          expect(violations, `${pair[0].name} ${optimizer}`).toBeLessThan(0.05);
        }
      }
    },
  );
});

/** The rows with every feature in units of its own, powers of two from 2^-20 to 2^20: exact in single precision. */
function inOtherUnits({ offsets, indices, values, columns }: SparseRows): SparseRows {
  const random = randomStream(1, 'units');
  const units = Float64Array.from({ length: columns }, () => 2 ** (random.below(41) - 20));
  return new SparseRows(
    offsets,
    indices,
    values.map((x, k) => x * units[indices[k]]),
    columns,
  );
}

describe.skipIf(!available)('units of the features (skipped without ../shared)', () => {
  it.each(['a9a', 'rcv1_ccat', 'spambase'])(
    '%s: predictions of NG and NAG are the same bits under x -> D x, D from 1e-6 to 1e6',
    async (name) => {
      const { rows, labels } = await read(name);
      const scaled = inOtherUnits(rows);
      const compared = (factory: OptimizerFactory): number => {
        const [plain, other] = [1, 2].map(() => new LinearLearner(losses.logistic, updates.invariant, factory(rows.columns)));
        let different = 0;
        for (let i = 0; i < rows.length; i++) {
          if (!Object.is(plain.learn(rows, i, labels[i], 1), other.learn(scaled, i, labels[i], 1))) different++;
        }
        return different;
      };
      expect(compared(optimizers.normalized({ eta0: 0.5 }))).toBe(0);
      expect(compared(optimizers['normalized-adaptive']({ eta0: 0.5 }))).toBe(0);
      expect(compared(optimizers['gradient-descent']({ eta0: 1e-9 }))).toBeGreaterThan(rows.length / 2);
    },
  );
});
