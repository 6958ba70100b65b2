/**
 * REFERENCE: Vowpal Wabbit's descent (src/vw/descent.ts, which reproduces its printed numbers) against our optimizers, on rows
 * whose features have a weight each. Asked in its order, margin before scales, they are the same method: what `iwal vw` shows of
 * Vowpal Wabbit holds for the registry.
 */
import { describe, expect, it } from 'vitest';
import { VwDescent } from '../../src/vw/descent.ts';
import type { DescentSettings } from '../../src/vw/settings.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../src/optimizers/optimizer.ts';
import { COLUMNS, sampleRows } from '../../src/laws/optimizer-laws.ts';

const plain = { name: 'descent', powerT: 0.5, initialT: 0, l1: 0, l2: 0 } as const;

/** Step size 1 throughout: Vowpal Wabbit's schedule is its learner's business. */
const pairs: readonly (readonly [name: string, theirs: DescentSettings, ours: OptimizerFactory])[] = [
  ['--sgd', { ...plain, adaptive: false, normalized: false }, optimizers['gradient-descent']({ eta0: 1 })],
  ['--adaptive', { ...plain, adaptive: true, normalized: false }, optimizers['ada-grad']({ eta0: 1 })],
  [
    '--adaptive --power_t 0.3 --initial_t 2',
    { ...plain, adaptive: true, normalized: false, powerT: 0.3, initialT: 2 },
    optimizers['ada-grad']({ eta0: 1, power: 0.3, initial: 2 }),
  ],
  ['--normalized', { ...plain, adaptive: false, normalized: true }, optimizers.normalized({ eta0: 1 })],
  [
    '--normalized --initial_t 3',
    { ...plain, adaptive: false, normalized: true, initialT: 3 },
    optimizers.normalized({ eta0: 1, initial: 3 }),
  ],
  ['--adaptive --normalized', { ...plain, adaptive: true, normalized: true }, optimizers['normalized-adaptive']({ eta0: 1 })],
  [
    '--adaptive --normalized --power_t 0.7 --initial_t 1',
    { ...plain, adaptive: true, normalized: true, powerT: 0.7, initialT: 1 },
    optimizers['normalized-adaptive']({ eta0: 1, power: 0.7, initial: 1 }),
  ],
];

describe.each(pairs)('%s', (name, settings, factory) => {
  it('is our optimizer, to rounding', () => {
    const random = randomStream(1, name);
    const rows = sampleRows(random, 40, 4);
    const theirs = new VwDescent(COLUMNS, settings);
    const ours = factory(COLUMNS);
    for (let t = 0; t < 500; t++) {
      const i = random.below(rows.length);
      if (rows.offsets[i] === rows.offsets[i + 1]) continue;
      const [h, slope] = [3 * random.next(), random.normal()];
      const margin = ours.margin(rows, i);
      expect(Math.abs(theirs.margin(rows, i) - margin)).toBeLessThanOrEqual(1e-11 * (1 + Math.abs(margin)));
      ours.admit(rows, i);
      const q = ours.prepare(rows, i, h, slope);
      expect(Math.abs(theirs.prepare(rows, i, h, slope) / q - 1)).toBeLessThan(1e-11);
      const u = random.normal() / q;
      theirs.push(rows, i, u);
      ours.push(rows, i, u);
    }
    const [left, right] = [theirs.weights(), ours.weights()];
    for (let j = 0; j < COLUMNS; j++) expect(Math.abs(left[j] - right[j])).toBeLessThanOrEqual(1e-10 * (1 + Math.abs(right[j])));
  });
});
