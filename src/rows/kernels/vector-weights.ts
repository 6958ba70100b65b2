import { addScaledAll, dots } from './interleaved.ts';
import { plainWeights, type InterleavedRates, type InterleavedWeights, type WeightsFactory } from './interleaved-weights.ts';
import type { SparseRows } from '../sparse-rows.ts';
import { chosenKernels } from './choice.ts';
import { MEMBERS_AT_A_TIME, vectorMemory, type VectorMemory } from './vector-memory.ts';

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
