/**
 * Holm's correction of several tests: the probability of even one false alarm among all m stays below the level.
 *
 *   adjusted p of the j-th smallest = max over k <= j of min(1, (m - k + 1) p_(k))
 *
 * Never less powerful than Bonferroni's m p, and as free of assumptions: the tests may depend on each other in any way.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian J. of Statistics 6 (1979).
 *
 * The adjusted probabilities in the order given.
 *
 * @throws RangeError for anything outside [0, 1].
 *
 * @example
 * holm([0.01, 0.5, 0.02]) // => [0.03, 0.5, 0.04]
 */
export function holm(probabilities: readonly number[]): number[] {
  const stray = probabilities.find((p) => !(p >= 0 && p <= 1));
  if (stray !== undefined) throw new RangeError(`a probability is a number in [0, 1], found ${stray}`);
  const order = probabilities.map((_, i) => i).sort((i, j) => probabilities[i] - probabilities[j]);
  const adjusted = new Array<number>(probabilities.length).fill(0);
  let largest = 0;
  order.forEach((i, passed) => {
    largest = Math.max(largest, Math.min(1, (order.length - passed) * probabilities[i]));
    adjusted[i] = largest;
  });
  return adjusted;
}
