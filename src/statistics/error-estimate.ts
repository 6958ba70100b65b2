import type { Estimate } from './estimate.ts';
import { shareBetween, type Doubted, type SeenMistakes } from './intervals/score-interval.ts';

/** Rows of the largest importance that fit the clock of a point, and how far apart the ends of its interval may be. */
const FEWEST = 20;
const WIDEST = 0.2;

/** What an estimate is about. */
export interface Scope {
  /** Rows on the clock. */
  readonly rows: number;
  /** Whether a budget stopped it. */
  readonly isStopped: boolean;
  /** Purchases that have no answer. */
  readonly unanswered: number;
  /** Labels that it stands on; absent where they are not counted. */
  readonly labels?: number;
}

/**
 * What may be said of an error that was estimated from bought labels: a number, a range, a bound, or nothing.
 *
 *   counted   every label up to the clock was bought: the share of mistakes itself
 *   at most   no mistake was seen: the upper end alone
 *   range     fewer than 20 rows of the largest importance fit the clock (tau / v < 20), or the ends are more than 0.2 apart, or
 *             purchases have no answer (the lower end is without them, the upper one with all of them as mistakes): both ends
 *   point     else: the estimate between the two ends
 *
 * tau / v is the number of labels that the smallest probability considered would buy of the rows on the clock. With a budget B
 * and a floor of f times its rate, p >= f B / n, that is f B. How many labels seem to count, by their own weights, decides
 * nothing: that number is large exactly when the heavy mistake was missed.
 *
 * Source of the interval and its coverage: score-interval.ts.
 *
 * Shares in [0, 1]; null is what is not to be said.
 */
export interface ErrorEstimate extends Scope {
  readonly kind: 'counted' | 'point' | 'range' | 'at most' | 'nothing';
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The estimate of a range, which stands in its interval and carries less than a point; absent of others. */
  readonly middle?: number;
  /** Why there is no estimate. */
  readonly why: string | null;
}

/** Nothing but the reason why. */
export function noEstimate(why: string, { rows, isStopped, unanswered }: Scope): ErrorEstimate {
  return { kind: 'nothing', value: null, low: null, high: null, why, rows, isStopped, unanswered };
}

/** The estimate by the rules above; `doubted` counts purchases without an answer as mistakes, `answered` not at all. */
export function statedEstimate(count: Doubted, scope: Scope): ErrorEstimate {
  const share = shareBetween(count);
  const said = statedShare(share, count.answered, scope);
  if (count.answered.weighted !== 0 || said.kind === 'counted') return { ...said, ...scope };
  return { kind: 'at most', value: null, low: share.low, high: share.high, why: null, ...scope };
}

/** What is said of a share with these bounds. */
export function statedShare({ value, low, high }: Estimate, seen: SeenMistakes, scope: Scope): ErrorEstimate {
  const { rows, isStopped, unanswered } = scope;
  const said = { low, high, why: null, rows, isStopped, unanswered };
  if (seen.largest === 0 && unanswered === 0) return { kind: 'counted', value, ...said };
  if (isPointless(seen, { low, high }, scope)) return { kind: 'range', value: null, middle: value, ...said };
  return { kind: 'point', value, ...said };
}

type Ends = Omit<Estimate, 'value'>;

/** Whether an interval carries no point. */
export function isPointless({ clock, largest }: SeenMistakes, { low, high }: Ends, { unanswered }: Scope): boolean {
  return unanswered > 0 || clock < FEWEST * largest || high - low > WIDEST;
}

/**
 * The mean of estimates of one number whose errors are uncorrelated; their weights sum to 1.
 *
 *   theta = sum of a_r theta_r,     low = theta - sqrt(sum of (a_r (theta_r - low_r))^2),     high likewise
 *
 * Rows and budget are those of the last one. Where one says nothing, the last one stands alone.
 *
 * Source: A. Donner & G. Y. Zou (2012), as for share-estimate.ts: MOVER of a sum.
 *
 * @example
 * const point = { kind: 'point', why: null, rows: 9, isStopped: false, unanswered: 0 };
 * const [one, other] = [{ ...point, value: 0.2, low: 0.14, high: 0.28 }, { ...point, value: 0.3, low: 0.22, high: 0.36 }];
 * meanEstimate([[0.5, one], [0.5, other]]) // => { ...point, value: 0.25, low: 0.2, high: 0.3 }
 */
export function meanEstimate(parts: readonly (readonly [weight: number, estimate: ErrorEstimate])[]): ErrorEstimate {
  const [, last] = parts.at(-1)!;
  const kinds = new Set(parts.map(([, { kind }]) => kind));
  if (kinds.has('nothing')) return last;
  const unanswered = parts.reduce((sum, [, each]) => sum + each.unanswered, 0);
  // Where no row was seen it is the end of its interval that is 0.
  const middleOf = ({ value, middle, low }: ErrorEstimate): number => value ?? middle ?? low!;
  const middle = parts.reduce((sum, [weight, each]) => sum + weight * middleOf(each), 0);
  const apart = (end: 'low' | 'high'): number =>
    Math.hypot(...parts.map(([weight, each]) => weight * (each[end]! - middleOf(each))));
  const [low, high] = [middle - apart('low'), middle + apart('high')];
  const mixed = unanswered > 0 || high - low > WIDEST ? 'range' : 'point';
  const kind = kinds.size === 1 && unanswered === 0 ? last.kind : mixed;
  const value = kind === 'point' || kind === 'counted' ? { value: middle } : { value: null, ...(kind === 'range' && { middle }) };
  const { why, rows, isStopped } = last;
  return { kind, ...value, low, high, why, rows, isStopped, unanswered };
}
