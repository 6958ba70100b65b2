import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { ROOM, type TextMemory } from './text-memory.ts';

/** Rows of how often each column occurs in them, made one at a time. */
export interface RowCounts {
  /** The column occurs once more in the row under way. */
  count(column: number): void;
  /** Ends the row. */
  endRow(): void;
  /** All rows; none are left. */
  build(columns: number): SparseRows;
  /** In how many rows the column was. */
  frequency(column: number): number;
}

/**
 * The same in TypeScript, of as many columns as there are numbers below 2^32.
 *
 * Law (test/laws/vector/short-words.test.ts): those that `FastRowCounts` makes.
 */
export class PlainRowCounts implements RowCounts {
  readonly #builder = new SparseRowsBuilder();
  #counts: Uint32Array = new Uint32Array(1 << 12);
  #frequencies: Uint32Array = new Uint32Array(1 << 12);
  /** Columns of the row under way. */
  #met: Uint32Array = new Uint32Array(1 << 8);
  #length = 0;

  count(column: number): void {
    if (column >= this.#counts.length) {
      this.#counts = wider(this.#counts, column);
      this.#frequencies = wider(this.#frequencies, column);
    }
    if (this.#counts[column]++ > 0) return;
    if (this.#length === this.#met.length) this.#met = wider(this.#met, this.#length);
    this.#met[this.#length++] = column;
  }

  endRow(): void {
    for (const column of this.#met.subarray(0, this.#length).sort()) {
      this.#builder.add(column, this.#counts[column]);
      this.#counts[column] = 0;
      this.#frequencies[column]++;
    }
    this.#builder.endRow();
    this.#length = 0;
  }

  build(columns: number): SparseRows {
    return this.#builder.build(columns);
  }

  frequency(column: number): number {
    return this.#frequencies[column] ?? 0;
  }
}

function wider(old: Uint32Array, index: number): Uint32Array {
  const wide = new Uint32Array(2 * Math.max(old.length, index + 1));
  wide.set(old);
  return wide;
}

/**
 * RowCounts whose columns are counted and put in order in the memory where words are found (WebAssembly, words.wat). The order is that of
 * bits in a set, which takes no comparison.
 */
export class FastRowCounts implements RowCounts {
  readonly #memory: TextMemory;
  readonly #builder = new SparseRowsBuilder();
  /** Where the rows end that stand in the memory. */
  readonly #offsets = new Uint32Array(ROOM.rows + 1);
  #rows = 0;
  /** Columns that are listed: a call each would cost more than they do. */
  #listed = 0;

  constructor(memory: TextMemory) {
    this.#memory = memory;
  }

  count(column: number): void {
    this.#memory.require(column);
    if (this.#listed === ROOM.listed) this.#countListed();
    this.#memory.listed[this.#listed++] = column;
  }

  endRow(): void {
    this.#countListed();
    const end = this.#memory.loops.row(this.#offsets[this.#rows], this.#rows);
    if (end < 0) this.#endLongRow(~end);
    else {
      this.#offsets[++this.#rows] = end;
      if (this.#rows === ROOM.rows || 2 * end > ROOM.entries) this.#takeRows();
    }
  }

  build(columns: number): SparseRows {
    this.#takeRows();
    return this.#builder.build(columns);
  }

  frequency(column: number): number {
    return this.#memory.cells[2 * column + 1] ?? 0;
  }

  #countListed(): void {
    this.#memory.loops.count(this.#listed);
    this.#listed = 0;
  }

  #takeRows(): void {
    const { indices, values, norms } = this.#memory;
    const squaredNorms = norms.subarray(0, this.#rows);
    // `build` is told how many columns there are.
    this.#builder.append({ offsets: this.#offsets, indices, values, columns: 0, squaredNorms });
    this.#rows = 0;
  }

  /** A row for which there is no room; what there was room for ends here. */
  #endLongRow(room: number): void {
    const from = this.#offsets[this.#rows];
    this.#takeRows();
    this.#add(from, room);
    for (let isCut = true; isCut;) {
      const end = this.#memory.loops.row(0, 0);
      isCut = end < 0;
      this.#add(0, isCut ? ~end : end);
    }
    this.#builder.endRow();
  }

  #add(from: number, to: number): void {
    const { indices, values } = this.#memory;
    for (let k = from; k < to; k++) this.#builder.add(indices[k], values[k]);
  }
}
