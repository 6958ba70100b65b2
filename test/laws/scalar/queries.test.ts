import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { floored, scalarRule, type QueryRule } from '../../../src/queries/query.ts';
import { queries } from '../../../src/queries/index.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { ProbabilityError } from '../../../src/streams/decision.ts';
import { runs } from '../../support/long.ts';
import {
  extremePoints,
  fallsWithDistance,
  fallsWithGap,
  fallsWithTime,
  isProbability,
  leavesNothingOut,
  leavesOneContinuously,
  probabilityAt,
  samplePoint,
  type Point,
  type ScalarRule,
} from '../../../src/laws/query-laws.ts';
import { buildRule, logisticLearner, ruleNames, type RuleName } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';

/** LAWS of the query rules, over the whole registry, at ordinary points and at the corners. */

const trials = runs(10_000);

const build = (name: RuleName, given: Readonly<Record<string, number>> = {}): QueryRule =>
  buildRule(name, () => logisticLearner(1), { given });

/** Rules that keep nothing see nothing but the situation; the others have laws of their own (committees.test.ts). */
const scalar = ruleNames.filter((name) => Object.keys(build(name).state()).length === 0);

/** Every scalar rule at its defaults, and at more and less eager knobs where it has one. */
const rules: [string, QueryRule][] = scalar.flatMap((name): [string, QueryRule][] => [
  [name, build(name)],
  [`${name} on a floor`, floored(build(name), 0.05)],
  ...('mellowness' in queries[name].parameters
    ? [1e-10, 1e-3, 1, 100].map((mellowness): [string, QueryRule] => [
        `${name}, mellowness ${mellowness}`,
        build(name, { mellowness }),
      ])
    : []),
]);

function everySample(name: string, check: (point: Point, scale: number) => string | undefined): void {
  const random = randomStream(1, `laws of ${name}`);
  for (let run = 0; run < trials; run++) {
    const found = check(samplePoint(random), random.next());
    if (found !== undefined) expect.fail(found);
  }
}

it('all rules but those that learn something of their own are scalar', () => {
  expect(ruleNames.filter((name) => !scalar.includes(name))).toEqual(['mistake', 'bootstrap', 'committee', 'active-cover']);
});

describe.each(rules)('%s', (name, rule) => {
  it('is a probability', () => {
    everySample(name, (point) => isProbability(rule, point));
    for (const point of extremePoints) expect(isProbability(rule, point)).toBeUndefined();
  });

  it('never rises with the gap', () => {
    everySample(name, (point, scale) => fallsWithGap(rule, point, 1 + 10 * scale));
    for (const point of extremePoints) expect(fallsWithGap(rule, point, 2)).toBeUndefined();
    for (const point of extremePoints) if (point.G > 0) expect(fallsWithGap(rule, point, Infinity)).toBeUndefined();
  });

  it('never rises with the distance from the threshold', () => {
    everySample(name, (point, scale) => fallsWithDistance(rule, point, 1 + 10 * scale));
    for (const point of extremePoints) expect(fallsWithDistance(rule, point, 2)).toBeUndefined();
  });

  it('never rises with time at a fixed gap and distance', () => {
    everySample(name, (point, scale) => fallsWithTime(rule, point, Math.ceil(scale * point.k)));
    for (const point of extremePoints) expect(fallsWithTime(rule, point, 1)).toBeUndefined();
  });

  it('leaves nothing out if it claims to be unbiased, and does leave something out or weights otherwise if it does not', () => {
    if (rule.unbiased) {
      everySample(name, (point) => leavesNothingOut(rule, point));
      for (const point of extremePoints) expect(leavesNothingOut(rule, point)).toBeUndefined();
    } else {
      const out = extremePoints.filter((point) => leavesNothingOut(rule, point) !== undefined);
      expect(out.length > 0 || rule.weighting === 'one-on-mistakes').toBe(true);
    }
  });

  it('leaves probability 1 without a jump, unless it decides without a coin', () => {
    if (['margin', 'shrinking-margin', 'oracular-cal'].includes(rule.name)) return;
    const random = randomStream(2, `laws of ${name}`);
    for (let run = 0; run < 300; run++) expect(leavesOneContinuously(rule, samplePoint(random))).toBeUndefined();
  });

  it('buys the first labels', () => {
    if (rule.name === 'random' || rule.name === 'selective-sampling') return;
    for (const k of [0, 1]) expect(probabilityAt(rule, { k, G: 1, errorRate: 0, queries: k, distance: 1e6 })).toBe(1);
  });
});

