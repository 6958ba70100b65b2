import type { Kernels } from '../rows/kernels/kernels.ts';
import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { unlessInfinite } from '../numerics/elementary.ts';
import type { Values } from '../numerics/recipe.ts';
import { pow } from '../numerics/functions/pow.ts';
import { adaptiveParameters } from './ada-grad.ts';
import { DirectedDescent } from './bases/descent.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { Scales } from './bases/scales.ts';
import { schedule } from './bases/schedule.ts';

/** x / (G^power s^(2 - 2 power)); 0 for a feature that has met no gradient. Told isRoot, power = 1/2, as in AdaGrad. */
export function scaled(x: number, g: number, s: number, power: number, isRoot: boolean): number {
  if (g === 0) return 0;
  return isRoot ? x / Math.sqrt(g) / s : x / pow(g, power) / pow(s, 2 - 2 * power);
}

class NormalizedAdaptive extends DirectedDescent {
  readonly #g: KernelNumbers;
  readonly #power: number = 0.5;
  readonly #initial: number = 0;
  readonly #scales: Scales;

  constructor(columns: number, { eta0, decay, power, initial }: Values<typeof adaptiveParameters>) {
    super(columns, schedule({ eta0, decay }));
    this.#g = new KernelNumbers(columns, initial);
    this.#power = power;
    this.#initial = initial;
    this.#scales = new Scales(columns, 2 - 2 * power, initial);
    this.keep({ g: this.#g, scales: this.#scales });
  }

  coordinateMass(): Float64Array {
    return this.#g.values.map((g) => g - this.#initial);
  }

  override admit(rows: SparseRows, i: number): boolean {
    const { kernels, offsets } = rows;
    if (kernels === undefined || !this.#isWithin(kernels)) return this.#scales.admit(rows, i, this.w.values);
    const { rates } = kernels;
    return rates.admit(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.w.at, this.#scales.numbers.at) === 1;
  }

  override sensitivity(rows: SparseRows, i: number, slope: number): number {
    const { offsets, kernels } = rows;
    if (kernels === undefined || !this.#isWithin(kernels)) return this.#sensitivityHere(rows, i, slope);
    const { rates, numbers } = kernels;
    const s = this.#scales.numbers.at;
    numbers[0] = slope;
    rates.normalizedSensitivity(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.#g.at, s);
    return this.#foreseen(numbers[0], numbers[1], numbers[2]);
  }

  #sensitivityHere({ offsets, indices, values }: SparseRows, i: number, slope: number): number {
    const g = this.#g.values;
    const power = this.#power;
    const isRoot = power === 0.5;
    const { s } = this.#scales;
    const end = offsets[i + 1];
    let sum = 0;
    let total = 0;
    let squaredLength = 0;
    for (let k = offsets[i]; k < end; k++) {
      const x = values[k];
      const j = indices[k];
      const scale = Math.max(s[j], Math.abs(x));
      const gradient = slope * x;
      const grown = g[j] + gradient * gradient;
      sum += x * scaled(x, grown, scale, power, isRoot);
      total += grown;
      const share = x / scale;
      squaredLength += share * share;
    }
    return this.#foreseen(sum, total, squaredLength);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, kernels } = rows;
    if (kernels === undefined || !this.#isWithin(kernels) || !this.direction.reserveWithin(kernels, rows, i))
      return this.#prepareHere(rows, i, h, slope);
    const { rates, numbers } = kernels;
    const s = this.#scales.numbers.at;
    numbers[0] = slope;
    numbers[1] = h;
    rates.normalizedRates(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.#g.at, s, this.direction.at);
    return this.#counted(h, numbers[0], numbers[1], numbers[2]);
  }

  #prepareHere(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, indices, values } = rows;
    const direction = this.direction.reserve(rows, i);
    const g = this.#g.values;
    const power = this.#power;
    const isRoot = power === 0.5;
    const { s } = this.#scales;
    const start = offsets[i];
    const end = offsets[i + 1];
    let sum = 0;
    let total = 0;
    let squaredLength = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const j = indices[k];
      const scale = s[j];
      const gradient = slope * x;
      const grown = g[j] + h * (gradient * gradient);
      const along = scaled(x, grown, scale, power, isRoot);
      g[j] = grown;
      direction[k - start] = along;
      sum += x * along;
      total += grown;
      const share = x / scale;
      squaredLength += share * share;
    }
    return this.#counted(h, sum, total, squaredLength);
  }

  /** The kernels know the root only. */
  #isWithin(kernels: Kernels): boolean {
    return this.#power === 0.5 && this.w.isWithin(kernels) && this.#g.isWithin(kernels) && this.#scales.numbers.isWithin(kernels);
  }

  #foreseen(sum: number, total: number, squaredLength: number): number {
    const eta = this.pace.ahead() * this.#scales.ahead(squaredLength);
    return unlessInfinite(eta * sum, total);
  }

  #counted(h: number, sum: number, total: number, squaredLength: number): number {
    this.eta = this.pace.advance(h) * this.#scales.count(h, squaredLength);
    return unlessInfinite(this.eta * sum, total);
  }
}

/**
 * Normalized AdaGrad (NAG): G_i += h (l' x_i)^2, then w_i += eta sqrt(t/N) u x_i / (s_i sqrt(G_i)), s_i the largest |x_i| seen.
 *
 * State per feature: w, s, G; besides N = sum of h x_i^2 / s_i^2 and the importance mass t. With another exponent, G_i^power
 * comes with s_i^(2 - 2 power) and (t/N)^(1 - power), so that predictions stay unchanged under x -> D x, D any positive
 * diagonal. Not importance-invariant as a whole: copies meet a larger G and another t/N. Vowpal Wabbit, whose default this
 * is, takes the margin before it admits the row; callers after its numbers do the same.
 *
 * The default step size is 2; the study `defaults` holds it against a grid that is tuned on every set. Vowpal Wabbit's own is 0.5.
 *
 * Source: Ross, Mineiro & Langford, Normalized online learning (2013), algorithm 2; Vowpal Wabbit's --power_t, --initial_t.
 */
export const normalizedAdaptive = optimizerRecipe(
  'normalized-adaptive',
  () => ({ adaptive: true, suitsAnyUnits: true }),
  { ...adaptiveParameters, eta0: { ...adaptiveParameters.eta0, default: 2 } },
  (values, columns) => new NormalizedAdaptive(columns, values),
);
