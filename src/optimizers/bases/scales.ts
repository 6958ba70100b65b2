import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { Kept } from '../../numerics/state.ts';
import { pow } from '../../numerics/pow.ts';

/**
 * The scale of every feature, s_i = max |x_i| seen, and the mean squared length of the rows in these units.
 *
 *   admit:  where |x_i| > s_i:  w_i *= (s_i / |x_i|)^exponent,  s_i = |x_i|
 *   count:  N += h sum_i x_i^2 / s_i^2,  t += h;  correction = (t / N)^(exponent / 2)
 *
 * exponent 2 undoes the units of plain gradient steps (w ~ x / s^2), exponent 1 those of AdaGrad with its square root.
 *
 * Source: Ross, Mineiro & Langford, Normalized online learning (2013), algorithms 1 (NG) and 2 (NAG).
 */
export class Scales extends Kept {
  readonly #s: KernelNumbers;
  readonly #exponent: number = 1;
  readonly #sums: { mass: number; squares: number };

  /** initial: what t and N start from. */
  constructor(columns: number, exponent: number, initial: number) {
    super();
    this.#s = new KernelNumbers(columns);
    this.#exponent = exponent;
    this.#sums = { mass: initial, squares: initial };
    this.keep({ s: this.#s }, this.#sums);
  }

  /** Largest |x_i| seen of each feature, live. */
  get s(): Float64Array {
    return this.#s.values;
  }

  /** The same as the kernels take them. */
  get numbers(): KernelNumbers {
    return this.#s;
  }

  /** Lets the scales see row i; keeps w_i x_i meaning the same where a scale grew, and returns whether one did. */
  admit(rows: SparseRows, i: number, w: Float64Array): boolean {
    const { offsets, indices, values } = rows;
    const s = this.s;
    const end = offsets[i + 1];
    let grown = false;
    for (let k = offsets[i]; k < end; k++) {
      const size = Math.abs(values[k]);
      const j = indices[k];
      if (size > s[j]) {
        w[j] *= this.raise(s[j] / size);
        s[j] = size;
        grown = true;
      }
    }
    return grown;
  }

  /** ratio^exponent, exact for the exponents 1 and 2. */
  raise(ratio: number): number {
    const exponent = this.#exponent;
    return exponent === 1 ? ratio : exponent === 2 ? ratio * ratio : pow(ratio, exponent);
  }

  /** Counts a row of this squared length in scale units with importance h; returns the correction of the step size. */
  count(h: number, squaredLength: number): number {
    this.#sums.mass += h;
    this.#sums.squares += h * squaredLength;
    return this.#correction(this.#sums.mass, this.#sums.squares);
  }

  /** What `count(1, squaredLength)` would return. */
  ahead(squaredLength: number): number {
    return this.#correction(this.#sums.mass + 1, this.#sums.squares + squaredLength);
  }

  /** Rows without features, or of importance 0, so far: no length is known and no step is taken. */
  #correction(mass: number, squares: number): number {
    if (squares === 0) return 0;
    const ratio = mass / squares;
    return this.#exponent === 1 ? Math.sqrt(ratio) : this.#exponent === 2 ? ratio : pow(ratio, this.#exponent / 2);
  }
}
