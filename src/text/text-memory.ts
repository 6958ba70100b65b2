import { allocated, counted } from '../rows/building/room.ts';
import { instance, sharedMemoryOfPages, type WasmMemory } from '../rows/kernels/choice.ts';
import words from './words.wat';

/** Characters of a text that is cut into words at once. */
export const LONGEST = 1 << 18;
/** Entries and rows that are finished, before they are taken away; columns that are listed, before they are counted. */
export const ROOM = { entries: 1 << 16, rows: 1 << 12, listed: 1 << 10 } as const;
/** Words that are known, in powers of 2: at first and at most; a third of the room for slots is for those that move. */
export const SLOTS = { first: 14, most: 20 } as const;
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
