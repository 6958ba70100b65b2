/** Checksums of data: part of every cell's identity, so that results of different data are never mixed. */
import { crc32 } from 'node:zlib';
import type { Dataset } from '../data/dataset.ts';
import type { Split } from './simulate.ts';

/** Equal for equal rows and labels in all parts, wherever they came from. */
export function fingerprintOf({ train, validation, test }: Split): string {
  return [train, validation, test].map((part) => (part === undefined ? '-' : checksum(part))).join('.');
}

function checksum({ rows, labels }: Dataset): string {
  let sum = 0;
  for (const array of [rows.offsets, rows.indices, rows.values, labels]) {
    sum = crc32(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), sum);
  }
  return sum.toString(16).padStart(8, '0');
}
