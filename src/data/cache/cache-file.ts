import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { writeTrouble } from '../../files/contents.ts';
import { crcOf, bytesOf, strides } from '../../files/crc.ts';
import { writeWhole } from '../../files/durable.ts';
import { present } from '../../numerics/present.ts';
import { finished, inPieces, type Work } from '../../numerics/work.ts';
import { allocated, counted, tooLarge, SizeError } from '../../rows/building/growing.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { flawIn } from '../../rows/flaw.ts';
import { bufferOfRows } from '../../rows/kernels/kernels.ts';
import { SparseRows } from '../../rows/sparse-rows.ts';
import { explained } from '../readers/bytes.ts';
import { DAMAGED, fill, refusal } from './cache-bytes.ts';
import { arraysOf, beginOf, costsIn, NAMES, padded, PRELUDE, preludeOf, TYPES } from './cache-format.ts';
import type { ArrayName, CacheHeader, NamedArrays } from './cache-format.ts';

/** A dataset from its binary file, and what that was made from where the file says so. */
export interface Cached {
  readonly dataset: Dataset;
  readonly source: CacheSource | undefined;
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
  return inPieces(reading(file), setImmediate);
}

function* reading(file: string): Work<Cached> {
  const { header, arrays } = yield* readingArrays(file);
  const { name, columns, source, classNames } = header;
  const { offsets, squaredNorms = NO_NUMBERS, labels = NO_NUMBERS, importances, groups, indices, values } = arrays;
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
function* readingArrays(file: string): Work<{ readonly header: CacheHeader; readonly arrays: NamedArrays }> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { header, arrays: stored, start, bytes, before, crc } = beginOf(file, descriptor);
    const body = allocated(bytes, counted(bytes, 'bytes'), () => bufferOfRows(bytes));
    yield;
    if ((yield* fill({ file, descriptor }, new Uint8Array(body, 0, bytes), start, before)) !== crc) throw refusal(file, DAMAGED);
    let at = 0;
    const arrays: Partial<Record<ArrayName, ArrayBufferView>> = {};
    for (const { name, length, bytes: taken } of stored) {
      const type: NumbersOn = TYPES[name];
      arrays[name] = new type(body, at, length);
      at += taken;
    }
    return { header, arrays: arrays as NamedArrays };
  } catch (error) {
    throw explained(file, tooLarge({ file }, error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What offsets can number. */
export const MOST_ENTRIES = 2 ** 32 - 1;
/** Bytes copied at once. */
const CHUNK = 1 << 20;

/** Which file, in which state, read with which options, a cache was made from. */
export type CacheSource = NonNullable<CacheHeader['source']>;

type Description = Pick<CacheHeader, 'name' | 'columns' | 'classNames'> & { readonly source?: CacheSource | undefined };

/** One array of the file, in memory or in a file of its own. */
interface Part {
  readonly name: ArrayName;
  /** Elements, and bytes of them. */
  readonly length: number;
  readonly bytes: number;
  chunks(): Iterable<Uint8Array>;
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
  const arrays = arraysOf(dataset);
  const parts = NAMES.flatMap((name): Part[] => {
    const array = arrays[name];
    return array === undefined
      ? []
      : [{ name, length: array.length, bytes: array.byteLength, chunks: () => strides(bytesOf(array)) }];
  });
  await writeWhole(file, (temporary) =>
    join(temporary, { ...descriptionOf(dataset), source }, parts).catch((error: unknown) => {
      throw writeTrouble(file, error, 'a disk with room, or a larger quota');
    }),
  );
}

/**
 * Writes a .iwal file from blocks of rows, one after the other, under the name and with the columns and classes of the first: for
 * datasets that nobody holds as a whole. It is byte for byte what `writeCache` makes of all of them in one, in the memory of one block.
 *
 * The file states its sizes first, and array stands after array: each array grows in a file of its own, and they are put one
 * behind the other when the last block is written. So the disk holds it twice for a while.
 *
 * @throws SizeError for more entries than offsets can number; those of the disk; those of `writeWhole`.
 */
export async function writeCacheBlocks(file: string, datasets: Iterable<Dataset>): Promise<void> {
  await writeWhole(file, async (temporary) => {
    const spills = new Map<ArrayName, Spill>();
    const spillOf = (name: ArrayName): Spill => {
      const found = spills.get(name) ?? newSpill(name, `${temporary}.${name}`);
      spills.set(name, found);
      return found;
    };
    try {
      const description = spillAll(datasets, spillOf);
      const parts = NAMES.flatMap((name) => spills.get(name) ?? []);
      await join(temporary, description, parts);
    } finally {
      for (const spill of spills.values()) spill.close();
    }
  });
}

function descriptionOf({ name, rows, classNames }: Dataset): Description {
  return { name, columns: rows.columns, ...(classNames && { classNames: [...classNames] }) };
}

/** An array that grows in a file of its own, which is gone when it has been copied. */
function newSpill(name: ArrayName, file: string) {
  const descriptor = openSync(file, 'w+');
  return {
    ...{ name, length: 0, bytes: 0 },
    append(array: NonNullable<NamedArrays[ArrayName]>): void {
      const bytes = bytesOf(array);
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      this.length += array.length;
      this.bytes += bytes.length;
    },
    *chunks(): Generator<Uint8Array> {
      const chunk = new Uint8Array(CHUNK);
      for (let at = 0; at < this.bytes;) {
        const read = readSync(descriptor, chunk, 0, CHUNK, at);
        yield chunk.subarray(0, read);
        at += read;
      }
      rmSync(file);
    },
    close: (): void => closeSync(descriptor),
  };
}

type Spill = ReturnType<typeof newSpill>;

/** Appends every array of every block to its file. */
function spillAll(datasets: Iterable<Dataset>, spillOf: (name: ArrayName) => Spill): Description {
  let first: Dataset | undefined;
  let entries = 0;
  let costs = 0;
  for (const dataset of datasets) {
    first ??= dataset;
    if (entries + dataset.rows.nonZeros > MOST_ENTRIES) throw new SizeError(`more than ${counted(MOST_ENTRIES, 'entries')}`);
    // The first offset of a later block is said by the one before.
    const skipped = dataset === first ? 0 : 1;
    const going: NamedArrays = {
      ...arraysOf(dataset),
      offsets: shifted(dataset.rows.offsets.subarray(skipped), entries),
      ...(dataset.costs && { costOffsets: shifted(dataset.costs.offsets.subarray(skipped), costs) }),
    };
    for (const name of NAMES) {
      const array = going[name];
      if (array !== undefined) spillOf(name).append(array);
    }
    entries += dataset.rows.nonZeros;
    costs += dataset.costs?.costs.length ?? 0;
  }
  if (first === undefined) throw new RangeError('there must be at least one block');
  return descriptionOf(first);
}

/** Offsets that go on from so many entries. */
function shifted(offsets: Uint32Array, entries: number): Uint32Array {
  return entries === 0 ? offsets : offsets.map((offset) => entries + offset);
}

/** Prelude, header and these arrays, which are in the order of NAMES, each padded; the checksum is known last and written then. */
async function join(file: string, description: Description, parts: readonly Part[]): Promise<void> {
  const { name, columns, source, classNames } = description;
  const lengths = Object.fromEntries(parts.map((part) => [part.name, part.length]));
  const header = Buffer.from(
    JSON.stringify({ name, columns, lengths, source, classNames } satisfies Record<keyof CacheHeader, unknown>),
  );
  const bodyBytes = parts.reduce((sum, { bytes }) => sum + padded(bytes), padded(header.length));
  const sizes = Float64Array.of(bodyBytes, header.length);
  const target = await open(file, 'w');
  try {
    let crc = crcOf([sizes]);
    let end = PRELUDE;
    const add = async (bytes: Uint8Array): Promise<void> => {
      crc = crcOf([bytes], crc);
      await writeAt(target, bytes, end);
      end += bytes.length;
    };
    const pad = (bytes: number): Promise<void> => add(new Uint8Array(padded(bytes) - bytes));
    await add(header);
    await pad(header.length);
    for (const part of parts) {
      for (const chunk of part.chunks()) await add(chunk);
      await pad(part.bytes);
    }
    await writeAt(target, preludeOf(sizes, crc), 0);
  } finally {
    await target.close();
  }
}

async function writeAt(target: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await target.write(bytes, at, bytes.length - at, place + at)).bytesWritten;
}
