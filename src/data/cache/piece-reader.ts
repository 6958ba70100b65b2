import { closeSync, openSync, readSync } from 'node:fs';
import { bytesOf, crcJoined, crcOf } from '../../files/crc.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { flawIn } from '../../rows/flaw.ts';
import { SparseRows } from '../../rows/sparse-rows.ts';
import type { ArrayName, CacheBegin, CacheHeader } from './cache-format.ts';
import { present } from '../../numerics/present.ts';

/** Rows and entries of a piece at most, a longer row aside; bytes of which the checksum is taken at once. */
const ROWS = 1 << 13;
const ENTRIES = 1 << 18;
const STRIDE = 1 << 20;

/** Bytes of memory that the entries of a piece stand in. */
export const PIECE_BYTES = 8 * ENTRIES;

/** The arrays of a .iwal file, which stand one behind the other until its end. */
export interface Body extends Pick<CacheHeader, 'name' | 'columns' | 'classNames'>, Omit<CacheBegin, 'header' | 'bytes'> {
  readonly file: string;
  readonly rows: number;
  readonly arrays: readonly { readonly name: ArrayName; readonly length: number; readonly bytes: number }[];
}

/** Rows that follow one another: their arrays, of which those of entries stand in a slot of the memory, or elsewhere for a longer row. */
export interface Piece {
  readonly slot: number;
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly squaredNorms: Float64Array<ArrayBuffer>;
  readonly labels: Float64Array<ArrayBuffer>;
  readonly importances?: Float64Array<ArrayBuffer>;
  readonly groups?: Uint32Array<ArrayBuffer>;
  readonly elsewhere?: { readonly indices: Uint32Array; readonly values: Float32Array };
}

/** What is wrong with a file, in words; undefined: its checksum is another one. */
export class Flaw extends Error {
  readonly found: string | undefined;

  constructor(found: string | undefined) {
    super(found);
    this.name = 'Flaw';
    this.found = found;
  }
}

/**
 * Reads the rows of a .iwal file in their order, a piece at a time, and every byte of it once: the checksum of each array grows as its
 * parts are read, and those of all arrays are joined before the last piece is handed over.
 *
 * @throws Flaw for rows that are not as they should be, and for a file that is damaged.
 */
export class PieceReader {
  readonly #body: Body;
  readonly #memory: SharedArrayBuffer;
  readonly #descriptor: number;
  readonly #tracks: ReadonlyMap<ArrayName, Track>;
  /** Rows that were handed over. */
  #row = 0;
  #isChecked = false;

