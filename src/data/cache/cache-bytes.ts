import { builtin } from '../../files/builtin.ts';
import { crcOf } from '../../files/crc.ts';
import { DataError } from '../../files/data-error.ts';
import type { Work } from '../../numerics/work.ts';

const { readSync } = builtin('node:fs');

/** The version of the format (cache-format.ts). */
export const VERSION = 1;
/** Bytes read at once: they are still in the processor's cache when their checksum is taken. */
const PIECE = 1 << 20;

/** What is found where the checksum is another one. */
export const DAMAGED = 'damaged contents (the checksum differs)';

/** What is said of a .iwal file that is not as it should be. */
export function refusal(file: string, found: string): DataError {
  return new DataError({ file, found, legal: `a complete .iwal file of format version ${VERSION}` });
}

/** An open file of that kind. */
export interface OpenFile {
  readonly file: string;
  readonly descriptor: number;
}

/**
 * Fills the target from this place of the file, a piece at a time; the checksum that goes on from `crc`, taken of every piece while it
 * is at hand.
 *
 * @throws DataError for a file that ends before.
 */
export function* fill({ file, descriptor }: OpenFile, target: Uint8Array, place: number, crc = 0): Work<number> {
  for (let at = 0; at < target.length;) {
    const read = readSync(descriptor, target, at, Math.min(PIECE, target.length - at), place + at);
    if (read === 0) throw refusal(file, 'a file that ends early');
    crc = crcOf([target.subarray(at, at + read)], crc);
    at += read;
    yield;
  }
  return crc;
}
