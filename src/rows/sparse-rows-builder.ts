import { Growing } from './growing.ts';
import { allocated, counted, roomHere, SizeError, type Room } from './room.ts';
import { RowBuffer } from './row-buffer.ts';
import { SparseRows } from './sparse-rows.ts';

const FIRST_BLOCK = 1 << 12;
const LARGEST_BLOCK = 1 << 22;
/** Bytes of an entry. */
const ENTRY = 8;

interface Block {
  readonly indices: Uint32Array;
  readonly values: Float32Array;
  used: number;
}

/** What rows may take up; tests set smaller ones. */
export interface SparseRowsLimits {
  /** The largest number an offset can be. */
  readonly entries: number;
  /** Asked before an array of a megabyte or more is made. */
  readonly room: Room;
}

const LIMITS: SparseRowsLimits = { entries: 2 ** 32 - 1, room: roomHere };

/**
 * Grows SparseRows one entry at a time and makes every row canonical: indices ascending, duplicates summed, zeros dropped.
 *
 * Values are summed in double (row-buffer.ts) and rounded to single once; what rounds to zero is a zero. Finished rows go into
 * blocks that are never moved; `build` copies each block once into a SharedArrayBuffer and lets it go, so that the peak is twice
 * the finished size and no entry is copied more than twice. A row that arrives ascending costs one copy and no allocation.
 *
 * @throws RangeError for an index that is no integer in [0, 2^32), a value that is not finite in single precision; a SizeError for
 * more than 2^32 - 1 entries, which offsets cannot number, and for more than fits the memory.
 *
 * @example
 * const builder = new SparseRowsBuilder();
 * builder.add(7, 1); builder.add(3, 0.25); builder.add(7, 2); builder.endRow();
 * Array.from(builder.build().values) // => [0.25, 3]
 */
export class SparseRowsBuilder {
  readonly #limits: SparseRowsLimits;
  readonly #row: RowBuffer;
  /** Full blocks, and the one that takes the next row. */
  #blocks: Block[] = [];
  #block: Block;
  /** Where each row begins, the open one included, and the squared norm of each finished one. */
  #offsets: Growing<Uint32Array>;
  #norms: Growing<Float64Array>;
  #nonZeros = 0;
  #columns = 0;

  constructor(limits: SparseRowsLimits = LIMITS) {
    this.#limits = limits;
    this.#row = new RowBuffer(limits.room);
    this.#block = newBlock(FIRST_BLOCK, limits.room);
    this.#offsets = firstOffset(limits.room);
    this.#norms = new Growing(Float64Array, limits.room);
  }

  /** Number of finished rows. */
  get length(): number {
    return this.#norms.length;
  }

  /** Number of entries kept in finished rows. */
  get nonZeros(): number {
    return this.#nonZeros;
  }

  /** One more than the largest index seen, dropped zeros included. */
  get columns(): number {
    return this.#columns;
  }

  /** Adds x[index] += value to the current row. */
  add(index: number, value: number): void {
    this.#row.add(index, value);
  }

  /** Finishes the current row, which may be empty. */
  endRow(): void {
    const row = this.#row;
    row.settle();
    const { indices, values, length } = row;
    const block = this.#roomFor(length);
    const start = block.used;
    let end = start;
    let norm = 0;
    for (let k = 0; k < length; k++) {
      const value = Math.fround(values[k]);
      if (value === 0) continue;
      block.indices[end] = indices[k];
      block.values[end] = value;
      norm += value * value;
      end++;
    }
    if (!(norm < Infinity)) throw this.#notFinite();
    if (length > 0) this.#columns = Math.max(this.#columns, indices[length - 1] + 1);
    block.used = end;
    this.#nonZeros += end - start;
    this.#offsets.push(this.#nonZeros);
    this.#norms.push(norm);
    row.clear();
  }

  /** The finished rows, on shared memory; the builder is empty afterwards. columns: at least one more than any index. */
  build(columns = this.#columns): SparseRows {
    if (this.#row.length > 0) throw new RangeError('the last row was not finished with endRow()');
    if (columns < this.#columns) throw new RangeError(`columns must be at least ${this.#columns}, found ${columns}`);
    const { room } = this.#limits;
    const nonZeros = this.#nonZeros;
    const offsets = this.#offsets.shared();
    const norms = this.#norms.shared();
    const [indices, values] = allocated(
      ENTRY * nonZeros,
      counted(nonZeros, 'entries'),
      () =>
        [new Uint32Array(new SharedArrayBuffer(4 * nonZeros)), new Float32Array(new SharedArrayBuffer(4 * nonZeros))] as const,
      room,
    );
    const blocks = [...this.#blocks, this.#block];
    this.#blocks = [];
    this.#block = newBlock(FIRST_BLOCK, room);
    this.#offsets = firstOffset(room);
    this.#norms = new Growing(Float64Array, room);
    this.#nonZeros = 0;
    this.#columns = 0;
    let at = 0;
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      indices.set(block.indices.subarray(0, block.used), at);
      values.set(block.values.subarray(0, block.used), at);
      at += block.used;
    }
    return new SparseRows(offsets, indices, values, columns, norms);
  }

  /** The open block, or a new one where it has no room for `length` more entries. */
  #roomFor(length: number): Block {
    const { entries, room } = this.#limits;
    if (this.#nonZeros + length > entries)
      throw new SizeError(`more than ${counted(entries, 'entries')}, the most that one data set can number`);
    const block = this.#block;
    if (block.used + length <= block.indices.length) return block;
    const next = newBlock(Math.max(length, Math.min(LARGEST_BLOCK, 2 * block.indices.length)), room, this.#nonZeros);
    this.#blocks.push(block);
    this.#block = next;
    return next;
  }

  #notFinite(): RangeError {
    const { indices, values, length } = this.#row;
    const k = values.subarray(0, length).findIndex((value) => !Number.isFinite(Math.fround(value)));
    return new RangeError(`row ${this.length}, column ${indices[k]}: ${values[k]} is not finite in single precision`);
  }
}

/** nonZeros: what there is already. */
function newBlock(capacity: number, room: Room, nonZeros = 0): Block {
  const make = (): Block => ({ indices: new Uint32Array(capacity), values: new Float32Array(capacity), used: 0 });
  return allocated(ENTRY * capacity, counted(nonZeros + capacity, 'entries'), make, room);
}

function firstOffset(room: Room): Growing<Uint32Array> {
  const offsets = new Growing(Uint32Array, room);
  offsets.push(0);
  return offsets;
}
