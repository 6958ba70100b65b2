/**
 * soft(a, k) = sign(a) max(0, |a| - k), k >= 0: the proximal map of k |a|, and how L1 makes weights exactly 0.
 *
 * As the difference of two positive parts, for of three cases the processor would have to guess one for every feature.
 *
 * @example
 * softThreshold(-3, 1) // => -2
 * softThreshold(0.5, 1) // => 0
 * softThreshold(0.5, Infinity) // => 0
 */
export function softThreshold(a: number, k: number): number {
  return Math.max(0, a - k) - Math.max(0, -a - k);
}
