import { setImmediate } from 'node:timers/promises';
import { closeSync, openSync } from 'node:fs';
import { explained } from '../readers/bytes.ts';
import {
  type ArrayName,
  beginOf,
  type CacheHeader,
  costsIn,
  DAMAGED,
  type NamedArrays,
  NAMES,
  padded,
  readFully,
  refusal,
  requireDataset,
  TYPES,
} from './cache-format.ts';
import type { CacheSource } from './cache-writer.ts';
import { crcOf } from '../../files/crc.ts';
import { finished, type Work } from '../../numerics/work.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { flawIn } from '../../rows/flaw.ts';
import { bufferOfRows } from '../../rows/kernels/kernels.ts';
import { allocated, counted, tooLarge } from '../../rows/building/growing.ts';
import { SparseRows } from '../../rows/sparse-rows.ts';
import { present } from '../../numerics/present.ts';

/** Bytes read at once: they are still in the processor's cache when their checksum is taken. */
const PIECE = 1 << 20;

/** A dataset from its binary file, and what that was made from where the file says so. */
export interface Cached {
  readonly dataset: Dataset;
  readonly source: CacheSource | undefined;
}

/** What such a file holds. */
export interface CachedArrays extends Pick<CacheHeader, 'name' | 'columns' | 'classNames'> {
  readonly source: CacheSource | undefined;
  readonly arrays: NamedArrays;
}

/**
 * The dataset of a file that `writeCache` wrote, and what it was made from; in one go, for threads that nobody interrupts.
 *
 * @throws DataError: no such file, a foreign file, another version, a truncated, longer or damaged file.
 */
export function readCache(file: string): Cached {
  return finished(reading(file));
}

/** The same, a piece of the file at a time: what else waits for this thread, Ctrl-C among it, is heard in between. */
export function readCacheInPieces(file: string): Promise<Cached> {
  return inPieces(reading(file));
}

/** The arrays of such a file, whatever they mean, a piece of the file at a time. */
export function readArrays(file: string): Promise<CachedArrays> {
  return inPieces(readingArrays(file));
}

async function inPieces<T>(work: Work<T>): Promise<T> {
  try {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      await setImmediate();
    }
  } finally {
    work.return(undefined as never);
  }
}

function* reading(file: string): Work<Cached> {
  const { name, columns, source, classNames, arrays } = yield* readingArrays(file);
  const { offsets, squaredNorms = NO_NUMBERS, labels = NO_NUMBERS, importances, groups, indices, values, initials } = arrays;
  requireDataset(file, { initials: initials?.length });
  const rows = new SparseRows(offsets!, indices ?? new Uint32Array(0), values ?? new Float32Array(0), columns, squaredNorms);
  const costs = costsIn(arrays);
  const dataset = { ...{ name, rows, labels }, ...present({ importances, groups, classNames, costs }) };
  yield;
  const flaw = flawIn(dataset);
  if (flaw !== undefined) throw refusal(file, flaw);
  return { dataset, source };
}

type NumbersOn = new (buffer: SharedArrayBuffer, at: number, length: number) => NonNullable<NamedArrays[ArrayName]>;

const NO_NUMBERS = new Float64Array(0);

/**
 * The arrays of a file whose size, kind and checksum are right, on one buffer. A large one is a memory of kernels, for what stands in it
 * is mostly rows.
 */
function* readingArrays(file: string): Work<CachedArrays> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { header, start, bytes, before, crc } = beginOf(file, descriptor);
    const { name, columns, lengths, source, classNames } = header;
    const body = allocated(bytes, counted(bytes, 'bytes'), () => bufferOfRows(bytes));
    yield;
    if ((yield* fill(file, descriptor, new Uint8Array(body, 0, bytes), start, before)) !== crc) throw refusal(file, DAMAGED);
    let at = 0;
    const arrays: Partial<Record<ArrayName, ArrayBufferView>> = {};
    for (const each of NAMES) {
      const length = lengths[each];
      if (length === undefined) continue;
      const type: NumbersOn = TYPES[each];
      const array = new type(body, at, length);
      arrays[each] = array;
      at += padded(array.byteLength);
    }
    return { name, columns, source, ...(classNames && { classNames }), arrays: arrays as NamedArrays };
  } catch (error) {
    throw explained(file, tooLarge({ file }, error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Fills the target from this place of the file; the checksum that goes on from `crc`, taken of every piece while it is at hand. */
function* fill(file: string, descriptor: number, target: Uint8Array, place: number, crc: number): Work<number> {
  for (let at = 0; at < target.length; at += PIECE) {
    const piece = target.subarray(at, at + PIECE);
    readFully(file, descriptor, piece, place + at);
    crc = crcOf([piece], crc);
    yield;
  }
  return crc;
}
