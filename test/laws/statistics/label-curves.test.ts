/** LAWS of gains between curves of labels: what counts of several points with equal labels, and where two curves share a stretch. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { aucGain, type LabelPoint } from '../../../experiments/label-complexity/label-curves.ts';

const point = (labels: number, error: number): LabelPoint => ({ labels, error });

it('is the integral of straight pieces over doublings, of several points with equal labels that of the last', () => {
  const random = randomStream(1, 'curves');
  for (let trial = 0; trial < 100; trial++) {
    // Whole doublings, so that the integral is a sum over steps of a thousandth.
    const curve = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, k) =>
        Array.from({ length: 1 + random.below(3) }, () => point(2 ** (from + k), random.next() + 0.1)),
      ).flat();
    const [a, b] = [curve(random.below(3), 3 + random.below(3)), curve(random.below(3), 3 + random.below(3))];
    const lasts = (points: readonly LabelPoint[]) => new Map(points.map(({ labels, error }) => [Math.log2(labels), error]));
    const [one, other] = [lasts(a), lasts(b)];
    const shared = [...one.keys()].filter((x) => other.has(x));
    const area = (errors: ReadonlyMap<number, number>): number =>
      shared.slice(1).reduce((sum, x) => sum + (errors.get(x - 1)! + errors.get(x)!) / 2, 0);
    expect(aucGain(a, b)).toBeCloseTo((area(one) - area(other)) / area(one), 12);
  }
});

it('needs more than a point that both have', () => {
  const [early, late] = [
    [point(1, 0.5), point(4, 0.2)],
    [point(4, 0.3), point(8, 0.1)],
  ];
  for (const pair of [
    [early, late],
    [late, early],
  ])
    expect(() => aucGain(pair[0], pair[1])).toThrow('the curves share no stretch of labels');
  expect(() => aucGain([], late)).toThrow('a curve needs at least one point');
  expect(() => aucGain([point(0.5, 0.1)], late)).toThrow('labels must not fall below 1, found 0.5 at point 0');
  expect(() => aucGain([point(4, 0.1), point(3, 0.1)], late)).toThrow('labels must not fall below 4, found 3 at point 1');
});
