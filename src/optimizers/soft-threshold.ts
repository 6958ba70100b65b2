/** soft(a, k) = sign(a) max(0, |a| - k): the proximal map of k |a|, and how L1 makes weights exactly 0. */
export function softThreshold(a: number, k: number): number {
  return a > k ? a - k : a < -k ? a + k : 0;
}