  /** memory: PIECE_BYTES for each slot. */
  constructor(body: Body, memory: SharedArrayBuffer) {
    this.#body = body;
    this.#memory = memory;
    this.#descriptor = openSync(body.file, 'r');
    const tracks = new Map<ArrayName, Track>();
    let { start } = body;
    for (const array of body.arrays) {
      tracks.set(array.name, new Track(this.#descriptor, start, array));
      start += array.bytes;
    }
    this.#tracks = tracks;
  }

  /** As many rows as make a piece, their entries in this slot; undefined behind the last one. */
  next(slot: number): Piece | undefined {
    const { rows } = this.#body;
    const piece = this.#row < rows ? this.#piece(slot) : undefined;
    if (piece !== undefined) this.#row += piece.labels.length;
    if (this.#row === rows && !this.#isChecked) {
      this.#isChecked = true;
      // Reads what nobody has asked for.
      if (!this.#isSound()) throw new Flaw(undefined);
    }
    return piece;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #piece(slot: number): Piece {
    const row = this.#row;
    const { rows } = this.#body;
    const most = Math.min(ROWS, rows - row);
    const positions = this.#array('offsets', Uint32Array, row, most + 1);
    const first = positions[0];
    let count = 1;
    while (count < most && positions[count + 1] - first <= ENTRIES) count++;
    const entries = positions[count] - first;
    const last = positions[count];
    const all = this.#tracks.get('indices')?.length ?? 0;
    const isWhole = (row > 0 || first === 0) && (row + count < rows || last === all);
    if (!isWhole || entries < 0 || last > all) throw this.#flaw(`rows from ${first} to ${last} of ${all} entries`);
    const [indices, values] = this.#entries(slot, first, entries);
    const piece = {
      slot,
      offsets: positions.slice(0, count + 1).map((position) => position - first),
      squaredNorms: this.#array('squaredNorms', Float64Array, row, count),
      labels: this.#array('labels', Float64Array, row, count),
      ...(this.#tracks.has('importances') && { importances: this.#array('importances', Float64Array, row, count) }),
      ...(this.#tracks.has('groups') && { groups: this.#array('groups', Uint32Array, row, count) }),
      ...(entries > ENTRIES && { elsewhere: { indices, values } }),
    };
    const flaw = flawIn(datasetOf(this.#body, this.#memory, piece));
    if (flaw !== undefined) throw this.#flaw(`${flaw}, counted from row ${row}`);
    return piece;
  }

  #entries(slot: number, from: number, length: number): readonly [Uint32Array, Float32Array] {
    const views = length > ENTRIES ? entriesElsewhere(length) : entriesIn(this.#memory, slot, length);
    const [indices, values] = views;
    this.#tracks.get('indices')?.read(bytesOf(indices), 4 * from);
    this.#tracks.get('values')?.read(bytesOf(values), 4 * from);
    return views;
  }

  #array<N extends ArrayBufferView>(
    name: ArrayName,
    type: { new (length: number): N; readonly BYTES_PER_ELEMENT: number },
    from: number,
    length: number,
  ): N {
    const array = new type(length);
    this.#tracks.get(name)!.read(bytesOf(array), type.BYTES_PER_ELEMENT * from);
    return array;
  }

  #isSound(): boolean {
    let crc = this.#body.before;
    for (const { name, bytes } of this.#body.arrays) crc = crcJoined(crc, this.#tracks.get(name)!.checksum(), bytes);
    return crc === this.#body.crc;
  }

  /** Damage is the reason of other flaws, and told first. */
  #flaw(found: string): Flaw {
    return new Flaw(this.#isSound() ? found : undefined);
  }
}

/** The dataset that a piece is, on the memory that it was read into. */
export function datasetOf(
  { name, columns, classNames }: Pick<Body, 'name' | 'columns' | 'classNames'>,
  memory: SharedArrayBuffer,
  { slot, offsets, squaredNorms, labels, importances, groups, elsewhere }: Piece,
): Dataset {
  const [indices, values] =
    elsewhere === undefined ? entriesIn(memory, slot, offsets.at(-1)!) : [elsewhere.indices, elsewhere.values];
  return {
    name,
    rows: new SparseRows(offsets, indices, values, columns, squaredNorms),
    labels,
    ...present({ importances, groups, classNames }),
  };
}

/** Columns and values of so many entries in a slot. */
function entriesIn(memory: SharedArrayBuffer, slot: number, length: number): readonly [Uint32Array, Float32Array] {
  const at = slot * PIECE_BYTES;
  return [new Uint32Array(memory, at, length), new Float32Array(memory, at + 4 * ENTRIES, length)];
}

function entriesElsewhere(length: number): readonly [Uint32Array, Float32Array] {
  return [new Uint32Array(new SharedArrayBuffer(4 * length)), new Float32Array(new SharedArrayBuffer(4 * length))];
}

/** One array of a file, read from its begin to its end, and parts of it once more; its checksum grows on the way. */
class Track {
  readonly length: number;
  readonly #descriptor: number;
  readonly #start: number;
  readonly #bytes: number;
  /** Bytes that are in the checksum. */
  #counted = 0;
  #crc = 0;

  /** length: elements; bytes: with those that fill it up. */
  constructor(descriptor: number, start: number, { length, bytes }: Body['arrays'][number]) {
    this.#descriptor = descriptor;
    this.#start = start;
    this.length = length;
    this.#bytes = bytes;
  }

  /** Fills the target from this byte of the array on, which is not beyond what was read before. */
  read(target: Uint8Array, from: number): void {
    for (let at = 0; at < target.length;) {
      const stride = Math.min(STRIDE, target.length - at);
      const read = readSync(this.#descriptor, target, at, stride, this.#start + from + at);
      if (read === 0) throw new Flaw('a file that ends early');
      const fresh = target.subarray(at + Math.max(0, this.#counted - from - at), at + read);
      this.#crc = crcOf([fresh], this.#crc);
      this.#counted += fresh.length;
      at += read;
    }
  }

  /** Of the whole array; what nobody has read yet is read for it. */
  checksum(): number {
    const rest = new Uint8Array(Math.min(STRIDE, this.#bytes - this.#counted));
    while (this.#counted < this.#bytes) this.read(rest.subarray(0, this.#bytes - this.#counted), this.#counted);
    return this.#crc;
  }
}
