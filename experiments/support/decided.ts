import type { Estimate } from '../../src/statistics/estimate.ts';
import type { Claim } from '../../src/studies/results/claims.ts';

/** What an estimate has to be for a claim to hold. */
export interface Criterion {
  readonly kind: 'below' | 'above';
  readonly bound: number;
}

/** A claim about one number: the estimate with its interval, and what it is held against. */
export interface Decided extends Pick<Claim, 'claim' | 'figure' | 'tried'> {
  readonly estimate: Estimate;
  readonly criterion: Criterion;
  /** How the number is printed. */
  readonly print: (value: number) => string;
  /** What it is counted in, where `print` does not say. */
  readonly unit?: string;
  /** What is said after it. */
  readonly beside?: string;
}

/**
 * The claim of an estimate: it holds where the end of the interval that is farther from it meets the criterion; where there is no
 * interval nothing was measured.
 *
 * @example
 * const claim = { claim: 'c', estimate: { value: 1, low: 0, high: 2 }, print: String };
 * decided({ ...claim, criterion: { kind: 'below', bound: 1.5 } }).holds // => false
 */
export function decided({ claim, figure, tried, estimate, criterion, print, unit, beside }: Decided): Claim {
  const { value, low, high } = estimate;
  const isMeasured = Number.isFinite(value) && Number.isFinite(low) && Number.isFinite(high);
  const holds = criterion.kind === 'below' ? high < criterion.bound : low > criterion.bound;
  const interval = isMeasured
    ? `${print(value)}${unit === undefined ? '' : ` ${unit}`}, 95% interval ${print(low)} to ${print(high)}`
    : 'not measured';
  return {
    claim,
    measured: beside === undefined ? interval : `${interval}; ${beside}`,
    holds: isMeasured ? holds : 'not measured',
    ...(figure !== undefined && { figure }),
    ...(tried !== undefined && { tried }),
  };
}
