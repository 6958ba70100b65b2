import type { InterleavedRates, WeightsFactory } from '../../rows/kernels/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Values } from '../../numerics/recipe.ts';
import { normalizedAdaptive, scaled } from '../normalized-adaptive.ts';
import { Scales } from '../bases/scales.ts';
import { Adaptive } from './adaptive.ts';
import { members } from './members.ts';

const { parameters } = normalizedAdaptive;

class NormalizedAdaptives extends Adaptive {
  override readonly name = 'normalized-adaptive';
  /** Largest |x| seen, of feature j and member m at j * stride + m. */
  readonly #s: Float64Array;
  /** The sums t and N of each member; of no feature, for the scales of all stand in #s. */
  readonly #scales: readonly Scales[];

  constructor(columns: number, settings: readonly Values<typeof parameters>[], weights?: WeightsFactory) {
    super(columns, settings, weights);
    this.#s = this.rates?.s ?? new Float64Array(columns * this.stride);
    this.#scales = settings.map(({ power, initial }) => new Scales(0, 2 - 2 * power, initial));
    this.keep({ s: this.ofMembers(this.#s), sums: [...this.#scales] });
  }

  override admit(rows: SparseRows, i: number, importances: Float64Array): boolean {
    const start = rows.offsets[i];
    const end = rows.offsets[i + 1];
    const rates = this.ratesFor(rows, i);
    let grown = false;
    if (rates === undefined) {
      for (let k = start; k < end; k++) if (this.#raise(rows, k, importances)) grown = true;
      return grown;
    }
    for (let k = start; ; k++) {
      k = rates.raised(rows, i, k, importances);
      if (k >= end) return grown;
      grown = this.#raise(rows, k, importances);
    }
  }

  sensitivities({ offsets, indices, values }: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void {
    const { g, size, stride } = this;
    const s = this.#s;
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const slope = slopes[m];
      const power = this.powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      let squaredLength = 0;
      for (let k = offsets[i]; k < end; k++) {
        const x = values[k];
        const j = indices[k] * stride + m;
        const scale = Math.max(s[j], Math.abs(x));
        const gradient = slope * x;
        const grown = g[j] + gradient * gradient;
        sum += x * scaled(x, grown, scale, power, isRoot);
        total += grown;
        const share = x / scale;
        squaredLength += share * share;
      }
      const eta = this.paces.ahead(m) * this.#scales[m].ahead(squaredLength);
      out[m] = total < Infinity ? eta * sum : NaN;
    }
  }

  protected prepareEach(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void {
    const { offsets, indices, values } = rows;
    const { g, size, stride } = this;
    const s = this.#s;
    const directions = this.directions.reserve(rows, i);
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      const slope = slopes[m];
      const power = this.powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      let squaredLength = 0;
      for (let k = offsets[i], at = m; k < end; k++, at += stride) {
        const x = values[k];
        const j = indices[k] * stride + m;
        const scale = s[j];
        const gradient = slope * x;
        const grown = g[j] + h * (gradient * gradient);
        const along = scaled(x, grown, scale, power, isRoot);
        g[j] = grown;
        directions[at] = along;
        sum += x * along;
        total += grown;
        const share = x / scale;
        squaredLength += share * share;
      }
      this.etas[m] = this.eta(m, h, squaredLength);
      out[m] = total < Infinity ? this.etas[m] * sum : NaN;
    }
  }

  /** Lets the scales see entry k; whether one of them grew. */
  #raise({ indices, values }: SparseRows, k: number, importances: Float64Array): boolean {
    const { size, stride, w } = this;
    const s = this.#s;
    const extent = Math.abs(values[k]);
    const at = indices[k] * stride;
    let grown = false;
    for (let m = 0; m < size; m++) {
      if (extent <= s[at + m] || !(importances[m] > 0)) continue;
      w[at + m] *= this.#scales[m].raise(s[at + m] / extent);
      s[at + m] = extent;
      grown = true;
    }
    return grown;
  }

  protected prepareWith(
    rates: InterleavedRates,
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
  ): void {
    rates.prepareNormalized(rows, i, importances, slopes);
  }

  protected eta(m: number, h: number, squaredLength: number): number {
    return this.paces.advance(m, h) * this.#scales[m].count(h, squaredLength);
  }
}

/**
 * Normalized AdaGrad (optimizers/normalized-adaptive.ts) with interleaved weights. State per feature and member: w, G, s: a member
 * that has not learned a row does not know its scale.
 */
export const normalizedAdaptives = members(
  'normalized-adaptive',
  parameters,
  (settings) => (columns, weights) => new NormalizedAdaptives(columns, settings, weights),
);
