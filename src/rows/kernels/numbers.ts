import { addScaled, dot, type SparseRows } from '../sparse-rows.ts';
import type { Kernels } from './kernels.ts';

/**
 * float64 numbers that a learner keeps, one a feature, where the kernels of its rows can reach them.
 *
 * They move into the memory of the first rows that have kernels, once, and stay there; with other rows, and where that memory is
 * full, the TypeScript loops do the same work.
 *
 * @example
 * const w = new KernelNumbers(2);
 * const rows = new SparseRows(new Uint32Array([0, 1]), new Uint32Array([1]), new Float32Array([3]), 2);
 * w.addScaled(rows, 0, 2);
 * w.dot(rows, 0) // => 18
 */
export class KernelNumbers {
  #values: Float64Array;
  #home: Kernels | undefined = undefined;
  #isSettled = false;
  /** Address of the first number, where they are in the memory of kernels. */
  at = 0;

  /** initial: of all numbers. */
  constructor(length: number, initial = 0) {
    this.#values = new Float64Array(length).fill(initial);
  }

  /** The numbers, live; another array after they have moved. */
  get values(): Float64Array {
    return this.#values;
  }

  /** The numbers as they are now, a fresh array. */
  copy(): Float64Array {
    return this.#values.slice();
  }

  /** Whether these kernels reach the numbers, `at` their address. */
  isWithin(kernels: Kernels): boolean {
    return this.#home === kernels || (!this.#isSettled && this.#settle(kernels));
  }

  /** w.x for row i. */
  dot(rows: SparseRows, i: number): number {
    const { kernels, offsets } = rows;
    if (kernels === undefined || !this.isWithin(kernels)) return dot(rows, i, this.#values);
    kernels.walks.dot(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.at);
    return kernels.numbers[0];
  }

  /** w += scale * x for row i. */
  addScaled(rows: SparseRows, i: number, scale: number): void {
    const { kernels, offsets } = rows;
    if (kernels === undefined || !this.isWithin(kernels)) addScaled(rows, i, this.#values, scale);
    else {
      kernels.numbers[0] = scale;
      kernels.walks.addScaled(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.at);
    }
  }

  /** out[place + i] = w.x + shift for the rows i from `from` to the one before `to`. */
  dotRows(rows: SparseRows, from: number, to: number, shift: number, out: KernelNumbers, place: number): void {
    const kernels = this.#ofRows(rows, out);
    if (kernels === undefined) for (let i = from; i < to; i++) out.values[place + i] = this.dot(rows, i) + shift;
    else {
      kernels.numbers[0] = shift;
      kernels.walks.dotRows(...addresses(rows, from, to), this.at, out.at + 8 * (place + from));
    }
  }

  /** w += scales[place + i] * x for these rows, but for scales of 0. */
  addScaledRows(rows: SparseRows, from: number, to: number, scales: KernelNumbers, place: number): void {
    const kernels = this.#ofRows(rows, scales);
    if (kernels !== undefined) kernels.walks.addScaledRows(...addresses(rows, from, to), this.at, scales.at + 8 * (place + from));
    else {
      for (let i = from; i < to; i++) {
        const scale = scales.values[place + i];
        if (scale !== 0) this.addScaled(rows, i, scale);
      }
    }
  }

  /** The kernels that reach the offsets of rows, these numbers and others. */
  #ofRows({ kernels, offsetsAt }: SparseRows, others: KernelNumbers): Kernels | undefined {
    return offsetsAt !== undefined && this.isWithin(kernels!) && others.isWithin(kernels!) ? kernels : undefined;
  }

  #settle(kernels: Kernels): boolean {
    this.#isSettled = true;
    const moved = kernels.vector(this.#values.length);
    if (moved === undefined) return false;
    moved.set(this.#values);
    this.#values = moved;
    this.#home = kernels;
    this.at = moved.byteOffset;
    return true;
  }
}

/** Where kernels find these rows. */
function addresses(rows: SparseRows, from: number, to: number): [number, number, number, number] {
  return [rows.indicesAt, rows.valuesAt, rows.offsetsAt! + 4 * from, rows.offsetsAt! + 4 * to];
}
