import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import {
  arraysOf,
  headerText,
  NAMES,
  padded,
  PRELUDE,
  preludeOf,
  sizesOf,
  type ArrayName,
  type CacheHeader,
  type NamedArrays,
} from './cache-format.ts';
import { bytesOf, crcOf } from '../../files/crc.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { counted, SizeError } from '../../rows/building/room.ts';
import { writeWhole } from '../../files/whole-file.ts';

/** What offsets can number. */
export const MOST_ENTRIES = 2 ** 32 - 1;
/** Bytes copied at once. */
const CHUNK = 1 << 20;

/** One array on its way into the file. */
interface Spill {
  readonly name: ArrayName;
  readonly file: string;
  readonly descriptor: number;
  length: number;
  bytes: number;
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
  await writeWhole(file, (temporary) => {
    const spills: Spill[] = [];
    try {
      const description = spillAll(temporary, datasets, spills);
      const lengths = Object.fromEntries(spills.map((spill) => [spill.name, spill.length]));
      join(temporary, headerText({ ...description, lengths }), spills);
    } finally {
      for (const { descriptor } of spills) closeSync(descriptor);
    }
    return Promise.resolve();
  });
}

/** Appends every array of every block to its file; `spills` are opened as they are met. */
function spillAll(
  temporary: string,
  datasets: Iterable<Dataset>,
  spills: Spill[],
): Pick<CacheHeader, 'name' | 'columns' | 'classNames'> {
  let first: Dataset | undefined;
  let entries = 0;
  let costs = 0;
  for (const dataset of datasets) {
    first ??= dataset;
    if (entries + dataset.rows.nonZeros > MOST_ENTRIES) throw new SizeError(`more than ${counted(MOST_ENTRIES, 'entries')}`);
    const arrays = arraysOf(dataset);
    // The first offset of a later block is said by the one before.
    const skipped = dataset === first ? 0 : 1;
    const going: NamedArrays = {
      ...arrays,
      offsets: shifted(dataset.rows.offsets.subarray(skipped), entries),
      ...(dataset.costs && { costOffsets: shifted(dataset.costs.offsets.subarray(skipped), costs) }),
    };
    for (const name of NAMES) {
      const array = going[name];
      if (array !== undefined) append(spillOf(temporary, name, spills), array);
    }
    entries += dataset.rows.nonZeros;
    costs += dataset.costs?.costs.length ?? 0;
  }
  if (first === undefined) throw new RangeError('there must be at least one block');
  const { name, rows, classNames } = first;
  return { name, columns: rows.columns, ...(classNames && { classNames: [...classNames] }) };
}

function spillOf(temporary: string, name: ArrayName, spills: Spill[]): Spill {
  const found = spills.find((spill) => spill.name === name);
  if (found !== undefined) return found;
  const file = `${temporary}.${name}`;
  const made = { name, file, descriptor: openSync(file, 'w+'), length: 0, bytes: 0 };
  spills.push(made);
  spills.sort((a, b) => NAMES.indexOf(a.name) - NAMES.indexOf(b.name));
  return made;
}

/** Offsets that go on from so many entries. */
function shifted(offsets: Uint32Array, entries: number): Uint32Array {
  return entries === 0 ? offsets : offsets.map((offset) => entries + offset);
}

function append(spill: Spill, array: NonNullable<NamedArrays[ArrayName]>): void {
  writeAll(spill.descriptor, bytesOf(array));
  spill.length += array.length;
  spill.bytes += array.byteLength;
}

/** Prelude, header and arrays, each padded; the checksum is known last and written then. */
function join(file: string, header: Buffer, spills: readonly Spill[]): void {
  const parts = [header.length, ...spills.map(({ bytes }) => bytes)];
  const sizes = sizesOf(
    parts.reduce((sum, bytes) => sum + padded(bytes), 0),
    header.length,
  );
  const target = openSync(file, 'w');
  try {
    writeAll(target, new Uint8Array(PRELUDE));
    let crc = crcOf([sizes]);
    const add = (bytes: Uint8Array): void => {
      writeAll(target, bytes);
      crc = crcOf([bytes], crc);
    };
    add(header);
    add(new Uint8Array(padded(header.length) - header.length));
    for (const spill of spills) {
      for (const chunk of chunksOf(spill)) add(chunk);
      add(new Uint8Array(padded(spill.bytes) - spill.bytes));
      rmSync(spill.file);
    }
    writeSync(target, preludeOf(sizes, crc), 0, PRELUDE, 0);
  } finally {
    closeSync(target);
  }
}

function* chunksOf({ descriptor, bytes }: Spill): Generator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK);
  for (let at = 0; at < bytes;) {
    const read = readSync(descriptor, chunk, 0, CHUNK, at);
    yield chunk.subarray(0, read);
    at += read;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