describe('the defining equations', () => {
  const roots = [
    ['iwal-cal', (k: number, C0: number) => (C0 * Math.log(k)) / (k - 1)],
    ['iwal-cal-without-log', (k: number, C0: number) => C0 / (k - 1)],
  ] as const;

  it.each(roots)('%s returns the root of G = (c1/sqrt s - c1 + 1) sqrt eps + (c2/s - c2 + 1) eps', (name, epsilon) => {
    const random = randomStream(3, 'iwal-cal root');
    let inside = 0;
    for (let run = 0; run < trials; run++) {
      const point = samplePoint(random);
      const { k, G } = point;
      const mellowness = 10 ** (-8 + 10 * random.next());
      const c1 = 1 + 9 * random.next();
      const c2 = 1 + 9 * random.next();
      const s = probabilityAt(queries[name]({ mellowness, c1, c2 }), point);
      if (s === 1) continue;
      inside++;
      const eps = epsilon(k, mellowness);
      // Both sides as sums of positive terms, so that the comparison itself does not cancel.
      const left = G + (c1 - 1) * Math.sqrt(eps) + (c2 - 1) * eps;
      const right = c1 * Math.sqrt(eps / s) + (c2 * eps) / s;
      if (Math.abs(left / right - 1) > 1e-14)
        expect.fail(`residual ${left / right - 1} at k ${k}, G ${G}, C0 ${mellowness}, c1 ${c1}, c2 ${c2}`);
    }
    expect(inside).toBeGreaterThan(trials / 4);
  });

  it('variance-aware returns the root of G = S sqrt(b/p) + b/p', () => {
    const random = randomStream(4, 'variance-aware root');
    for (let run = 0; run < trials; run++) {
      const point = samplePoint(random);
      const mellowness = 10 ** (-8 + 10 * random.next());
      const p = probabilityAt(queries['variance-aware']({ mellowness }), point);
      if (p === 1) continue;
      const b = (mellowness * (Math.log(point.k + 1) + 1e-4)) / (point.k + 1e-4);
      const L = Math.min(1, point.errorRate + Math.sqrt((1 + Math.log(point.k) / 2) / (point.queries + 1e-4)));
      const S = Math.sqrt(L) + Math.sqrt(L + point.G);
      const right = S * Math.sqrt(b / p) + b / p;
      if (Math.abs(point.G / right - 1) > 1e-13)
        expect.fail(`residual ${point.G / right - 1} at ${JSON.stringify(point)}, C0 ${mellowness}`);
    }
  });

  it('selective sampling buys half of the labels at the distance b', () => {
    expect(
      probabilityAt(queries['selective-sampling']({ b: 0.25 }), { k: 9, G: 1, errorRate: 0, queries: 5, distance: 0.25 }),
    ).toBe(0.5);
    expect(
      probabilityAt(queries['selective-sampling']({ b: 0.25 }), { k: 9, G: 1, errorRate: 0, queries: 5, distance: 0.75 }),
    ).toBe(0.25);
  });

  it('margins are strict, and the shrinking one is scale / sqrt k wide', () => {
    const at = (k: number, distance: number): Point => ({ k, G: 1, errorRate: 0, queries: 5, distance });
    expect([0.49, 0.5].map((distance) => probabilityAt(queries.margin({ width: 0.5 }), at(100, distance)))).toEqual([1, 0]);
    expect([0.49, 0.5].map((distance) => probabilityAt(queries['shrinking-margin']({ scale: 5 }), at(100, distance)))).toEqual([
      1, 0,
    ]);
  });

  it('the disagreement region ends at sqrt(C0 L / t) + 4 C0 ln t / t', () => {
    const at = (G: number): Point => ({ k: 1000, G, errorRate: 0.1, queries: 5, distance: 1 });
    const T = Math.sqrt((0.01 * 0.1) / 1000) + (0.04 * Math.log(1000)) / 1000;
    const rule = queries['oracular-cal']({ mellowness: 0.01 });
    expect([T * (1 - 1e-12), T * (1 + 1e-12)].map((G) => probabilityAt(rule, at(G)))).toEqual([1, 0]);
  });
});

describe('a probability that is none', () => {
  const learner = logisticLearner(1);
  const one = toyTask({ rows: 1, columns: 1, seed: 1 }).rows;
  const considered = (query: QueryRule): unknown =>
    new ActiveLearner({ learner, query, coin: randomStream(1, 'query') }).ask(one, 0, Infinity);

  it.each([NaN, 7, -1, 1 + 2 ** -52, -Number.MIN_VALUE, Infinity, -Infinity])(
    '%s is refused with the name of its rule, on a floor too',
    (p) => {
      const broken = scalarRule('broken', 'counts', () => p);
      const refusal = new ProbabilityError(`query rule 'broken' gives the probability ${p}; expected a number in [0, 1]`);
      expect(() => considered(broken)).toThrow(refusal);
      expect(() => considered(floored(broken, 0.5))).toThrow(refusal);
    },
  );

  it.each(['0.5', undefined, null])('%s, of a rule in plain JavaScript, is refused', (p) => {
    const broken = scalarRule('broken', 'counts', () => p as unknown as number);
    expect(() => considered(broken)).toThrow(
      `query rule 'broken' gives the probability ${String(p)}; expected a number in [0, 1]`,
    );
  });

  it('the ends of [0, 1] are legal', () => {
    for (const p of [0, -0, Number.MIN_VALUE, 1]) expect(() => considered(scalarRule('legal', 'counts', () => p))).not.toThrow();
  });
});

describe('planted mistakes are found', () => {
  /** Vowpal Wabbit >= 9.10 computes "(...) / 2 * G" where "/ (2 G)" is meant. */
  const multipliesByGap: ScalarRule = {
    probability: ({ time: k, weightToFlip, errorRate }) => {
      if (k <= 1) return 1;
      const G = weightToFlip / k;
      const b = (1e-3 * (Math.log(k + 1) + 1e-4)) / (k + 1e-4);
      if (G <= Math.sqrt(b) * Math.min(1, Math.sqrt(Math.min(1, errorRate) + G)) + b) return 1;
      return (((Math.sqrt(b) + Math.sqrt(b + 4 * G * b)) / 2) * G) ** 2;
    },
  };

  it('a probability that rises with the gap', () => {
    const random = randomStream(5, 'planted');
    const found = Array.from({ length: 1000 }, () => fallsWithGap(multipliesByGap, samplePoint(random), 2)).filter(
      (f) => f !== undefined,
    );
    expect(found.length).toBeGreaterThan(100);
  });

  it('a probability that jumps at its threshold', () => {
    const random = randomStream(6, 'planted');
    const found = Array.from({ length: 100 }, () => leavesOneContinuously(multipliesByGap, samplePoint(random))).filter(
      (f) => f !== undefined,
    );
    expect(found.length).toBeGreaterThan(50);
  });
});
