import type { Estimate } from '../../statistics/estimate.ts';

/** What an estimate is held against; `covers`: the interval has to hold the number. */
export type Criterion =
  | { readonly below: number }
  | { readonly atMost: number }
  | { readonly above: number }
  | { readonly atLeast: number }
  | { readonly within: readonly [low: number, high: number] }
  | { readonly covers: number };

/** What an estimate and its criterion come to. */
export type Outcome = 'met' | 'failed' | 'open' | 'unmeasured';

/**
 * Whether an estimate meets its criterion: a function of the two alone.
 *
 *   met      every point of the interval [low, high] meets it
 *   failed   no point of the interval does
 *   open     some do: the interval is too wide to decide
 *
 * A number without error is the interval of one point. `covers` is about the interval itself: met where it holds the number, else
 * failed; an interval without an end says nothing. NaN is unmeasured.
 *
 * @example
 * outcomeOf({ value: 0.3, low: 0.1, high: 0.5, criterion: { below: 0.4 } }) // => 'open'
 */
export function outcomeOf({ value, low, high, criterion }: Estimate & { readonly criterion: Criterion }): Outcome {
  if (Number.isNaN(value)) return 'unmeasured';
  if ('covers' in criterion) {
    if (low !== high && (low === -Infinity || high === Infinity)) return 'open';
    return low <= criterion.covers && criterion.covers <= high ? 'met' : 'failed';
  }
  if ('below' in criterion) return decided(high < criterion.below, low >= criterion.below);
  if ('atMost' in criterion) return decided(high <= criterion.atMost, low > criterion.atMost);
  if ('above' in criterion) return decided(low > criterion.above, high <= criterion.above);
  if ('atLeast' in criterion) return decided(low >= criterion.atLeast, high < criterion.atLeast);
  const [from, to] = criterion.within;
  return decided(from <= low && high <= to, high < from || low > to);
}

function decided(isMet: boolean, isFailed: boolean): Outcome {
  if (isMet) return 'met';
  return isFailed ? 'failed' : 'open';
}
