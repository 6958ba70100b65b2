import type { SparseRows } from '../rows/sparse-rows.ts';
import { recipe, type Values } from '../numerics/recipe.ts';
import { copyFrom, partIn, type State } from '../numerics/state.ts';
import { pow } from '../numerics/pow.ts';
import { adaptiveParameters } from './ada-grad.ts';
import { DirectedDescent } from './bases/directed-descent.ts';
import type { OptimizerFactory } from './optimizer.ts';
import { Scales } from './bases/scales.ts';
import { schedule } from './bases/schedule.ts';

/** x / (G^power s^(2 - 2 power)); 0 for a feature that has met no gradient. Told isRoot, power = 1/2, as in AdaGrad. */
export function scaled(x: number, g: number, s: number, power: number, isRoot: boolean): number {
  if (g === 0) return 0;
  return isRoot ? x / Math.sqrt(g) / s : x / pow(g, power) / pow(s, 2 - 2 * power);
}

class NormalizedAdaptive extends DirectedDescent {
  override readonly name = 'normalized-adaptive';
  override readonly suitsAnyUnits = true;
  override readonly adaptive = true;
  readonly #g: Float64Array;
  readonly #power: number;
  readonly #initial: number;
  readonly #scales: Scales;

  constructor(columns: number, { eta0, decay, power, initial }: Values<typeof adaptiveParameters>) {
    super(columns, schedule({ eta0, decay }));
    this.#g = new Float64Array(columns).fill(initial);
    this.#power = power;
    this.#initial = initial;
    this.#scales = new Scales(columns, 2 - 2 * power, initial);
  }

  coordinateMass(): Float64Array {
    return this.#g.map((g) => g - this.#initial);
  }

  override admit(rows: SparseRows, i: number): boolean {
    return this.#scales.admit(rows, i, this.w);
  }

  sensitivity(rows: SparseRows, i: number, slope: number): number {
    const { offsets, indices, values } = rows;
    const g = this.#g;
    const power = this.#power;
    const isRoot = power === 0.5;
    const scales = this.#scales;
    const { s } = scales;
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
    const eta = this.pace.ahead() * scales.ahead(squaredLength);
    return total < Infinity ? eta * sum : NaN;
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, indices, values } = rows;
    const direction = this.direction.reserve(rows, i);
    const g = this.#g;
    const power = this.#power;
    const isRoot = power === 0.5;
    const scales = this.#scales;
    const { s } = scales;
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
    this.eta = this.pace.advance(h) * scales.count(h, squaredLength);
    return total < Infinity ? this.eta * sum : NaN;
  }

  override state(): State {
    return { ...super.state(), g: this.#g.slice(), scales: this.#scales.state() };
  }

  override restore(state: State): void {
    super.restore(state);
    copyFrom(state, 'g', this.#g);
    this.#scales.restore(partIn(state, 'scales'));
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
export const normalizedAdaptive = recipe(
  'normalized-adaptive',
  { ...adaptiveParameters, eta0: { ...adaptiveParameters.eta0, grid: [2, 0.25, 0.5, 1, 4, 8], default: 2 } },
  (values): OptimizerFactory =>
    (columns) =>
      new NormalizedAdaptive(columns, values),
);
