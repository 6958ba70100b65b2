import { ifPossible } from '../../files/if-possible.ts';
import type { SparseRows } from '../sparse-rows.ts';
import { chosenKernels, instance, memoryOfPages, PAGE } from './choice.ts';
import { addScaledAll, dots, plainWeights } from './interleaved.ts';
import type { InterleavedRates, InterleavedWeights, WeightsFactory } from './interleaved.ts';
import bytes from './interleaved.wat';

/** So many members at least. */
export const FEWEST = 2;

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
  return memory ?? plainWeights(columns, size);
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
 * Interleaved weights and what else is kept of a feature and member, in one memory: one row, some numbers a member,
 * directions an entry and member, and then w, G and s. What is not touched takes no memory of the machine.
 */
class VectorMemory implements InterleavedWeights, InterleavedRates {
  readonly values: Float64Array;
  readonly g: Float64Array;
  readonly s: Float64Array;
  readonly stride: number;
  readonly sums: Float64Array;
  readonly totals: Float64Array;
  readonly squares: Float64Array;
  readonly #loops: Loops;
  /** Of the members of a feature. */
  readonly #bytes: number;
  /** Five a member, one list after the other. */
  readonly #numbers: Float64Array;
  readonly #numbersAt = ENTRY * ENTRIES;
  readonly #directionsAt: number;
  readonly #weightsAt: number;
  readonly #gAt: number;
  readonly #scalesAt: number;
  /** Place of the feature of entry k at 4 k. */
  readonly #places: Uint32Array;
  /** Value of entry k at 2 k + 1. */
  readonly #entries: Float64Array;
  #rows: SparseRows | undefined = undefined;
  #row = -1;

  /** @throws RangeError where the system gives no such address space, of which WebAssembly sees at most 4 GiB. */
  constructor(columns: number, size: number) {
    this.stride = size;
    this.#bytes = 8 * size;
    const perFeature = Math.ceil((columns * this.#bytes) / LINE) * LINE;
    this.#directionsAt = this.#numbersAt + 5 * this.#bytes;
    this.#weightsAt = Math.ceil((this.#directionsAt + ENTRIES * this.#bytes) / LINE) * LINE;
    this.#gAt = this.#weightsAt + perFeature;
    this.#scalesAt = this.#gAt + perFeature;
    const memory = memoryOfPages(Math.ceil((this.#scalesAt + perFeature) / PAGE));
    const { buffer } = memory;
    this.#places = new Uint32Array(buffer, 0, 4 * ENTRIES);
    this.#entries = new Float64Array(buffer, 0, 2 * ENTRIES);
    [this.values, this.g, this.s] = [this.#weightsAt, this.#gAt, this.#scalesAt].map(
      (at) => new Float64Array(buffer, at, columns * size),
    );
    this.#numbers = new Float64Array(buffer, this.#numbersAt, 5 * size);
    [this.sums, this.totals, this.squares] = [2, 3, 4].map((n) => this.#numbers.subarray(n * size, (n + 1) * size));
    this.#loops = instance(bytes, { kernels: { memory } }) as Loops;
  }

  get rates(): InterleavedRates {
    return this;
  }

  dots(rows: SparseRows, i: number, out: Float64Array): void {
    const numbers = this.#numbers;
    if (this.takes(rows, i)) this.#loops.dots(this.#bring(rows, i), this.#bytes, this.#numbersAt, this.#weightsAt);
    else dots(rows, i, this.values, this.stride, numbers);
    for (let m = 0; m < out.length; m++) out[m] = numbers[m];
  }

  addScaled(rows: SparseRows, i: number, scales: Float64Array): void {
    if (!this.takes(rows, i)) {
      addScaledAll(rows, i, this.values, this.stride, scales);
      return;
    }
    this.#numbers.set(scales);
    this.#loops.addScaled(this.#bring(rows, i), this.#bytes, this.#numbersAt, this.#weightsAt);
  }

  takes({ offsets }: SparseRows, i: number): boolean {
    return offsets[i + 1] - offsets[i] <= ENTRIES;
  }

  raised(rows: SparseRows, i: number, from: number, importances: Float64Array): number {
    const start = rows.offsets[i];
    this.#numbers.set(importances);
    const end = ENTRY * this.#bring(rows, i);
    return start + this.#loops.admit(ENTRY * (from - start), end, this.#bytes, this.#numbersAt, this.#scalesAt) / ENTRY;
  }

  prepareNormalized(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array): void {
    this.#tell(importances, slopes);
    const entries = this.#bring(rows, i);
    this.#loops.normalized(entries, this.#bytes, this.#numbersAt, this.#directionsAt, this.#gAt, this.#scalesAt);
  }

  prepareAdaptive(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array): void {
    this.#tell(importances, slopes);
    this.#loops.adaptive(this.#bring(rows, i), this.#bytes, this.#numbersAt, this.#directionsAt, this.#gAt);
  }

  addDirections(rows: SparseRows, i: number, scales: Float64Array): void {
    this.#numbers.set(scales);
    this.#loops.addDirections(this.#bring(rows, i), this.#bytes, this.#numbersAt, this.#directionsAt, this.#weightsAt);
  }

  #tell(importances: Float64Array, slopes: Float64Array): void {
    const { stride } = this;
    const numbers = this.#numbers;
    for (let m = 0; m < importances.length; m++) {
      numbers[m] = importances[m];
      numbers[stride + m] = importances[m] > 0 ? slopes[m] : 0;
    }
  }

  /** Brings row i into the memory, of those that fit, unless it is the last that was brought; returns its entries. */
  #bring(rows: SparseRows, i: number): number {
    const { offsets, indices, values } = rows;
    const from = offsets[i];
    const count = offsets[i + 1] - from;
    if (rows === this.#rows && i === this.#row) return count;
    const places = this.#places;
    const entries = this.#entries;
    const bytes = this.#bytes;
    for (let k = 0; k < count; k++) {
      places[4 * k] = indices[from + k] * bytes;
      entries[2 * k + 1] = values[from + k];
    }
    this.#rows = rows;
    this.#row = i;
    return count;
  }
}

/** The memory of so many features and members; undefined where the system gives no such address space. */
export function vectorMemory(columns: number, size: number): VectorMemory | undefined {
  return ifPossible(() => new VectorMemory(columns, size));
}
