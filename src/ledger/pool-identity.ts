/**
 * Checksum of rows without their labels: a pool that nobody has labelled and its labelled twin have the same one.
 *
 * CRC-32 over offsets, features and values, in hexadecimal.
 */
import { crc32 } from 'node:zlib';
import type { SparseRows } from '../data/sparse-rows.ts';
import type { PoolIdentity } from './entry.ts';

export function poolChecksum({ offsets, indices, values }: SparseRows): string {
  let sum = 0;
  for (const { buffer, byteOffset, byteLength } of [offsets, indices, values]) {
    // Without empty arrays: crc32 of nothing starts anew instead of continuing.
    if (byteLength > 0) sum = crc32(new Uint8Array(buffer, byteOffset, byteLength), sum);
  }
  return sum.toString(16).padStart(8, '0');
}

/** How a ledger's header names a pool. */
export function poolIdentity(name: string, rows: SparseRows): PoolIdentity {
  return { name, rows: rows.length, checksum: poolChecksum(rows) };
}
