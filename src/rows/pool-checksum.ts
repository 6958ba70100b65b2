import { crcOf, crcText } from '../files/crc.ts';
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
  if (checksum === undefined) known.set(rows, (checksum = crcText(crcOf([rows.offsets, rows.indices, rows.values]))));
  return checksum;
}
