import { addDirections, type InterleavedRates, type WeightsFactory } from '../../rows/kernels/interleaved.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { normalizedAdaptive } from '../ada-grad.ts';
import { adaptiveParameters, found, walkRates, type AdaptiveValues, type RateNumbers } from '../bases/adaptive-descent.ts';
import { Scales, schedule } from '../bases/descent.ts';
import { members } from './block.ts';
import { gradientDescents, Interleaved } from './interleaved.ts';

/**
 * AdaGrad and, with scales, normalized AdaGrad with interleaved weights (bases/adaptive-descent.ts). State per feature and member: w, G,
 * and s: a member that has not learned a row does not know its scale.
 */
class Adaptive extends Interleaved {
  override readonly name: string;
  override readonly adaptive = true;
  readonly #powers: Float64Array;
  /** Of every member where G and s stand; the directions of a prepared row stand at k * stride + m. */
  readonly #numbers: readonly RateNumbers[];
  #directions: Float64Array;
  /** Loops for rows that they take, where every power is 1/2. */
  readonly #rates: InterleavedRates | undefined;
  /** Of features measured in units of their own: s, and the sums t and N of each member, of no feature, for the scales stand in s. */
  readonly #s: Float64Array | undefined;
  readonly #scales: readonly Scales[];

  constructor(columns: number, settings: readonly AdaptiveValues[], units: 'as they are' | 'scaled', weights?: WeightsFactory) {
    const schedules = settings.map(({ eta0, decay }) => schedule({ eta0, decay }));
    super(columns, schedules, weights);
    const { stride } = this;
    this.name = units === 'scaled' ? 'normalized-adaptive' : 'ada-grad';
    this.#powers = Float64Array.from(settings, ({ power }) => power);
    this.#rates = this.#powers.every((power) => power === 0.5) ? this.weightsOfAll.rates : undefined;
    this.#directions = new Float64Array(256 * stride);
    const g = this.#rates?.g ?? new Float64Array(columns * stride);
    const initial = settings.map((each) => each.initial);
    // Only then: untouched memory costs nothing.
    if (initial.some((each) => each !== 0)) for (let at = 0; at < g.length; at += stride) g.set(initial, at);
    this.keep({ g: this.ofMembers(g) });
    this.#s = units === 'scaled' ? (this.#rates?.s ?? new Float64Array(columns * stride)) : undefined;
    this.#scales = this.#s === undefined ? [] : settings.map((each) => new Scales(0, 2 - 2 * each.power, each.initial));
    if (this.#s !== undefined) this.keep({ s: this.ofMembers(this.#s), sums: [...this.#scales] });
    const scales = this.#s && { values: this.#s };
    this.#numbers = settings.map((_, m) => ({ g: { values: g }, s: scales, stride, m }));
  }

  override admit(rows: SparseRows, i: number, importances: Float64Array): boolean {
    const s = this.#s;
    if (s === undefined) return false;
    const end = rows.offsets[i + 1];
    const rates = this.#ratesFor(rows, i);
    let grown = false;
    for (let k = rows.offsets[i]; ; k++) {
      if (rates !== undefined) k = rates.raised(rows, i, k, importances);
      if (k >= end) return grown;
      if (this.#raise(rows, k, importances, s)) grown = true;
    }
  }

  sensitivities(rows: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) {
      walkRates(rows, i, this.#numbers[m], 1, slopes[m], this.#powers[m]);
      const ahead = this.paces[m].ahead();
      const eta = this.#s === undefined ? ahead : ahead * this.#scales[m].ahead(found.squaredLength);
      out[m] = found.total < Infinity ? eta * found.sum : NaN;
    }
  }

  protected prepareEach(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void {
    const rates = this.#ratesFor(rows, i);
    this.etas.fill(0);
    out.fill(0);
    if (rates === undefined) this.#reserve(rows, i);
    else if (this.#s === undefined) rates.prepareAdaptive(rows, i, importances, slopes);
    else rates.prepareNormalized(rows, i, importances, slopes);
    for (let m = 0; m < this.size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      if (rates === undefined) {
        walkRates(rows, i, this.#numbers[m], h, slopes[m], this.#powers[m], this.#directions);
        this.#count(m, h, found.sum, found.total, found.squaredLength, out);
      } else this.#count(m, h, rates.sums[m], rates.totals[m], rates.squares[m], out);
    }
  }

  protected addSteps(rows: SparseRows, i: number): void {
    const rates = this.#ratesFor(rows, i);
    if (rates === undefined) addDirections(rows, i, this.w, this.stride, this.scales, this.#directions);
    else rates.addDirections(rows, i, this.scales);
  }

  #count(m: number, h: number, sum: number, total: number, squaredLength: number, out: Float64Array): void {
    const eta = this.paces[m].advance(h);
    this.etas[m] = this.#s === undefined ? eta : eta * this.#scales[m].count(h, squaredLength);
    out[m] = total < Infinity ? this.etas[m] * sum : NaN;
  }

  #ratesFor(rows: SparseRows, i: number): InterleavedRates | undefined {
    return this.#rates?.takes(rows, i) === true ? this.#rates : undefined;
  }

  #reserve({ offsets }: SparseRows, i: number): void {
    const needed = (offsets[i + 1] - offsets[i]) * this.stride;
    if (needed > this.#directions.length) this.#directions = new Float64Array(2 * needed);
  }

  /** Lets the scales see entry k; whether one of them grew. */
  #raise({ indices, values }: SparseRows, k: number, importances: Float64Array, s: Float64Array): boolean {
    const { size, stride, w } = this;
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
}

/** AdaGrad with interleaved weights. */
const adaGrads = members(
  'ada-grad',
  adaptiveParameters,
  (settings) => (columns, weights) => new Adaptive(columns, settings, 'as they are', weights),
);

/** Normalized AdaGrad with interleaved weights. */
const normalizedAdaptives = members(
  'normalized-adaptive',
  normalizedAdaptive.parameters,
  (settings) => (columns, weights) => new Adaptive(columns, settings, 'scaled', weights),
);

/** The optimizers that have blocks with interleaved weights, by their names; blocks of the others keep them apart (block.ts). */
export const blocks = {
  'gradient-descent': gradientDescents,
  'ada-grad': adaGrads,
  'normalized-adaptive': normalizedAdaptives,
};
