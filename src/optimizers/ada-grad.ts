import type { Kernels } from '../rows/kernels/kernels.ts';
import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { unlessInfinite } from '../numerics/elementary.ts';
import type { Values } from '../numerics/recipe.ts';
import { pow } from '../numerics/functions/pow.ts';
import { DirectedDescent } from './bases/descent.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { schedule, scheduleParameters } from './bases/schedule.ts';

/** What every adaptive optimizer takes. */
export const adaptiveParameters = {
  eta0: scheduleParameters.eta0,
  decay: scheduleParameters.decay,
  power: { above: 0, to: 1, default: 0.5, meaning: 'exponent of the sum of squared gradients' },
  initial: { from: 0, default: 0, meaning: 'what every sum of squared gradients starts from' },
} as const;

/** x / G^power; 0 for a feature that has met no gradient. Told isRoot, power = 1/2, by loops that ask once a row for it. */
export function adapted(x: number, g: number, power: number, isRoot: boolean): number {
  if (g === 0) return 0;
  return isRoot ? x / Math.sqrt(g) : x / pow(g, power);
}

class AdaGrad extends DirectedDescent {
  readonly #g: KernelNumbers;
  readonly #power: number = 0.5;
  readonly #initial: number = 0;

  constructor(columns: number, { eta0, decay, power, initial }: Values<typeof adaptiveParameters>) {
    super(columns, schedule({ eta0, decay }));
    this.#g = new KernelNumbers(columns, initial);
    this.#power = power;
    this.#initial = initial;
    this.keep({ g: this.#g });
  }

  coordinateMass(): Float64Array {
    return this.#g.values.map((g) => g - this.#initial);
  }

  override sensitivity(rows: SparseRows, i: number, slope: number): number {
    const { offsets, kernels } = rows;
    if (kernels === undefined || !this.#isWithin(kernels)) return this.#sensitivityHere(rows, i, slope);
    const { rates, numbers } = kernels;
    numbers[0] = slope;
    rates.adaGradSensitivity(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.#g.at);
    return unlessInfinite(this.pace.ahead() * numbers[0], numbers[1]);
  }

  #sensitivityHere({ offsets, indices, values }: SparseRows, i: number, slope: number): number {
    const g = this.#g.values;
    const power = this.#power;
    const isRoot = power === 0.5;
    const end = offsets[i + 1];
    let sum = 0;
    let total = 0;
    for (let k = offsets[i]; k < end; k++) {
      const x = values[k];
      const gradient = slope * x;
      const grown = g[indices[k]] + gradient * gradient;
      sum += x * adapted(x, grown, power, isRoot);
      total += grown;
    }
    return unlessInfinite(this.pace.ahead() * sum, total);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, kernels } = rows;
    this.eta = this.pace.advance(h);
    if (kernels === undefined || !this.#isWithin(kernels) || !this.direction.reserveWithin(kernels, rows, i))
      return this.#prepareHere(rows, i, h, slope);
    const { rates, numbers } = kernels;
    numbers[0] = slope;
    numbers[1] = h;
    rates.adaGradRates(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.#g.at, this.direction.at);
    return unlessInfinite(this.eta * numbers[0], numbers[1]);
  }

  #prepareHere(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, indices, values } = rows;
    const direction = this.direction.reserve(rows, i);
    const g = this.#g.values;
    const power = this.#power;
    const isRoot = power === 0.5;
    const start = offsets[i];
    const end = offsets[i + 1];
    let sum = 0;
    let total = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const gradient = slope * x;
      const grown = g[indices[k]] + h * (gradient * gradient);
      const along = adapted(x, grown, power, isRoot);
      g[indices[k]] = grown;
      direction[k - start] = along;
      sum += x * along;
      total += grown;
    }
    return unlessInfinite(this.eta * sum, total);
  }

  /** The kernels know the root only. */
  #isWithin(kernels: Kernels): boolean {
    return this.#power === 0.5 && this.w.isWithin(kernels) && this.#g.isWithin(kernels);
  }
}

/**
 * AdaGrad: G_i += h (l' x_i)^2, then w_i += eta u x_i / G_i^power, so that q = eta sum_i x_i^2 / G_i^power.
 *
 * State per feature: w, G. G counts this example before its step, which keeps the first step of every feature at eta. A
 * feature that has met no gradient yet (G = 0) does not move. The importance enters G as copies do; still the whole learner
 * is not importance-invariant, because later copies meet a larger G and a smaller slope.
 *
 * Source: Duchi, Hazan & Singer (2011), diagonal form; exponent and initial G as Vowpal Wabbit's --power_t and --initial_t.
 */
export const adaGrad = optimizerRecipe(
  'ada-grad',
  () => ({ adaptive: true }),
  adaptiveParameters,
  (values, columns) => new AdaGrad(columns, values),
);
