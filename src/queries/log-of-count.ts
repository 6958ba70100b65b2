import { log } from '../numerics/portable.ts';

/** How many are remembered, a power of two: more rows than a pacer looks back. */
const PLACES = 512;
const counts = new Float64Array(PLACES).fill(NaN);
const logarithms = new Float64Array(PLACES);

/**
 * ln k of a count k, from memory where it was asked for lately: rules ask for those of successive rows, and a pacer asks again for
 * its window.
 *
 * @example
 * [logOfCount(1), logOfCount(1)] // => [0, 0]
 */
export function logOfCount(k: number): number {
  const at = k & (PLACES - 1);
  if (counts[at] !== k) {
    counts[at] = k;
    logarithms[at] = log(k);
  }
  return logarithms[at];
}
