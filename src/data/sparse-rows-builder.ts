/**
 * Grows SparseRows one entry at a time and makes every row canonical: indices ascending, duplicates summed, zeros dropped.
 *
 * Entries of the current row wait in double precision; `endRow` sorts them only if they did not arrive ascending (one native
 * sort of keys index * span + position, stable by construction), so that a sorted row costs one copy. Finished rows go into
 * blocks that are never moved; `build` copies each block once into a SharedArrayBuffer and lets it go, so that the peak is
 * twice the finished size and no entry is copied more than twice.
 *
 * Values are summed in double and rounded to single once; what rounds to zero is a zero. A value that is not finite in
 * single precision is a RangeError, as is an index that is no integer in [0, 2^32).
 *
 * @example
 * const builder = new SparseRowsBuilder();
 * builder.add(7, 1); builder.add(3, 0.25); builder.add(7, 2); builder.endRow();
 * Array.from(builder.build().values) // => [0.25, 3]
 */
import { SparseRows } from './sparse-rows.ts';

const FIRST_BLOCK = 1 << 12;
const LARGEST_BLOCK = 1 << 22;
const LARGEST_EXACT = 2 ** 53;
const MOST_ENTRIES = 2 ** 32 - 1;

interface Block {
  readonly indices: Uint32Array;
  readonly values: Float32Array;
  used: number;
}

export class SparseRowsBuilder {
  /** The current row, as it arrived. */
  #rowIndices = new Uint32Array(256);
  #rowValues = new Float64Array(256);
  #keys = new Float64Array(256);
  #rowLength = 0;
  #lastIndex = -1;
  #ascending = true;
  /** Finished rows. */
  #blocks: Block[] = [];
  #block = newBlock(FIRST_BLOCK);
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
    if (index >>> 0 !== index) throw new RangeError(`an index is an integer in [0, 2^32), found ${index}`);
    const at = this.#rowLength;
    if (at === this.#rowIndices.length) this.#growRow();
    if (index <= this.#lastIndex) this.#ascending = false;
    this.#lastIndex = index;
    this.#rowIndices[at] = index;
    this.#rowValues[at] = value;
    this.#rowLength = at + 1;
  }

  /** Finishes the current row, which may be empty. */
  endRow(): void {
    const indices = this.#rowIndices;
    const values = this.#rowValues;
    const length = this.#ascending ? this.#rowLength : this.#sortAndMerge();
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
    if (!(norm < Infinity)) throw this.#notFinite(length);
    if (length > 0) this.#columns = Math.max(this.#columns, indices[length - 1] + 1);
    this.#finish(block, end - start, norm);
  }

  /** The finished rows, on shared memory; the builder is empty afterwards. columns: at least one more than any index. */
  build(columns = this.#columns): SparseRows {
    if (this.#rowLength > 0) throw new RangeError('the last row was not finished with endRow()');
    if (columns < this.#columns) throw new RangeError(`columns must be at least ${this.#columns}, found ${columns}`);
    const offsets = new Uint32Array(new SharedArrayBuffer(4 * (this.#length + 1)));
    offsets.set(this.#ends.subarray(0, this.#length), 1);
    const norms = new Float64Array(new SharedArrayBuffer(8 * this.#length));
    norms.set(this.#norms.subarray(0, this.#length));
    const indices = new Uint32Array(new SharedArrayBuffer(4 * this.#nonZeros));
    const values = new Float32Array(new SharedArrayBuffer(4 * this.#nonZeros));
    const blocks = [...this.#blocks, this.#block];
    this.#reset();
    let at = 0;
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      indices.set(block.indices.subarray(0, block.used), at);
      values.set(block.values.subarray(0, block.used), at);
      at += block.used;
    }
    return new SparseRows(offsets, indices, values, columns, norms);
  }

  /** Brings the current row into ascending order, equal indices summed in arrival order; returns its new length. */
  #sortAndMerge(): number {
    const length = this.#rowLength;
    const indices = this.#rowIndices;
    const values = this.#rowValues;
    const span = 2 ** Math.ceil(Math.log2(length));
    if (this.#keys.length < 2 * length) this.#keys = new Float64Array(2 * indices.length);
    const keys = this.#keys.subarray(0, length);
    const arrived = this.#keys.subarray(length, 2 * length);
    for (let k = 0; k < length; k++) {
      keys[k] = indices[k] * span + k;
      if (keys[k] >= LARGEST_EXACT) throw new RangeError(`a row of ${length} unsorted entries reaches only to index ${LARGEST_EXACT / span - 1}`);
      arrived[k] = values[k];
    }
    keys.sort();
    let last = -1;
    let index = -1;
    for (let k = 0; k < length; k++) {
      const next = Math.floor(keys[k] / span);
      const value = arrived[keys[k] - next * span];
      if (next === index) values[last] += value;
      else {
        index = next;
        last++;
        indices[last] = index;
        values[last] = value;
      }
    }
    return last + 1;
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

  #finish(block: Block, entries: number, norm: number): void {
    block.used += entries;
    this.#nonZeros += entries;
    if (this.#length === this.#ends.length) {
      this.#ends = enlarged(this.#ends, new Uint32Array(2 * this.#length));
      this.#norms = enlarged(this.#norms, new Float64Array(2 * this.#length));
    }
    this.#ends[this.#length] = this.#nonZeros;
    this.#norms[this.#length] = norm;
    this.#length++;
    this.#rowLength = 0;
    this.#lastIndex = -1;
    this.#ascending = true;
  }

  #growRow(): void {
    const capacity = 2 * this.#rowIndices.length;
    this.#rowIndices = enlarged(this.#rowIndices, new Uint32Array(capacity));
    this.#rowValues = enlarged(this.#rowValues, new Float64Array(capacity));
  }

  #notFinite(length: number): RangeError {
    const k = this.#rowValues.subarray(0, length).findIndex((value) => !Number.isFinite(Math.fround(value)));
    return new RangeError(`row ${this.#length}, column ${this.#rowIndices[k]}: ${this.#rowValues[k]} is not finite in single precision`);
  }

  #reset(): void {
    this.#blocks = [];
    this.#block = newBlock(FIRST_BLOCK);
    this.#length = 0;
    this.#nonZeros = 0;
    this.#columns = 0;
  }
}

function newBlock(capacity: number): Block {
  return { indices: new Uint32Array(capacity), values: new Float32Array(capacity), used: 0 };
}

function enlarged<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
