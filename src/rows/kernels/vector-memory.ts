import type { SparseRows } from '../sparse-rows.ts';
import bytes from './interleaved.wat';

/** Members that the loops take at a time: sizes are multiples of it. */
export const MEMBERS_AT_A_TIME = 4;

/** Entries of a row that the memory holds at a time; a multiple of 4, so that entry k of a row goes into sum k mod 4 all the same. */
const ENTRIES = 512;
const PAGE = 65_536;
/** Of the cache, in bytes: eight weights take no more than one. */
const LINE = 64;

/** What interleaved.wat exports; numbers of entries, bytes of the members of a feature, and addresses. */
interface Loops {
  dots(entries: number, bytes: number, sums: number, weights: number): void;
  addScaled(entries: number, bytes: number, scales: number, weights: number): void;
  admit(k: number, end: number, bytes: number, importances: number, scales: number): number;
  normalized(entries: number, bytes: number, numbers: number, directions: number, g: number, scales: number): void;
  adaptive(entries: number, bytes: number, numbers: number, directions: number, g: number): void;
  addDirections(entries: number, bytes: number, scales: number, directions: number, weights: number): void;
}

interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { initial: number; maximum: number }) => Memory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

interface Memory {
  readonly buffer: ArrayBuffer;
}

const { Module, Memory, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyParts }).WebAssembly;

let assembled: object | undefined;

/**
 * The memory of interleaved weights and of what else is kept of a feature and member: a part of one row, some numbers a member,
 * directions an entry and member, and then w, G and s. What is not touched takes no memory of the machine.
 */
export class VectorMemory {
  readonly loops: Loops;
  readonly size: number;
  /** Of the members of a feature. */
  readonly bytes: number;
  /** Five a member, one list after the other. */
  readonly numbers: Float64Array;
  readonly numbersAt = 8 * ENTRIES;
  /** Four a member. */
  readonly sums: Float64Array;
  readonly sumsAt: number;
  readonly directionsAt: number;
  readonly weightsAt: number;
  readonly gAt: number;
  readonly scalesAt: number;
  readonly #columns: number;
  readonly #buffer: ArrayBuffer;
  readonly #indices: Uint32Array;
  readonly #values: Float32Array;
  #rows: SparseRows | undefined = undefined;
  #row = -1;

  /** @throws RangeError where the system gives no such address space, of which WebAssembly sees at most 4 GiB. */
  constructor(columns: number, size: number) {
    this.size = size;
    this.bytes = 8 * size;
    this.#columns = columns;
    const perFeature = Math.ceil((columns * this.bytes) / LINE) * LINE;
    this.sumsAt = this.numbersAt + 5 * this.bytes;
    this.directionsAt = this.sumsAt + 4 * this.bytes;
    this.weightsAt = Math.ceil((this.directionsAt + ENTRIES * this.bytes) / LINE) * LINE;
    this.gAt = this.weightsAt + perFeature;
    this.scalesAt = this.gAt + perFeature;
    const pages = Math.ceil((this.scalesAt + perFeature) / PAGE);
    const memory = memoryOf(pages);
    this.#buffer = memory.buffer;
    this.#indices = new Uint32Array(memory.buffer, 0, ENTRIES);
    this.#values = new Float32Array(memory.buffer, 4 * ENTRIES, ENTRIES);
    this.numbers = new Float64Array(memory.buffer, this.numbersAt, 5 * size);
    this.sums = new Float64Array(memory.buffer, this.sumsAt, 4 * size);
    assembled ??= new Module(Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)));
    this.loops = new Instance(assembled, { kernels: { memory } }).exports as unknown as Loops;
  }

  /** w, G or s: that of feature j and member m at j * size + m. */
  perFeature(which: 0 | 1 | 2): Float64Array {
    return new Float64Array(this.#buffer, [this.weightsAt, this.gAt, this.scalesAt][which], this.#columns * this.size);
  }

  /** Whether the memory holds all of a row at a time. */
  fits({ offsets }: SparseRows, i: number): boolean {
    return offsets[i + 1] - offsets[i] <= ENTRIES;
  }

  /** Brings row i into the memory, of those that fit, unless it is the last that was brought; returns its entries. */
  bring(rows: SparseRows, i: number): number {
    const { offsets } = rows;
    if (rows === this.#rows && i === this.#row) return offsets[i + 1] - offsets[i];
    const entries = this.load(rows, offsets[i], offsets[i + 1]);
    this.#rows = rows;
    this.#row = i;
    return entries;
  }

  /** Brings entries into the memory, as many as it takes; returns how many. */
  load({ indices, values }: SparseRows, from: number, end: number): number {
    const entries = Math.min(ENTRIES, end - from);
    this.#rows = undefined;
    for (let k = 0; k < entries; k++) {
      this.#indices[k] = indices[from + k];
      this.#values[k] = values[from + k];
    }
    return entries;
  }
}

function memoryOf(pages: number): Memory {
  try {
    return new Memory({ initial: pages, maximum: pages });
  } catch {
    throw new RangeError(`no memory of ${pages} pages for vector loops`);
  }
}

/** The memory of so many features and members; undefined where the system gives no such address space. */
export function vectorMemory(columns: number, size: number): VectorMemory | undefined {
  try {
    return new VectorMemory(columns, size);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
