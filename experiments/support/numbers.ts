import { decimals, printedSign, percent as inPercent } from '../../src/numerics/display.ts';
import { quantile } from '../../src/statistics/small-samples.ts';
import type { Checkpoint, Measurement } from '../../src/streams/measures/measurement.ts';
import type { KindName, MeasurementOf } from '../../src/studies/cells/cell.ts';
import type { Claim, Measured } from '../../src/studies/results/claim.ts';
import type { Setting } from '../../src/studies/results/results.ts';

/**
 * A share as claims and tables print it: to a tenth of a percent.
 *
 * @example
 * percent(0.1165, 1) // => '11.7%'
 */
export function percent(fraction: number, digits = 1): string {
  return inPercent(fraction, digits);
}

/**
 * A difference of shares in percentage points, with its sign.
 *
 * @example
 * points(-0.0042) // => '−0.42'
 */
export function points(difference: number): string {
  return `${printedSign(difference, '+')}${decimals(Math.abs(100 * difference), 2)}`;
}

/** The last checkpoint of a run. */
export function final(measurement: Measurement): Checkpoint {
  return measurement.curve.at(-1)!;
}

/** [low, high]: the 10th and 90th percentile over the seeds. */
export function rangeOver<K extends KindName>(
  setting: Setting<K>,
  quantity: (measurement: MeasurementOf<K>) => number,
): [number, number] {
  const numbers = setting.measurements.map(quantity);
  return [quantile(numbers, 0.1), quantile(numbers, 0.9)];
}

/** A measured number on another scale: `f` increases. */
export function onScale({ value, low, high, basis }: Measured, f: (x: number) => number): Measured {
  return { value: f(value), low: f(low), high: f(high), basis };
}

/** These claims as claims about some of their study's public sets: only those being missing leaves them undecided. */
export function claimsOn(sets: readonly string[], claims: readonly Claim[]): Claim[] {
  return claims.map((claim) => ({ ...claim, sets }));
}
