import { SparseRows } from '../sparse-rows.ts';
import { allocated, counted, Growing, GrowingEntries, LIMITS, roomHere, widened } from './growing.ts';
import type { Memory, Room, SparseRowsLimits } from './growing.ts';

/**
 * Grows SparseRows one entry at a time and makes every row canonical: indices ascending, duplicates summed, zeros dropped.
 *
 * Values are summed in double and rounded to single once; what rounds to zero is a zero. Finished rows stand where
 * they stay (growing.ts), so that the peak is the finished size. A row that arrives ascending costs one copy and no
 * allocation; a reader that writes canonical rows itself spares the copy: `entries` and `endRowInPlace`.
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
  /**
   * Where finished rows stand, in the first `nonZeros` places; the next row may be written behind them. Others may take their place
   * where there is no finished row.
   */
  entries: GrowingEntries;
  /** Where each row begins, the open one included, and the squared norm of each finished one. */
  readonly #offsets: Growing<Uint32Array>;
  readonly #norms: Growing<Float64Array>;
  #nonZeros = 0;
  #columns = 0;
  /** Rows that were handed over before those that are here: errors count them. */
  before = 0;

  constructor(limits: SparseRowsLimits = LIMITS) {
    this.#limits = limits;
    this.#row = new RowBuffer(limits.room);
    this.entries = new GrowingEntries(limits);
    this.#offsets = new Growing(Uint32Array, limits.room);
    this.#offsets.push(0);
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

  /**
   * Adds x[index] += value to the current row.
   *
   * @throws RangeError for an index that is no integer in [0, 2^32).
   */
  add(index: number, value: number): void {
    this.#row.add(index, value);
  }

  /**
   * Adds finished rows, which are canonical, behind those that are finished.
   *
   * @throws SizeError for more entries than offsets can number or the memory holds.
   */
  append(rows: Pick<SparseRows, 'offsets' | 'indices' | 'values' | 'columns' | 'squaredNorms'>): void {
    const { offsets, indices, values, columns, squaredNorms } = rows;
    const nonZeros = offsets[squaredNorms.length];
    const start = this.#nonZeros;
    const end = start + nonZeros;
    const entries = this.entries;
    if (end > entries.indices.length) entries.grow(start, end);
    entries.indices.set(indices.subarray(0, nonZeros), start);
    entries.values.set(values.subarray(0, nonZeros), start);
    for (let i = 0; i < squaredNorms.length; i++) this.endRowInPlace(start + offsets[i + 1], columns, squaredNorms[i]);
    this.#columns = Math.max(this.#columns, columns);
  }

  /**
   * Finishes the current row, which may be empty.
   *
   * @throws RangeError for a value that is not finite in single precision, SizeError as `append`.
   */
  endRow(): void {
    const row = this.#row;
    row.settle();
    const { indices, values, length } = row;
    const start = this.#nonZeros;
    if (start + length > this.entries.indices.length) this.entries.grow(start, start + length);
    const { indices: into, values: singles } = this.entries;
    let end = start;
    let norm = 0;
    for (let k = 0; k < length; k++) {
      const value = Math.fround(values[k]);
      if (value === 0) continue;
      into[end] = indices[k];
      singles[end] = value;
      norm += value * value;
      end++;
    }
    if (!(norm < Infinity)) throw this.#notFinite();
    this.endRowInPlace(end, length > 0 ? indices[length - 1] + 1 : 0, norm);
    row.clear();
  }

  /**
   * Finishes a row that was written into `entries` from place `nonZeros` to `end`, canonical. columns: one more than its largest
   * index, dropped zeros included; norm: the sum of its squared values, in their order.
   */
  endRowInPlace(end: number, columns: number, norm: number): void {
    if (columns > this.#columns) this.#columns = columns;
    this.#nonZeros = end;
    this.#offsets.push(end);
    this.#norms.push(norm);
  }

  /**
   * The finished rows, on shared memory; the builder is empty afterwards. columns: at least one more than any index.
   *
   * @throws RangeError where the last row is not finished, and for fewer columns than there are.
   */
  build(columns = this.#columns): SparseRows {
    const rows = this.#taken(columns, this.entries.finished(this.#nonZeros));
    this.entries = new GrowingEntries(this.#limits);
    return rows;
  }

  /**
   * The same where the entries stand: the next row is written over them. For readers that hand rows over a piece at a time, in the
   * memory of the largest piece.
   *
   * @throws RangeError where the last row is not finished, and for fewer columns than there are.
   */
  piece(columns = this.#columns): SparseRows {
    const { indices, values } = this.entries;
    this.before += this.length;
    return this.#taken(columns, [indices.subarray(0, this.#nonZeros), values.subarray(0, this.#nonZeros)], ArrayBuffer);
  }

  #taken(columns: number, [indices, values]: readonly [Uint32Array, Float32Array], memory?: Memory): SparseRows {
    if (this.#row.length > 0) throw new RangeError('the last row was not finished with endRow()');
    if (columns < this.#columns) throw new RangeError(`columns must be at least ${this.#columns}, found ${columns}`);
    const offsets = this.#offsets.shared(memory);
    this.#offsets.push(0);
    this.#nonZeros = 0;
    this.#columns = 0;
    return new SparseRows(offsets, indices, values, columns, this.#norms.shared(memory));
  }

  #notFinite(): RangeError {
    const { indices, values, length } = this.#row;
    const k = values.subarray(0, length).findIndex((value) => !Number.isFinite(Math.fround(value)));
    return new RangeError(
      `row ${this.before + this.length}, column ${indices[k]}: ${values[k]} is not finite in single precision`,
    );
  }
}

const LARGEST_EXACT = 2 ** 53;

/**
 * One row under construction: takes entries in any order, gives them back ascending with duplicates summed in double.
 *
 * A row that arrived ascending is left alone. Any other is sorted by one native sort of the keys index * span + position, with
 * span the next power of two above the row's length; the position makes the sort stable and finds the value again.
 *
 * @throws RangeErrors of `add` and `settle`, a SizeError where the memory is too small.
 */
export class RowBuffer {
  /** Columns of the entries; the first `length` count. */
  indices = new Uint32Array(256);
  /** Values of the entries. */
  values = new Float64Array(256);
  length = 0;
  readonly #room: Room;
  #ascending = true;

  constructor(room: Room = roomHere) {
    this.#room = room;
  }

  /** Takes one entry; a RangeError where the index is no integer in [0, 2^32). */
  add(index: number, value: number): void {
    if (index >>> 0 !== index) throw new RangeError(`an index is an integer in [0, 2^32), found ${index}`);
    const at = this.length;
    if (at === this.indices.length) this.#grow();
    if (at > 0 && index <= this.indices[at - 1]) this.#ascending = false;
    this.indices[at] = index;
    this.values[at] = value;
    this.length = at + 1;
  }

  /** Brings the entries into strictly ascending order, equal indices summed in the order they arrived. */
  settle(): void {
    if (!this.#ascending) this.#sortAndMerge();
    this.#ascending = true;
  }

  clear(): void {
    this.length = 0;
    this.#ascending = true;
  }

  #sortAndMerge(): void {
    const { indices, values, length } = this;
    const span = 2 ** Math.ceil(Math.log2(length));
    const keys = this.#allocated(2 * length, () => new Float64Array(length));
    for (let k = 0; k < length; k++) {
      keys[k] = indices[k] * span + k;
    }
    keys.sort();
    if (keys[length - 1] >= LARGEST_EXACT) {
      throw new RangeError(`a row of ${length} unsorted entries can have no index above ${LARGEST_EXACT / span - 1}`);
    }
    const arrived = values.slice(0, length);
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
    this.length = last + 1;
  }

  #grow(): void {
    const length = 2 * this.indices.length;
    const make = () => [widened(this.indices, length), widened(this.values, length)] as const;
    [this.indices, this.values] = this.#allocated(length, make);
  }

  #allocated<T>(length: number, make: () => T): T {
    return allocated(
      (Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT) * length,
      counted(length, 'entries of one row'),
      make,
      this.#room,
    );
  }
}
