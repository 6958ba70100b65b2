import { murmur3 } from '../../numerics/murmur3.ts';

/**
 * Cuts the rows 0 … n-1 into so many shards by a hash of their numbers, shard = murmur3(number as 4 bytes, little-endian) mod shards:
 * the numbers of each shard's rows, ascending. The same on every machine; a shard may be empty.
 *
 * @throws RangeError for a number of shards that is no positive whole number.
 *
 * @example
 * shardsOf(6, 2).map((rows) => [...rows]) // => [[0, 1, 5], [2, 3, 4]]
 */
export function shardsOf(n: number, shards: number): Uint32Array[] {
  if (!(Number.isInteger(shards) && shards >= 1)) throw new RangeError(`the number of shards must be 1 or more, found ${shards}`);
  const bytes = new Uint8Array(4);
  const view = new DataView(bytes.buffer);
  const places = Uint32Array.from({ length: n }, (_, row) => {
    view.setUint32(0, row, true);
    return murmur3(bytes, 0, 4, 0) % shards;
  });
  const sizes = new Uint32Array(shards);
  for (const shard of places) sizes[shard]++;
  const parts = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(shards);
  places.forEach((shard, row) => {
    parts[shard][filled[shard]++] = row;
  });
  return parts;
}
