import type { SparseRows } from '../sparse-rows.ts';
import { chosenKernels, instance, memoryOfPages, PAGE } from './choice.ts';
import { addScaledAll, dots, plainWeights } from './interleaved.ts';
import type { InterleavedRates, InterleavedWeights, WeightsFactory } from './interleaved.ts';
import bytes from './interleaved.wat';

/** So many members at least. */
export const FEWEST = 2;

class VectorWeights implements InterleavedWeights {
  readonly values: Float64Array;
  readonly stride: number;
  readonly rates: InterleavedRates;
  readonly #memory: VectorMemory;

  constructor(memory: VectorMemory) {
    this.#memory = memory;
    this.stride = memory.size;
    this.values = memory.perFeature(0);
    this.rates = new VectorRates(memory);
  }

  dots(rows: SparseRows, i: number, out: Float64Array): void {
    const memory = this.#memory;
    const { numbers } = memory;
    if (memory.fits(rows, i)) memory.loops.dots(memory.bring(rows, i), memory.bytes, memory.numbersAt, memory.weightsAt);
    else dots(rows, i, this.values, this.stride, numbers);
    for (let m = 0; m < out.length; m++) out[m] = numbers[m];
  }

  addScaled(rows: SparseRows, i: number, scales: Float64Array): void {
    const memory = this.#memory;
    if (!memory.fits(rows, i)) {
      addScaledAll(rows, i, this.values, this.stride, scales);
      return;
    }
    memory.numbers.set(scales);
    memory.loops.addScaled(memory.bring(rows, i), memory.bytes, memory.numbersAt, memory.weightsAt);
  }
}

class VectorRates implements InterleavedRates {
  readonly g: Float64Array;
  readonly s: Float64Array;
  readonly sums: Float64Array;
  readonly totals: Float64Array;
  readonly squares: Float64Array;
  readonly #memory: VectorMemory;

  constructor(memory: VectorMemory) {
    this.#memory = memory;
    this.g = memory.perFeature(1);
    this.s = memory.perFeature(2);
    [this.sums, this.totals, this.squares] = [2, 3, 4].map((n) =>
      memory.numbers.subarray(n * memory.size, (n + 1) * memory.size),
    );
  }

  takes(rows: SparseRows, i: number): boolean {
    return this.#memory.fits(rows, i);
  }

