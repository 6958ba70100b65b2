/**
 * A number measured with error: its value, and the interval of a stated confidence around it.
 *
 * A bound is infinite where the sample says nothing about that side; all three are NaN without a sample.
 */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Of an empty sample. */
export const UNKNOWN: Estimate = { value: NaN, low: NaN, high: NaN };

/** Refuses a confidence that is no probability short of certainty. */
export function requireConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence must be a number in (0, 1), found ${confidence}`);
}
