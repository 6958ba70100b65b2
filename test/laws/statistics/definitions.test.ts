import { expect, it } from 'vitest';
import { statedEstimate } from '../../../src/statistics/error-estimate.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { meanInterval } from '../../../src/statistics/estimate.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { deviationsFrom, scoreInterval } from '../../../src/statistics/intervals/score-interval.ts';
import { effectiveSampleSize, quantile, standardError } from '../../../src/statistics/small-samples.ts';

/**
 * LAWS of the statistics, each against its definition, computed the long way: all patterns, all subsets, whole lists, integrals.
 */

/** What a law says of a sample of small cases: the first that differs. */
function differing(found: number, wanted: number, tolerance: number, what: string): string | undefined {
  return Object.is(found, wanted) || Math.abs(found - wanted) <= tolerance * (1 + Math.abs(wanted))
    ? undefined
    : `${what} is ${found} instead of ${wanted}`;
}

function firstOf(count: number, law: (n: number) => string | undefined): string | undefined {
  for (let n = 0; n < count; n++) {
    const found = law(n);
    if (found !== undefined) return found;
  }
  return undefined;
}

const laws: Readonly<Record<string, () => string | undefined>> = {
  /** The ends of the score interval solve (H - Z)^2 = c^2 kappa Z and lie within what was seen. */
  scoreIntervalSolvesItsEquation() {
    const random = randomStream(1, 'score interval');
    return firstOf(100, () => {
      const [weighted, variance, largest] = [100 * random.next(), 500 * random.next(), 1 + 20 * random.next()];
      const seen = { clock: 10_000, weighted, variance, largest, wrong: 0, right: 0 };
      const kappa = (variance + largest * largest) / (weighted + largest);
      const { low, high } = scoreInterval(seen);
      for (const end of [low, high]) {
        const wanted = 1.959964 ** 2 * kappa * 10_000 * end;
        const found = differing((weighted - 10_000 * end) ** 2, wanted, 1e-9, `the square of the distance of ${end}`);
        if (found !== undefined) return found;
        const away = differing(Math.abs(deviationsFrom(end, seen)), 1.959964, 1e-6, `deviations from ${end}`);
        if (away !== undefined) return away;
      }
      return low <= high ? undefined : `low ${low} above high ${high}`;
    });
  },

  /** Where no mistake was seen the bound is 3.84 of the importance at the smallest probability considered, bought or not. */
  boundFollowsTheSmallestProbability() {
    const random = randomStream(1, 'smallest probability');
    return firstOf(60, () => {
      const tally = new ErrorTally();
      const chances = Array.from({ length: 200 }, () => 0.2 + 0.8 * random.next());
      for (const [t, p] of chances.entries()) {
        tally.consider(1, p);
        if (t > 0) continue;
        tally.buy(t);
        tally.answer(t, 'right', 'positive');
      }
      const { kind, high } = tally.estimate('over');
      if (kind !== 'at most') return `says ${kind} where no mistake was seen`;
      const floored = tally.estimate('over', 0.1).high;
      return (
        differing(high!, 1.959964 ** 2 / Math.min(...chances) / 200, 1e-12, 'bound') ??
        differing(floored!, (1.959964 ** 2 * 10) / 200, 1e-12, 'bound with a floor')
      );
    });
  },

  /**
   * 20 rows of the largest importance that fit the clock make a point, fewer a range; where every label was bought it is counted.
   */
  pointsNeedTwentyRows() {
    const said = (clock: number, largest: number): string => {
      const seen = { clock, weighted: 0.01 * clock, variance: 0.001, largest, wrong: 1, right: clock / 2 };
      return statedEstimate({ answered: seen, doubted: seen }, { rows: clock, isStopped: false, unanswered: 0 }).kind;
    };
    const found = [said(1999, 100), said(2000, 50), said(2000, 0), said(2000, 100)].join();
    return found === 'range,point,counted,point' ? undefined : `kinds are ${found}`;
  },

  /** Student's t of 1, 2 and 4 degrees of freedom has quantiles in closed form or in every table. */
  meanIntervalIsStudents() {
    const two = meanInterval([1, 3], 0.9);
    const three = meanInterval([1, 2, 6], 0.9);
    // t of one degree is tan(pi c / 2); of two, c sqrt(2 / (1 - c^2)).
    return (
      differing(two.high - 2, Math.tan(0.45 * Math.PI), 1e-10, 'half-width of two') ??
      differing(three.high - 3, 0.9 * Math.sqrt(2 / (1 - 0.81)) * Math.sqrt(7 / 3), 1e-10, 'half-width of three')
    );
  },

  /** Equal weights count fully. */
  samplesAreWhatTheyAre() {
    return (
      differing(effectiveSampleSize([1, 1, 8]), 100 / 66, 1e-12, 'effective size') ??
      differing(quantile([4, 1, 3, 2], 0.25), 1.75, 1e-12, 'quartile') ??
      differing(standardError([1, 2, 3, 4]), Math.sqrt(5 / 12), 1e-12, 'standard error')
    );
  },
};

it.each(Object.entries(laws))('%s', (_, law) => expect(law()).toBeUndefined());