  raised(rows: SparseRows, i: number, from: number, importances: Float64Array): number {
    const { loops, bytes, numbers, numbersAt, scalesAt } = this.#memory;
    const start = rows.offsets[i];
    numbers.set(importances);
    return start + loops.admit(16 * (from - start), 16 * this.#memory.bring(rows, i), bytes, numbersAt, scalesAt) / 16;
  }

  prepareNormalized(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array): void {
    const { loops, bytes, numbersAt, directionsAt, gAt, scalesAt } = this.#memory;
    this.#tell(importances, slopes);
    loops.normalized(this.#memory.bring(rows, i), bytes, numbersAt, directionsAt, gAt, scalesAt);
  }

  prepareAdaptive(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array): void {
    const { loops, bytes, numbersAt, directionsAt, gAt } = this.#memory;
    this.#tell(importances, slopes);
    loops.adaptive(this.#memory.bring(rows, i), bytes, numbersAt, directionsAt, gAt);
  }

  addDirections(rows: SparseRows, i: number, scales: Float64Array): void {
    const { loops, bytes, numbers, numbersAt, directionsAt, weightsAt } = this.#memory;
    numbers.set(scales);
    loops.addDirections(this.#memory.bring(rows, i), bytes, numbersAt, directionsAt, weightsAt);
  }

  #tell(importances: Float64Array, slopes: Float64Array): void {
    const { size, numbers } = this.#memory;
    for (let m = 0; m < importances.length; m++) {
      numbers[m] = importances[m];
      numbers[size + m] = importances[m] > 0 ? slopes[m] : 0;
    }
  }
}

/**
 * Weights in a memory of their own, with loops in vector instructions (interleaved.wat), bit for bit those in TypeScript: 0.7 ns a
 * non-zero and member where those take 2.2. A row is copied there, some 80 ns for all members, wherever its data lie. What is
 * missing to the next multiple of MEMBERS_AT_A_TIME is kept and learns nothing.
 *
 * Plain weights for fewer than FEWEST members, where there is no memory for so many features, and where loops in TypeScript are asked
 * for (choice.ts).
 */
export const vectorWeights: WeightsFactory = (columns, size) => {
  const memory =
    size >= FEWEST && chosenKernels() === 'wasm'
      ? vectorMemory(columns, MEMBERS_AT_A_TIME * Math.ceil(size / MEMBERS_AT_A_TIME))
      : undefined;
  return memory === undefined ? plainWeights(columns, size) : new VectorWeights(memory);
};

/** Members that the loops take at a time: sizes are multiples of it. */
const MEMBERS_AT_A_TIME = 4;

/** Entries of the longest row that the memory holds. */
const ENTRIES = 4096;
/** Bytes of one: the place of its feature, and its value. */
const ENTRY = 16;
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

/**
 * The memory of interleaved weights and of what else is kept of a feature and member: one row, some numbers a member,
 * directions an entry and member, and then w, G and s. What is not touched takes no memory of the machine.
 */
class VectorMemory {
  readonly loops: Loops;
  readonly size: number;
  /** Of the members of a feature. */
  readonly bytes: number;
  /** Five a member, one list after the other. */
  readonly numbers: Float64Array;
  readonly numbersAt = ENTRY * ENTRIES;
  readonly directionsAt: number;
  readonly weightsAt: number;
  readonly gAt: number;
  readonly scalesAt: number;
  readonly #columns: number;
  readonly #buffer: ArrayBuffer;
  /** Place of the feature of entry k at 4 k. */
  readonly #places: Uint32Array;
  /** Value of entry k at 2 k + 1. */
  readonly #values: Float64Array;
  #rows: SparseRows | undefined = undefined;
  #row = -1;

  /** @throws RangeError where the system gives no such address space, of which WebAssembly sees at most 4 GiB. */
  constructor(columns: number, size: number) {
    this.size = size;
    this.bytes = 8 * size;
    this.#columns = columns;
    const perFeature = Math.ceil((columns * this.bytes) / LINE) * LINE;
    this.directionsAt = this.numbersAt + 5 * this.bytes;
    this.weightsAt = Math.ceil((this.directionsAt + ENTRIES * this.bytes) / LINE) * LINE;
    this.gAt = this.weightsAt + perFeature;
    this.scalesAt = this.gAt + perFeature;
    const pages = Math.ceil((this.scalesAt + perFeature) / PAGE);
    const memory = memoryOfPages(pages);
    this.#buffer = memory.buffer;
    this.#places = new Uint32Array(memory.buffer, 0, 4 * ENTRIES);
    this.#values = new Float64Array(memory.buffer, 0, 2 * ENTRIES);
    this.numbers = new Float64Array(memory.buffer, this.numbersAt, 5 * size);
    this.loops = instance(bytes, { kernels: { memory } }) as Loops;
  }

  /** w, G or s: that of feature j and member m at j * size + m. */
  perFeature(which: 0 | 1 | 2): Float64Array {
    return new Float64Array(this.#buffer, [this.weightsAt, this.gAt, this.scalesAt][which], this.#columns * this.size);
  }

  /** Whether the memory holds a row. */
  fits({ offsets }: SparseRows, i: number): boolean {
    return offsets[i + 1] - offsets[i] <= ENTRIES;
  }

  /** Brings row i into the memory, of those that fit, unless it is the last that was brought; returns its entries. */
  bring(rows: SparseRows, i: number): number {
    const { offsets, indices, values } = rows;
    const from = offsets[i];
    const entries = offsets[i + 1] - from;
    if (rows === this.#rows && i === this.#row) return entries;
    const places = this.#places;
    const numbers = this.#values;
    const { bytes } = this;
    for (let k = 0; k < entries; k++) {
      places[4 * k] = indices[from + k] * bytes;
      numbers[2 * k + 1] = values[from + k];
    }
    this.#rows = rows;
    this.#row = i;
    return entries;
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
