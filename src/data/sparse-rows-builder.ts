/**
 * Grows SparseRows one entry at a time and makes every row canonical: indices ascending, duplicates summed, zeros dropped.
 *
 * Values are summed in double (row-buffer.ts) and rounded to single once; what rounds to zero is a zero. Finished rows go into
 * blocks that are never moved; `build` copies each block once into a SharedArrayBuffer and lets it go, so that the peak is twice
 * the finished size and no entry is copied more than twice. A row that arrives ascending costs one copy and no allocation.
 *
 * Errors (RangeError): an index that is no integer in [0, 2^32), a value that is not finite in single precision, more than
 * 2^32 - 1 entries.
 *
 * @example
 * const builder = new SparseRowsBuilder();
 * builder.add(7, 1); builder.add(3, 0.25); builder.add(7, 2); builder.endRow();
 * Array.from(builder.build().values) // => [0.25, 3]
 */
import { RowBuffer } from './row-buffer.ts';
import { SparseRows } from './sparse-rows.ts';

const FIRST_BLOCK = 1 << 12;
const LARGEST_BLOCK = 1 << 22;
const MOST_ENTRIES = 2 ** 32 - 1;

interface Block {
  readonly indices: Uint32Array;
  readonly values: Float32Array;
  used: number;
}

export class SparseRowsBuilder {
  readonly #row = new RowBuffer();
  /** Full blocks, and the one that takes the next row. */
  #blocks: Block[] = [];
  #block = newBlock(FIRST_BLOCK);
  /** Where each finished row ends, and its squared norm. */
  #ends = new Uint32Array(256);
  #norms = new Float64Array(256);
  #length = 0;
  #nonZeros = 0;
  #columns = 0;

  /** Number of finished rows. */
  get length(): number {
    return this.#length;
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
    this.#closeRow(norm);
    row.clear();
  }

  /** The finished rows, on shared memory; the builder is empty afterwards. columns: at least one more than any index. */
  build(columns = this.#columns): SparseRows {
    if (this.#row.length > 0) throw new RangeError('the last row was not finished with endRow()');
    if (columns < this.#columns) throw new RangeError(`columns must be at least ${this.#columns}, found ${columns}`);
    const offsets = new Uint32Array(new SharedArrayBuffer(4 * (this.#length + 1)));
    offsets.set(this.#ends.subarray(0, this.#length), 1);
    const norms = new Float64Array(new SharedArrayBuffer(8 * this.#length));
    norms.set(this.#norms.subarray(0, this.#length));
    const indices = new Uint32Array(new SharedArrayBuffer(4 * this.#nonZeros));
    const values = new Float32Array(new SharedArrayBuffer(4 * this.#nonZeros));
    const blocks = [...this.#blocks, this.#block];
    this.#blocks = [];
    this.#block = newBlock(FIRST_BLOCK);
    this.#length = 0;
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
    if (this.#nonZeros + length > MOST_ENTRIES) throw new RangeError(`no more than ${MOST_ENTRIES} entries fit one SparseRows`);
    const block = this.#block;
    if (block.used + length <= block.indices.length) return block;
    this.#blocks.push(block);
    this.#block = newBlock(Math.max(length, Math.min(LARGEST_BLOCK, 2 * block.indices.length)));
    return this.#block;
  }

  #closeRow(norm: number): void {
    if (this.#length === this.#ends.length) {
      this.#ends = enlarged(this.#ends, new Uint32Array(2 * this.#length));
      this.#norms = enlarged(this.#norms, new Float64Array(2 * this.#length));
    }
    this.#ends[this.#length] = this.#nonZeros;
    this.#norms[this.#length] = norm;
    this.#length++;
  }

  #notFinite(): RangeError {
    const { indices, values, length } = this.#row;
    const k = values.subarray(0, length).findIndex((value) => !Number.isFinite(Math.fround(value)));
    return new RangeError(`row ${this.#length}, column ${indices[k]}: ${values[k]} is not finite in single precision`);
  }
}

function newBlock(capacity: number): Block {
  return { indices: new Uint32Array(capacity), values: new Float32Array(capacity), used: 0 };
}

function enlarged<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
