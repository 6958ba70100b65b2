import { decimals, printedSign, percent as inPercent } from '../../src/numerics/display.ts';

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
