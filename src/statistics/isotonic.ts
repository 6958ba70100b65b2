/**
 * The non-increasing sequence nearest to some numbers in squared distance: isotonic regression, each number of equal weight.
 *
 * Pool adjacent violators: a number that is larger than the mean of the block before it joins that block, which may then join the
 * one before.
 *
 * @throws RangeError for NaN, which has no order.
 *
 * @example
 * nonIncreasing([4, 1, 2, 0]) // => [4, 1.5, 1.5, 0]
 *
 * Source: Ayer, Brunk, Ewing, Reid & Silverman, An empirical distribution function for sampling with incomplete information (1955).
 */
export function nonIncreasing(numbers: readonly number[]): number[] {
  const blocks: { sum: number; size: number }[] = [];
  for (const x of numbers) {
    if (Number.isNaN(x)) throw new RangeError('isotonic regression needs numbers, found NaN');
    let block = { sum: x, size: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.sum * block.size < block.sum * last.size; last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, size: last.size + block.size };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, size }) => new Array<number>(size).fill(sum / size));
}
