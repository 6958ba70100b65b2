/**
 * Paired differences first[i] - second[i]: two methods on the same streams with the same coins, seed by seed.
 *
 * What the pairs share (a hard stream, a lucky order) cancels in the difference, and only the rest counts as noise.
 *
 * @throws RangeError: lists of unequal length, and a pair without a difference (NaN, or twice the same infinity).
 *
 * @example
 * differences([3, 5], [1, 6]) // => [2, -1]
 */
export function differences(first: readonly number[], second: readonly number[]): number[] {
  if (first.length !== second.length)
    throw new RangeError(`pairs need lists of one length, found ${first.length} and ${second.length}`);
  return first.map((x, i) => {
    const difference = x - second[i];
    if (Number.isNaN(difference)) throw new RangeError(`pair ${i} has no difference: ${x} and ${second[i]}`);
    return difference;
  });
}
