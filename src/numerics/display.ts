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
 * A probability as `percent` says it; what would be rounded to none or all is said to be less or more.
 *
 * @example
 * [0.1234, 0.99999, 1, 1e-9].map(chance) // => ['12.34%', 'more than 99.99%', '100.00%', 'less than 0.01%']
 */
export function chance(probability: number): string {
  const said = percent(probability);
  if (probability < 1 && said === '100.00%') return 'more than 99.99%';
  return probability > 0 && said === '0.00%' ? 'less than 0.01%' : said;
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
  return count(Number.isInteger(value) ? value : rounded(value, digits));
}

/**
 * The nearest number of so many significant digits: where more of them say nothing, on a page or in what is stored.
 *
 * @example
 * [123456, 0.5, 3.14159e-9].map((value) => rounded(value, 3)) // => [123000, 0.5, 3.14e-9]
 */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/**
 * So many significant digits, zeros at the end too, as numbers below each other need them.
 *
 * @example
 * [0.5, -12.3456].map((value) => inDigits(value, 4)) // => ['0.5000', '-12.35']
 */
export function inDigits(value: number, digits: number): string {
  return value.toPrecision(digits);
}

/**
 * Two significant digits, and a power of ten where zeros would have to be counted: numbers that only their size is read of.
 *
 * @example
 * [0.128, 1234, 1.5e7, 0.00042].map(about) // => ['0.13', '1,200', '1.5e+7', '4.2e-4']
 */
export function about(value: number): string {
  const near = rounded(value, 2);
  return Math.abs(near) >= 1e6 || isTiny(near) ? scientific(near) : count(near);
}

/**
 * Parameters of a grid, numbers and words: 1e-6 rather than 0.000001.
 *
 * @example
 * [1e-6, 0.001, 'max'].map(inShort) // => ['1e-6', '0.001', 'max']
 */
export function inShort(value: unknown): string {
  return typeof value === 'number' && isTiny(value) ? scientific(value) : String(value);
}

/**
 * With the power of ten, whatever the size.
 *
 * @example
 * [0.001, 4.2e-7].map(scientific) // => ['1e-3', '4.2e-7']
 */
export function scientific(value: number): string {
  return value.toExponential();
}

/**
 * The sign before the size of a number in reports and figures: a minus as wide as a plus, and before the others what is asked for.
 *
 * @example
 * [printedSign(-2), printedSign(2), printedSign(2, '+')] // => ['−', '', '+']
 */
export function printedSign(value: number, otherwise = ''): string {
  return value < 0 ? '−' : otherwise;
}

/** Whether a number has more zeros behind its point than one counts at a glance. */
function isTiny(value: number): boolean {
  return value !== 0 && Math.abs(value) < 1e-3;
}

/** "1 seed", "1,380 cells" */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** "0.4 s", "3 min", "2.5 h" */
export function duration(seconds: number): string {
  if (seconds < 90) return `${rounded(seconds, 2)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${rounded(seconds / 3600, 2)} h`;
}

/** Made for the first text: the language services of the engine take long to start. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The letters of a text as people see them: each keeps its accents, and an emoji is one.
 *
 * @example
 * lettersOf('e\u0301a') // => ['e\u0301', 'a']
 */
export function lettersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Ascending whole numbers, neighbours as ranges, separated by commas.
 *
 * @example
 * ranges([0, 1, 2, 5, 7, 8], '-') // => '0-2,5,7-8'
 */
export function ranges(numbers: readonly number[], mark: '-' | '..'): string {
  const parts: [from: number, to: number][] = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}${mark}${to}`)).join(',');
}
