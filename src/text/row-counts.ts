import { allocated, counted, widened } from '../rows/building/growing.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import { instance, sharedMemoryOfPages, type WasmMemory } from '../rows/kernels/choice.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import words from './words.wat';

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
      this.#counts = widened(this.#counts, 2 * (column + 1));
      this.#frequencies = widened(this.#frequencies, 2 * (column + 1));
    }
    if (this.#counts[column]++ > 0) return;
    if (this.#length === this.#met.length) this.#met = widened(this.#met, 2 * (this.#length + 1));
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

/** Characters of a text that is cut into words at once. */
const LONGEST = 1 << 18;
/** Entries and rows that are finished, before they are taken away; columns that are listed, before they are counted. */
export const ROOM = { entries: 1 << 16, rows: 1 << 12, listed: 1 << 10 } as const;
/** Words that are known, in powers of 2: at first and at most; a third of the room for slots is for those that move. */
const SLOTS = { first: 14, most: 20 } as const;
/** Columns at most; at first, and for each that is new when there are no more. */
const COLUMNS = { most: 2 ** 28, first: 1 << 13 } as const;
/** Of an address space of WebAssembly, less one. */
const MOST_PAGES = 65_535;
const BYTES = { mask: 16, slot: 32, cell: 8, page: 1 << 16 } as const;

/** Bytes of everything but the cells, which stand behind and grow. */
const SIZES = {
  keep: 17 * BYTES.mask,
  masks: 1 << 17,
  words: 12 * (LONGEST / 2),
  /** A character has at most three bytes a code unit. */
  text: 3 * LONGEST + BYTES.page,
  unknown: 8 * (LONGEST / 2),
  listed: 4 * ROOM.listed,
  indices: 4 * ROOM.entries,
  values: 4 * ROOM.entries,
  norms: 8 * ROOM.rows,
  bits: COLUMNS.most / 8,
  bits64: COLUMNS.most / 8 / 64,
  bits4096: COLUMNS.most / 8 / 4096,
  slots: 1.5 * BYTES.slot * 2 ** SLOTS.most,
} as const;

type Region = keyof typeof SIZES | 'cells';

/** Where each begins. */
const PLACES = placesOf(SIZES);

/** The functions of words.wat, which says what they do. */
interface Loops {
  readonly find: (length: number) => number;
  readonly columnOf: (start: number, size: number) => number;
  readonly keep: (start: number, size: number, column: number) => void;
  readonly grow: () => void;
  readonly count: (length: number) => void;
  readonly row: (at: number, row: number) => number;
}

/**
 * The memory in which words of documents are found and counted (words.wat), and what stands where.
 *
 * It is an address space, not memory: the system gives pages as they are written to.
 *
 * @throws RangeError where the system gives no such address space.
 */
export class TextMemory {
  readonly loops: Loops;
  /** A text. */
  text!: Buffer;
  /** Of each of its words that is not known: where it begins, how long it is. */
  unknown!: Uint32Array;
  /** Columns that are to be counted. */
  listed!: Uint32Array;
  /** Entries and squared norms of rows that are finished. */
  indices!: Uint32Array;
  values!: Float32Array;
  norms!: Float64Array;
  /** Of each column how often it is in the row under way, in how many rows it is. */
  cells!: Uint32Array;
  readonly #memory: WasmMemory<SharedArrayBuffer>;

  constructor() {
    // Shared, for V8 takes the addresses of any other for memory in use, and collects garbage.
    this.#memory = sharedMemoryOfPages((PLACES.cells + BYTES.cell * COLUMNS.first) / BYTES.page, MOST_PAGES);
    const masks = new Uint8Array(this.#memory.buffer, PLACES.keep, SIZES.keep);
    for (let k = 1; k <= BYTES.mask; k++) masks.fill(0xff, BYTES.mask * k, (BYTES.mask + 1) * k);
    const imports = { ...PLACES, room: ROOM.entries, shift: BigInt(64 - SLOTS.first), memory: this.#memory };
    this.loops = instance(words, { text: imports }) as Loops;
    this.#look();
  }

  /** Whether so many columns can be counted. */
  static fits(columns: number): boolean {
    return columns <= COLUMNS.most;
  }

  /**
   * Makes room for this column.
   *
   * @throws SizeError where there is none.
   */
  require(column: number): void {
    const had = this.cells.length / 2;
    if (column < had) return;
    const bytes = BYTES.cell * Math.max(had, column + 1 - had);
    allocated(bytes, counted(column, 'words'), () => this.#memory.grow(Math.ceil(bytes / BYTES.page)));
    this.#look();
  }

  #look(): void {
    const { buffer } = this.#memory;
    this.text = Buffer.from(buffer, PLACES.text, 3 * LONGEST);
    this.unknown = new Uint32Array(buffer, PLACES.unknown, SIZES.unknown / 4);
    this.listed = new Uint32Array(buffer, PLACES.listed, ROOM.listed);
    this.indices = new Uint32Array(buffer, PLACES.indices, ROOM.entries);
    this.values = new Float32Array(buffer, PLACES.values, ROOM.entries);
    this.norms = new Float64Array(buffer, PLACES.norms, ROOM.rows);
    this.cells = new Uint32Array(buffer, PLACES.cells);
  }
}

/** One behind the other, in whole pages of 4 KB; the cells begin with a page of WebAssembly. */
function placesOf(sizes: typeof SIZES): Readonly<Record<Region, number>> {
  let at = 0;
  const places: Partial<Record<Region, number>> = {};
  for (const [region, size] of Object.entries(sizes)) {
    places[region as Region] = at;
    at += Math.ceil(size / 4096) * 4096;
  }
  places.cells = Math.ceil(at / BYTES.page) * BYTES.page;
  return places as Record<Region, number>;
}

/** Code units of a word that a slot has room for. */
const SHORT = 16;

/**
 * Words of at most 16 ASCII characters and their columns: most words of most texts.
 *
 * A step takes 16 bytes of a text, and a known word one look at the memory (WebAssembly, words.wat). The table doubles when it is
 * half full; once it has 2^20 slots it takes no more words. A word is bytes [start, start + size) of the text in the memory.
 *
 * Law (test/laws/vector/short-words.test.ts): the words are those of `scanTokens`, and rows of documents are the same with and without.
 */
export class ShortWords {
  readonly #memory: TextMemory;
  readonly #counts: FastRowCounts;
  #slots: number = 2 ** SLOTS.first;
  #known = 0;

  /** counts: in the same memory. */
  constructor(memory: TextMemory, counts: FastRowCounts) {
    this.#memory = memory;
    this.#counts = counts;
  }

  /** Counts the words of a text of ASCII characters alone that is not too long; false for another. columnOfNew: of a word not known. */
  counted(text: string, columnOfNew: (start: number, size: number) => number): boolean {
    const { length } = text;
    // Any other character takes more bytes than code units.
    if (length > LONGEST || this.#memory.text.write(text) !== length) return false;
    const found = this.#memory.loops.find(length);
    for (let k = 0; k < 2 * found; k += 2) {
      const { unknown } = this.#memory;
      const start = unknown[k];
      const size = unknown[k + 1];
      // It may have been new a moment ago, in the same text.
      this.#counts.count(this.columnOf(start, size) || columnOfNew(start, size));
    }
    return true;
  }

  /** The text in the memory, in lower case. */
  get text(): Buffer {
    return this.#memory.text;
  }

  /** 0 for a word that is not known. */
  columnOf(start: number, size: number): number {
    return size > SHORT ? 0 : this.#memory.loops.columnOf(start, size);
  }

  /** Gives a column > 0 to a word that is not known; false where there is no room for it. */
  keep(start: number, size: number, column: number): boolean {
    if (size > SHORT || (2 * this.#known >= this.#slots && !this.#grown())) return false;
    this.#memory.loops.keep(start, size, column);
    this.#known++;
    return true;
  }

  /** Writes a word of a normalized text to the beginning of the text in the memory; false for one that cannot be known. */
  wrote(units: Uint16Array, start: number, end: number): boolean {
    if (end - start > SHORT) return false;
    const { text } = this.#memory;
    let all = 0;
    for (let k = start; k < end; k++) all |= text[k - start] = units[k];
    return all < 0x80;
  }

  /** Whether there is room for twice as many now. */
  #grown(): boolean {
    if (this.#slots === 2 ** SLOTS.most) return false;
    this.#memory.loops.grow();
    this.#slots *= 2;
    return true;
  }
}
