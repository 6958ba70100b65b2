/**
 * The q-quantile, 0 <= q <= 1, interpolated between order statistics (type 7 of Hyndman & Fan 1996, the default of R and NumPy).
 * NaN without numbers, which need not be sorted.
 *
 * @example
 * quantile([4, 1, 3, 2], 0.25) // => 1.75
 */
export function quantile(numbers: readonly number[], q: number): number {
  return quantileOfSorted(new Float64Array(numbers).sort(), q);
}

/** The same of numbers that are ascending already. */
export function quantileOfSorted(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) return NaN;
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  // Between two infinities lies infinity, which interpolating them would make NaN.
  if (sorted[above] === sorted[below]) return sorted[below];
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/** The middle one of the numbers, or the mean of the middle two; NaN without any. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** All added up in their order. */
export function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum;
}

/** The arithmetic mean; NaN without numbers. */
export function mean(numbers: readonly number[]): number {
  return sumOf(numbers) / numbers.length;
}

/**
 * Standard error of the mean: the sample's standard deviation (divisor n - 1) over sqrt n; NaN of fewer than two numbers.
 *
 * @example
 * standardError([1, 2, 3, 4]) // => 0.6454972243679028
 */
export function standardError(numbers: readonly number[]): number {
  const center = mean(numbers);
  const squares = numbers.reduce((sum, x) => sum + (x - center) ** 2, 0);
  return Math.sqrt(squares / (numbers.length - 1) / numbers.length);
}

/**
 * Kish's effective sample size (sum h)^2 / sum h^2: how many equally weighted examples tell as much as these. From 1, where one
 * weight has it all, to n, where all are equal. Divided by the largest weight first: squares of huge weights would overflow.
 *
 * Source: L. Kish, Survey sampling (1965), section 11.7.
 *
 * @example
 * effectiveSampleSize([1, 1, 8]) // => 100 / 66
 */
export function effectiveSampleSize(weights: readonly number[] | Float64Array): number {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, weight);
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight / largest;
    squares += (weight / largest) ** 2;
  }
  return (sum * sum) / squares;
}
