/** Statistics of small samples. All take unsorted numbers and return NaN where there are too few. */

/**
 * The q-quantile, 0 <= q <= 1, interpolated between order statistics (type 7 of Hyndman & Fan 1996, the default of R and NumPy).
 *
 * @example
 * quantile([4, 1, 3, 2], 0.25) // => 1.75
 */
export function quantile(numbers: readonly number[], q: number): number {
  if (numbers.length === 0) return NaN;
  const sorted = numbers.toSorted((a, b) => a - b);
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  if (above === below) return sorted[below];
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

/**
 * Standard error of the mean: the sample's standard deviation (divisor n - 1) over sqrt n.
 *
 * @example
 * standardError([1, 2, 3, 4]) // => 0.6454972243679028
 */
export function standardError(numbers: readonly number[]): number {
  const center = mean(numbers);
  const squares = numbers.reduce((sum, x) => sum + (x - center) ** 2, 0);
  return Math.sqrt(squares / (numbers.length - 1) / numbers.length);
}
