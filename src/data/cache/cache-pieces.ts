import { setImmediate } from 'node:timers/promises';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { bytesOf, crcOf } from '../../files/crc.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { flawIn } from '../../rows/flaw.ts';
import { kernelBuffer } from '../../rows/kernels/memory.ts';
import { SparseRows } from '../../rows/sparse-rows.ts';
import { explained } from '../readers/bytes.ts';
import { NAMES, padded, PRELUDE, TYPES, type ArrayName, type CacheHeader } from './cache-format.ts';
import { DAMAGED, headerIn, preludeIn, refusal, requireDataset, requireLengths } from './cache-header.ts';

/** Rows and entries of a piece at most, a longer row aside; bytes of which the checksum is taken at once. */
const ROWS = 1 << 12;
const ENTRIES = 1 << 17;
const STRIDE = 1 << 20;

/**
 * The rows of a .iwal file in their order, a piece at a time: together the dataset that `readCache` reads at once, in memory that
 * does not grow with it: entries stand where those of the piece before stood. Costs of classes stay in the file: they are for learners of
 * several classes, who need all rows.
 *
 * The file is read twice, the first time for its checksum: no row is handed over of one that is damaged.
 *
 * Errors (DataError): those of `readCache`; a flaw in the rows is told when they are reached.
 */
export async function* cachePieces(file: string): AsyncGenerator<Dataset> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { header, starts } = await soundHeader(file, descriptor);
    const part = new CachePart(file, descriptor, header, starts);
    for (let row = 0; row < part.rows;) {
      const piece = part.from(row);
      row += piece.rows.length;
      yield piece;
    }
  } catch (error) {
    throw explained(file, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The header of a file whose checksum is right, and where in the file each array begins. */
async function soundHeader(
  file: string,
  descriptor: number,
): Promise<{ readonly header: CacheHeader; readonly starts: ReadonlyMap<ArrayName, number> }> {
  const prelude = new ArrayBuffer(PRELUDE);
  fill(file, descriptor, new Uint8Array(prelude), 0);
  const { crc, bodyBytes, headerBytes } = preludeIn(file, prelude, fstatSync(descriptor).size);
  let found = crcOf([new Uint8Array(prelude, 16)]);
  const bytes = Buffer.alloc(Math.min(STRIDE, bodyBytes));
  for (let at = 0; at < bodyBytes; at += bytes.length) {
    const stride = bytes.subarray(0, Math.min(bytes.length, bodyBytes - at));
    fill(file, descriptor, stride, PRELUDE + at);
    found = crcOf([stride], found);
    await setImmediate();
  }
  if (found !== crc) throw refusal(file, DAMAGED);
  const text = Buffer.alloc(headerBytes >= 0 && headerBytes <= bodyBytes ? padded(headerBytes) : 0);
  fill(file, descriptor, text.subarray(0, Math.min(text.length, bodyBytes)), PRELUDE);
  const header = headerIn(file, text, headerBytes);
  requireLengths(file, header.lengths, bodyBytes - padded(headerBytes));
  requireDataset(file, header.lengths);
  const starts = new Map<ArrayName, number>();
  let at = PRELUDE + padded(headerBytes);
  for (const name of NAMES) {
    starts.set(name, at);
    at += padded(TYPES[name].BYTES_PER_ELEMENT * (header.lengths[name] ?? 0));
  }
  return { header, starts };
}

/** Reads rows of an open file. */
class CachePart {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #header: CacheHeader;
  readonly #starts: ReadonlyMap<ArrayName, number>;
  /** Entries that there is memory for, and that memory. */
  #room = ENTRIES;
  #memory = bufferOfPiece(8 * ENTRIES);

  constructor(file: string, descriptor: number, header: CacheHeader, starts: ReadonlyMap<ArrayName, number>) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#header = header;
    this.#starts = starts;
    const { offsets = 0, indices = 0, values = 0, labels = 0, squaredNorms = 0, importances, groups } = header.lengths;
    const rows = offsets - 1;
    const perRow = [labels, squaredNorms, importances ?? rows, groups ?? rows];
    if (perRow.some((length) => length !== rows))
      throw refusal(file, `labels, norms or importances of ${perRow.join(', ')} rows of ${rows}`);
    if (indices !== values) throw refusal(file, `${indices} columns of ${values} values`);
  }

  get rows(): number {
    return this.#header.lengths.offsets! - 1;
  }

  /** As many rows from this one on as make a piece. */
  from(row: number): Dataset {
    const { name, columns, lengths, classNames } = this.#header;
    const most = Math.min(ROWS, this.rows - row);
    const positions = this.#array('offsets', Uint32Array, row, most + 1);
    const first = positions[0];
    let count = 1;
    while (count < most && positions[count + 1] - first <= ENTRIES) count++;
    const entries = positions[count] - first;
    const last = positions[count];
    const isWhole = (row > 0 || first === 0) && (row + count < this.rows || last === lengths.indices);
    if (!isWhole || entries < 0 || last > lengths.indices!)
      throw refusal(this.#file, `rows from ${first} to ${last} of ${lengths.indices!} entries`);
    const offsets = positions.slice(0, count + 1).map((position) => position - first);
    const [indices, values] = this.#entries(first, entries);
    const norms = this.#array('squaredNorms', Float64Array, row, count);
    const piece = {
      name,
      rows: new SparseRows(offsets, indices, values, columns, norms),
      labels: this.#array('labels', Float64Array, row, count),
      ...(lengths.importances !== undefined && { importances: this.#array('importances', Float64Array, row, count) }),
      ...(lengths.groups !== undefined && { groups: this.#array('groups', Uint32Array, row, count) }),
      ...(classNames && { classNames }),
    };
    const flaw = flawIn(piece);
    if (flaw !== undefined) throw refusal(this.#file, `${flaw}, counted from row ${row}`);
    return piece;
  }

  /** Indices and values where those of the last piece stood; those of a longer row stand elsewhere. */
  #entries(from: number, length: number): readonly [Uint32Array, Float32Array] {
    if (length > this.#room) {
      this.#room = length;
      this.#memory = bufferOfPiece(8 * length);
    }
    const indices = new Uint32Array(this.#memory, 0, length);
    const values = new Float32Array(this.#memory, 4 * this.#room, length);
    this.#fill('indices', indices, from);
    this.#fill('values', values, from);
    return [indices, values];
  }

  #array<N extends ArrayBufferView>(name: ArrayName, type: new (buffer: ArrayBuffer) => N, from: number, length: number): N {
    const array = new type(new ArrayBuffer(TYPES[name].BYTES_PER_ELEMENT * length));
    this.#fill(name, array, from);
    return array;
  }

  #fill(name: ArrayName, target: ArrayBufferView, from: number): void {
    fill(this.#file, this.#descriptor, bytesOf(target), this.#starts.get(name)! + TYPES[name].BYTES_PER_ELEMENT * from);
  }
}

/** For entries of so many bytes; of kernels where they can be had, however few the entries are: many pieces stand there. */
function bufferOfPiece(bytes: number): SharedArrayBuffer {
  return kernelBuffer(bytes) ?? new SharedArrayBuffer(bytes);
}

/** Fills the target with what stands at this place of the file. */
function fill(file: string, descriptor: number, target: Uint8Array, place: number): void {
  for (let at = 0; at < target.length;) {
    const read = readSync(descriptor, target, at, target.length - at, place + at);
    if (read === 0) throw refusal(file, 'a file that ends early');
    at += read;
  }
}
