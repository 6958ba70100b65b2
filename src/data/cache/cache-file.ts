import { setImmediate } from 'node:timers/promises';
import { closeSync, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { explained } from '../readers/bytes.ts';
import {
  arraysOf,
  costsIn,
  headerText,
  NAMES,
  padded,
  PRELUDE,
  preludeOf,
  sizesOf,
  type CacheHeader,
  TYPES,
  type ArrayName,
  type NamedArrays,
} from './cache-format.ts';
import { DAMAGED, headerIn, preludeIn, refusal, requireDataset, requireLengths } from './cache-header.ts';
import { bytesOf, crcOf, strides } from '../../files/crc.ts';
import { finished, type Work } from '../../numerics/work.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { flawIn } from '../../rows/flaw.ts';
import { bufferOfRows } from '../../rows/kernels/memory.ts';
import { allocated, counted, tooLarge } from '../../rows/building/room.ts';
import { SparseRows } from '../../rows/sparse-rows.ts';
import { writeWhole } from '../../files/whole-file.ts';
import { writeTrouble } from '../../files/write-trouble.ts';

/** Bytes read at once: they are still in the processor's cache when their checksum is taken. */
const PIECE = 1 << 20;

/** Which file, in which state, read with which options, a cache was made from. */
export type CacheSource = NonNullable<CacheHeader['source']>;

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
 * Writes a dataset as one binary file (.iwal) that loads at the speed of one read and one checksum; its layout is in cache-format.ts.
 *
 * The whole body is read into one SharedArrayBuffer on which the dataset's arrays are views: nothing is copied.
 *
 * A file is read whole or not at all, and written whole or not at all. A checksum shows damage, not intent: what the arrays hold is
 * looked at as well (rows/flaw.ts).
 *
 * @throws DataError for a place where no file can be written.
 */
export async function writeCache(file: string, dataset: Dataset, source?: CacheSource): Promise<void> {
  const { name, rows, classNames } = dataset;
  const description = { name, columns: rows.columns, source, ...(classNames && { classNames: [...classNames] }) };
  await writeArrays(file, description, arraysOf(dataset));
}

/** Writes arrays under these names as such a file, whatever they mean. */
export async function writeArrays(
  file: string,
  { source, ...description }: Pick<CacheHeader, 'name' | 'columns' | 'classNames'> & { readonly source: CacheSource | undefined },
  arrays: NamedArrays,
): Promise<void> {
  const present = NAMES.flatMap((each) => arrays[each] ?? []);
  const lengths = Object.fromEntries(NAMES.flatMap((each) => (arrays[each] === undefined ? [] : [[each, arrays[each].length]])));
  const header = headerText({ ...description, lengths, ...(source && { source }) });
  const padding = ({ byteLength }: ArrayBufferView): Uint8Array => new Uint8Array(padded(byteLength) - byteLength);
  const body = [header, ...present].flatMap((part) => [bytesOf(part), padding(part)]);
  const sizes = sizesOf(
    body.reduce((sum, part) => sum + part.length, 0),
    header.length,
  );
  const parts = [preludeOf(sizes, crcOf([sizes, ...body])), ...body];
  await writeWhole(file, (temporary) =>
    pipeline(
      parts.flatMap((part) => [...strides(part)]),
      createWriteStream(temporary),
    ).catch((error: unknown) => {
      throw writeTrouble(file, error, 'a disk with room, or a larger quota');
    }),
  );
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
  const dataset = {
    ...{ name, rows, labels },
    ...(importances && { importances }),
    ...(groups && { groups }),
    ...(classNames && { classNames }),
    ...(costs && { costs }),
  };
  yield;
  const flaw = flawIn(dataset);
  if (flaw !== undefined) throw refusal(file, flaw);
  return { dataset, source };
}

type NumbersOn = new (buffer: SharedArrayBuffer, at: number, length: number) => NonNullable<NamedArrays[ArrayName]>;

const NO_NUMBERS = new Float64Array(0);

function* readingArrays(file: string): Work<CachedArrays> {
  const { body, bodyBytes, headerBytes } = yield* readParts(file);
  const { name, columns, lengths, source, classNames } = headerIn(file, Buffer.from(body, 0, bodyBytes), headerBytes);
  requireLengths(file, lengths, bodyBytes - padded(headerBytes));
  let at = padded(headerBytes);
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
}

/**
 * A buffer that begins with the body of a file whose size, kind and checksum are right, and the bytes of the body and its header. A
 * large one is a memory of kernels, for what stands in it is mostly rows.
 */
function* readParts(file: string): Work<{ body: SharedArrayBuffer; bodyBytes: number; headerBytes: number }> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const prelude = new ArrayBuffer(PRELUDE);
    yield* fill(file, descriptor, new Uint8Array(prelude), 0);
    const { bodyBytes, headerBytes, crc: written } = preludeIn(file, prelude, fstatSync(descriptor).size);
    const body = allocated(bodyBytes, counted(bodyBytes, 'bytes'), () => bufferOfRows(bodyBytes));
    const crc = yield* fill(file, descriptor, new Uint8Array(body, 0, bodyBytes), crcOf([new Uint8Array(prelude, 16)]));
    if (crc !== written) throw refusal(file, DAMAGED);
    return { body, bodyBytes, headerBytes };
  } catch (error) {
    throw explained(file, tooLarge({ file }, error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Fills the target from the file; returns the checksum that goes on from `crc`, taken of every piece while it is at hand. */
function* fill(file: string, descriptor: number, target: Uint8Array, crc: number): Work<number> {
  for (let at = 0; at < target.length;) {
    const read = readSync(descriptor, target, at, Math.min(PIECE, target.length - at), null);
    if (read === 0) throw refusal(file, 'a file that ends early');
    crc = crcOf([target.subarray(at, at + read)], crc);
    at += read;
    yield;
  }
  return crc;
}
