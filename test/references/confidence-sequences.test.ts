/**
 * REFERENCE: confidence sequences against the numbers of confseq (../shared/reference/confseq.json), and their promise by
 * simulation.
 */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/numerics/random.ts';
import { bernsteinSequence, bettingSequence, logCapital, plugIn } from '../../src/statistics/certificates/confidence-sequence.ts';
import { reference } from '../support/shared.ts';

const text = reference('reference/confseq.json');

describe.skipIf(text === undefined)(
  `the program of Waudby-Smith & Ramdas${text === undefined ? ' (skipped: ../shared/reference is absent)' : ''}`,
  () => {
    const expected = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const table = <T>(name: string): Readonly<Record<string, T>> => expected[name] as Readonly<Record<string, T>>;
    const samples = {
      x: Array.from({ length: 400 }, (_, i) => (((i + 1) * 7919) % 101) / 100),
      z: Array.from({ length: 400 }, (_, i) => Number(((i + 1) * 7919) % 101 < 12)),
    };

    /** Relative, and absolute around 0. */
    function close(found: number, wanted: number): void {
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(wanted)));
    }

    it.each(['x', 'z'] as const)('sample %s: lambda, empirical Bernstein, capitals and the betting interval', (name) => {
      const xs = samples[name];
      const lambdas = plugIn(xs, 0.025);
      for (const [t, lambda] of Object.entries(table<number>(`${name}:lambda`))) close(lambdas[Number(t) - 1], lambda);
      for (const [t, bounds] of Object.entries(table<number[]>(`${name}:predmix-eb`))) {
        bernsteinSequence(xs.slice(0, Number(t)), 0.95).forEach((bound, side) => {
          close(bound, bounds[side]);
        });
      }
      [0.12, 0.3, 0.5].forEach((m, n) => {
        const capital = Math.exp(Math.max(logCapital(xs, lambdas, m, 1), logCapital(xs, lambdas, m, -1))) / 2;
        close(capital, (expected[`${name}:hedged capital at m=.12,.3,.5, t=400`] as number[])[n]);
      });
      const [low, high] = bettingSequence(xs, 0.95);
      const [coarseLow, coarseHigh] = expected[`${name}:hedged betting interval on a grid of 1/1000, t=400`] as number[];
      // Theirs are the outermost points of a grid of 1/1000 inside the interval.
      expect(coarseLow - low).toBeGreaterThanOrEqual(0);
      expect(coarseLow - low).toBeLessThan(1e-3);
      expect(high - coarseHigh).toBeGreaterThanOrEqual(0);
      expect(high - coarseHigh).toBeLessThan(1e-3);
    });
  },
);

describe('confidence sequences', () => {
  it.each([
    ['empirical Bernstein', bernsteinSequence],
    ['betting', bettingSequence],
  ] as const)('%s: hold at 30 looks at once in 95% of streams', (_, bounds) => {
    const random = randomStream(1, 'sequences');
    const missed = Array.from({ length: 200 }, () => {
      const xs = Array.from({ length: 300 }, () => (random.next() < 0.3 ? random.next() : 0));
      return Array.from({ length: 30 }, (_, look) => bounds(xs.slice(0, 10 * (look + 1)), 0.95)).some(
        ([low, high]) => low > 0.15 || high < 0.15,
      );
    }).filter(Boolean).length;
    // 200 streams: a level of 5% is met by at most 21 of them but once in 10,000 times.
    expect(missed).toBeLessThanOrEqual(21);
  });

  const drawn = (seed: number, n: number): number[] => {
    const random = randomStream(seed, 'xs');
    return Array.from({ length: n }, () => [0, 1, random.next()][random.below(3)]);
  };

  it('betting: the capital is the product of all bets, and no bet risks more than half of it', () => {
    const xs = drawn(2, 12);
    for (const lambdas of [plugIn(xs, 0.1), new Float64Array(12).fill(100)])
      for (const m of [0.05, 0.3, 0.5, 0.9])
        for (const side of [1, -1] as const) {
          // What is lost at the worst outcome, 0 for those above the mean and 1 for those below, is half at most.
          const most = 0.5 / (side === 1 ? m : 1 - m);
          const factors = xs.map((x, t) => 1 + side * Math.min(lambdas[t], most) * (x - m));
          expect(Math.min(...factors)).toBeGreaterThanOrEqual(0.5 - 1e-15);
          expect(logCapital(xs, lambdas, m, side)).toBeCloseTo(Math.log(factors.reduce((all, each) => all * each, 1)), 12);
        }
  });

  it('betting: at each end of the interval one of the two hedged capitals is 1 / alpha', () => {
    for (const confidence of [0.5, 0.9, 0.99])
      for (const xs of [drawn(1, 60), drawn(3, 200)]) {
        const alpha = 1 - confidence;
        const lambdas = plugIn(xs, alpha / 2);
        const [low, high] = bettingSequence(xs, confidence);
        expect(low).toBeLessThan(high);
        expect(Math.exp(logCapital(xs, lambdas, low, 1)) / 2).toBeCloseTo(1 / alpha, 9);
        expect(Math.exp(logCapital(xs, lambdas, high, -1)) / 2).toBeCloseTo(1 / alpha, 9);
      }
  });

  it('refuses a confidence outside (0, 1)', () => {
    for (const bounds of [bernsteinSequence, bettingSequence])
      expect(() => bounds([0.5], 0)).toThrow('confidence must be a number in (0, 1), found 0');
  });
});
