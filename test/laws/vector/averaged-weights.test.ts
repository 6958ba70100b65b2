/** LAWS of averaged weights, over the whole registry of optimizers: the lazy mean is the mean of stored weights. */
import { describe, expect, it } from 'vitest';
import { COLUMNS, randomUpdate, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { AveragedWeights } from '../../../src/optimizers/averaged-weights.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { Optimizer, OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { settings } from '../../support/laws/optimizer-settings.ts';
import { runs } from '../../support/long.ts';

const isAveragable = ({ factory }: { readonly factory: OptimizerFactory }): boolean => factory(1).coordinates !== undefined;
const named = (list: readonly (typeof settings)[number][]): [string, OptimizerFactory][] =>
  list.map(({ name, factory }) => [name, factory]);

/** Penalties whose factor goes through many powers of ten, by itself and in one step. */
const shrinking: [string, OptimizerFactory][] = [
  ['fobos that halves its weights', optimizers.fobos({ eta0: 0.5, l2: 2 })],
  ['fobos that shrinks a thousandfold', optimizers.fobos({ eta0: 0.5, l2: 2e3 })],
  ['fobos that shrinks slowly', optimizers.fobos({ eta0: 0.5, l2: 0.02 })],
];

/** The same examples for the wrapped optimizer and a plain one whose weights are stored; the largest difference from their mean. */
function worstGap(factory: OptimizerFactory, start: number, examples: number, run: number): number {
  const random = randomStream(run, 'averaged weights');
  const rows = sampleRows(random, 12);
  const mean = new AveragedWeights(factory(COLUMNS), start);
  const plain = factory(COLUMNS);
  const sameDraws = random.clone();
  const sums = new Float64Array(COLUMNS);
  const importance = { now: 0 };
  const watched = watchedBy(plain, (h) => (importance.now = h));
  let mass = 0;
  let largest = 0;
  let worst = 0;
  for (let t = 1; t <= examples; t++) {
    const i = t % rows.length;
    randomUpdate(mean, rows, i, random);
    randomUpdate(watched, rows, i, sameDraws);
    const w = plain.weights();
    for (const each of w) largest = Math.max(largest, Math.abs(each));
    if (t > start) {
      mass += importance.now;
      w.forEach((each, j) => (sums[j] += importance.now * each));
    }
    const expected = mass === 0 ? w : sums.map((sum) => sum / mass);
    mean.weights().forEach((each, j) => {
      worst = Math.max(worst, Math.abs(each - expected[j]) / (largest || 1));
    });
  }
  return worst;
}

/** The optimizer, telling the importance of every example. */
function watchedBy(optimizer: Optimizer, tell: (h: number) => void): Optimizer {
  const watched = Object.create(optimizer) as Optimizer;
  for (const name of ['admit', 'push', 'beginPass'] as const)
    Object.defineProperty(watched, name, { value: optimizer[name].bind(optimizer) });
  watched.prepare = (rows, i, h, slope) => {
    tell(h);
    return optimizer.prepare(rows, i, h, slope);
  };
  return watched;
}

describe.each([...named(settings.filter(isAveragable)), ...shrinking])('%s', (_, factory) => {
  it.each([0, 7])('the mean of the weights after %i examples is that of stored weights, to 1e-12', (start) => {
    for (let run = 1; run <= runs(20, settings.length); run++) expect(worstGap(factory, start, 200, run)).toBeLessThan(1e-12);
  });
});

it('averages every optimizer of the registry, and refuses the others with the reason', () => {
  const refused = settings.filter((setting) => !isAveragable(setting));
  for (const { name, factory } of refused) {
    expect(name).toMatch(/^averaged|l1|gravity/);
    expect(() => new AveragedWeights(factory(1), 0)).toThrow(
      /cannot be averaged as the rows come: .*expected an optimizer without/,
    );
  }
  const averaged = new Set(settings.filter(isAveragable).map(({ name }) => name.split(' ')[0]));
  expect([...averaged, 'averaged'].sort()).toEqual(Object.keys(optimizers).sort());
});

it('gradient descent averaged is the optimizer `averaged`', () => {
  const random = randomStream(1, 'the same average');
  const sameDraws = random.clone();
  const rows = sampleRows(random, 12);
  sampleRows(sameDraws, 12);
  const given = { eta0: 0.5, power: 0.5, decay: 0.7 };
  const mean = new AveragedWeights(optimizers['gradient-descent'](given)(COLUMNS), 0);
  const averaged = optimizers.averaged(given)(COLUMNS);
  for (let t = 0; t < 100; t++) {
    randomUpdate(mean, rows, t % 12, random);
    randomUpdate(averaged, rows, t % 12, sameDraws);
    const w = averaged.weights();
    const size = Math.max(...w.map(Math.abs));
    mean.weights().forEach((each, j) => expect(Math.abs(each - w[j])).toBeLessThanOrEqual(1e-12 * size));
  }
});
