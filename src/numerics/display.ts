/**
 * A number with its thousands apart, the same on every machine, whatever its language: 1234567 as "1,234,567".
 *
 * By a pattern: the language services of the engine take longer to start than everything else in a short command.
 */
export function count(n: number): string {
  return String(n).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/**
 * 0.1234 as "12.34%".
 *
 * @example
 * [percent(0.1234), percent(0 / 0)] // => ['12.34%', 'unknown']
 */
export function percent(share: number, digits = 2): string {
  return Number.isNaN(share) ? UNKNOWN : `${(100 * share).toFixed(digits)}%`;
}

/**
 * A mean with so many decimals.
 *
 * @example
 * [decimals(0.693147, 4), decimals(0 / 0, 4)] // => ['0.6931', 'unknown']
 */
export function decimals(mean: number, digits: number): string {
  return Number.isNaN(mean) ? UNKNOWN : mean.toFixed(digits);
}

/** A mean or a share of nothing: no row has counted yet, for one because all of them have the importance 0. */
const UNKNOWN = 'unknown';

/**
 * A difference of shares in points of a percent, with its sign.
 *
 * @example
 * [0.0125, -0.0042, -1e-9].map(points) // => ['+1.25', '-0.42', '+0.00']
 */
export function points(difference: number): string {
  const shown = (100 * Math.abs(difference)).toFixed(2);
  return `${difference < 0 && shown !== '0.00' ? '-' : '+'}${shown}`;
}

/**
 * Whole numbers in full, others to this many significant digits.
 *
 * @example
 * [91000, 12345.678, 0.116474, 3e-9].map((value) => significant(value, 4)) // => ['91,000', '12,350', '0.1165', '3e-9']
 */
export function significant(value: number, digits: number): string {
  return count(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));
}

/** "1 seed", "1,380 cells" */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** "0.4 s", "3 min", "2.5 h" */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Number(seconds.toPrecision(2))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Number((seconds / 3600).toPrecision(2))} h`;
}
