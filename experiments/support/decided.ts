import type { Estimate } from '../../src/statistics/estimate.ts';
import type { Claim } from '../../src/studies/results/claims.ts';

/** What an estimate has to be for its claim to hold. */
export interface Criterion {
  readonly must: 'be at most' | 'be at least';
  readonly limit: number;
}

/** A claim as data: one estimate with its interval, and a criterion. */
export interface Decided extends Pick<Claim, 'claim' | 'figure' | 'tried'> {
  readonly estimate: Estimate;
  readonly criterion: Criterion;
  /** The number as it is printed. */
  readonly write: (value: number) => string;
  /** What was measured, after the number: "of 240 runs". */
  readonly of: string;
}

/** The claim holds where the end of the interval that is farther from the limit's good side meets it. */
export function decided({ estimate, criterion: { must, limit }, write, of, ...claim }: Decided): Claim {
  const { value, low, high } = estimate;
  const interval = low === value && high === value ? '' : ` (95% interval ${write(low)} to ${write(high)})`;
  if (Number.isNaN(value)) return { ...claim, measured: 'nothing', holds: 'not measured' };
  const holds = must === 'be at most' ? high <= limit : low >= limit;
  return { ...claim, measured: `${write(value)}${interval} ${of}`, holds };
}

/** A number without uncertainty: a count of cases. */
export function counted(value: number): Estimate {
  return { value, low: value, high: value };
}
