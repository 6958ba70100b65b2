import { differences } from '../../statistics/comparisons/differences.ts';
import { UNKNOWN, type Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/intervals/mean-interval.ts';
import { median } from '../../statistics/small-samples.ts';
import { wilsonInterval } from '../../statistics/intervals/wilson-interval.ts';
import { plural } from '../../numerics/display.ts';
import type { Criterion } from './criteria.ts';
import type { Unit } from './units.ts';

/** An estimate, and what its interval is of. */
export interface Measured extends Estimate {
  /** "95% interval over 5 seeds", "one run, no interval". */
  readonly basis: string;
}

/** One thing that was measured, and what it is held against. */
export interface Case extends Measured {
  /** What tells it from the other cases of its claim: a dataset, a rule; empty where it is the only one. */
  readonly what: string;
  readonly unit: Unit;
  readonly criterion: Criterion;
  /** The two numbers that a difference or a ratio is of. */
  readonly compared?: { readonly of: readonly [first: number, second: number]; readonly unit: Unit };
}

/** Of every interval here. */
export const CONFIDENCE = 0.95;

/** Of what comes without chance: arithmetic, and choices among stored numbers. */
export const DETERMINISTIC = 'deterministic, no interval';

const FAILED = 'a run failed, no interval';

/**
 * A number that has no interval; the basis says why.
 *
 * @example
 * exactly(2, 'one run, no interval') // => { value: 2, low: 2, high: 2, basis: 'one run, no interval' }
 */
export function exactly(value: number, basis: string): Measured {
  return { value, low: value, high: value, basis };
}

/**
 * The mean over seeds, sets, …, with Student's 95% interval. Of one number the whole line, of none NaN. Where one is not finite (a
 * run that failed) the mean is not either, and needs no interval.
 *
 * @example
 * const { value, high } = meanOver([1, 2, 3], 'seeds');
 * [value, high.toFixed(2)] // => [2, '4.48']
 */
export function meanOver(numbers: readonly number[], of: string): Measured {
  const basis = `${100 * CONFIDENCE}% interval over ${numbers.length} ${of}`;
  if (numbers.some((x) => !Number.isFinite(x)))
    return exactly(
      numbers.reduce((sum, x) => sum + x, 0),
      FAILED,
    );
  return { ...meanInterval(numbers, CONFIDENCE), basis };
}

/**
 * The mean of the differences first[i] - second[i], pair by pair. A run that failed is an infinity on the side of the worse, and its
 * method has lost: the difference is infinite. Where both have lost neither is ahead: 0.
 *
 * @throws RangeError for lists of unequal length, and for NaN.
 *
 * @example
 * meanDifference([0.1, Infinity], [0.2, 0.2], 'seeds').value // => Infinity
 */
export function meanDifference(first: readonly number[], second: readonly number[], of: string): Measured {
  const lost = (numbers: readonly number[]): number => numbers.find((x) => !Number.isFinite(x)) ?? 0;
  const [one, other] = [lost(first), lost(second)];
  if (one === 0 && other === 0) return meanOver(differences(first, second), of);
  return exactly(one === other ? 0 : one - other, FAILED);
}

/**
 * The median over seeds, in the range of all of them: of n independent numbers it holds the median of what they are drawn from with
 * probability 1 - 2^(1 - n), infinities included. For numbers that are infinite in some runs and so have no mean.
 *
 * @example
 * rangeOver([1, Infinity, 2], 'seeds') // => { value: 2, low: 1, high: Infinity, basis: 'range of 3 seeds, 75% interval of the median' }
 */
export function rangeOver(numbers: readonly number[], of: string): Measured {
  const confidence = 100 * (1 - 2 / 2 ** numbers.length);
  const basis = `range of ${numbers.length} ${of}, ${Math.floor(confidence)}% interval of the median`;
  if (numbers.length === 0) return { ...UNKNOWN, basis };
  return { value: median(numbers), low: Math.min(...numbers), high: Math.max(...numbers), basis };
}

/**
 * A share of so many, with Wilson's 95% interval.
 *
 * @throws RangeError for more than there are.
 *
 * @example
 * shareOf(1, 200, 'run').high.toFixed(3) // => '0.028'
 */
export function shareOf(count: number, of: number, things: string): Measured {
  return { ...wilsonInterval(count, of, CONFIDENCE), basis: `${100 * CONFIDENCE}% interval, ${count} of ${plural(of, things)}` };
}

/** The same on another scale: `f` increases. */
export function onScale({ value, low, high, basis }: Measured, f: (x: number) => number): Measured {
  return { value: f(value), low: f(low), high: f(high), basis };
}
