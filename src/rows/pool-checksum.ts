import { crc32 } from 'node:zlib';
import type { SparseRows } from './sparse-rows.ts';

const known = new WeakMap<SparseRows, string>();

/**
 * Checksum of rows without their labels: a pool that nobody has labelled and its labelled twin have the same one.
 *
 * CRC-32 over offsets, features and values, in hexadecimal. Rows never change, so that it is computed once for each.
 *
 * Eight hexadecimal digits; with the number of rows, the identity of a pool.
 */
export function poolChecksum(rows: SparseRows): string {
  let checksum = known.get(rows);
  if (checksum === undefined) known.set(rows, (checksum = checksumOf([rows.offsets, rows.indices, rows.values])));
  return checksum;
}

/** Of the bytes of these numbers, likewise. */
export function checksumOf(arrays: readonly (Uint32Array | Float32Array | Float64Array)[]): string {
  let sum = 0;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    // Without empty arrays: crc32 of nothing starts anew instead of continuing.
    if (byteLength > 0) sum = crc32(new Uint8Array(buffer, byteOffset, byteLength), sum);
  }
  return sum.toString(16).padStart(8, '0');
}
