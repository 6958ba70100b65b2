import { addDirections } from '../../rows/kernels/interleaved.ts';
import type { InterleavedRates, WeightsFactory } from '../../rows/kernels/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { copyFrom, partIn, type State } from '../../numerics/state.ts';
import type { Values } from '../../numerics/recipe.ts';
import { normalizedAdaptive, scaled } from '../normalized-adaptive.ts';
import { Scales } from '../bases/scales.ts';
import { schedule } from '../bases/schedule.ts';
import { Directions } from './directions.ts';
import { Interleaved, restoreEach, statesOf } from './interleaved.ts';
import { members } from './members.ts';
import { filledByMember } from './sums.ts';

const { parameters } = normalizedAdaptive;

class NormalizedAdaptives extends Interleaved {
  override readonly name = 'normalized-adaptive';
  override readonly adaptive = true;
  readonly #g: Float64Array;
  /** Largest |x| seen, by feature and member. */
  readonly #s: Float64Array;
  readonly #powers: Float64Array;
  /** Loops for rows that they take, where every power is 1/2. */
  readonly #rates: InterleavedRates | undefined;
  /** The sums t and N of each member; of no feature, for the scales of all stand in #s. */
  readonly #scales: readonly Scales[];
  readonly #directions: Directions;

  constructor(columns: number, settings: readonly Values<typeof parameters>[], weights?: WeightsFactory) {
    super(
      columns,
      settings.map(({ eta0, decay }) => schedule({ eta0, decay })),
      weights,
    );
    this.#powers = Float64Array.from(settings, ({ power }) => power);
    this.#rates = this.#powers.every((power) => power === 0.5) ? this.weightsOfAll.rates : undefined;
    this.#g = filledByMember(
      this.#rates?.g ?? new Float64Array(columns * this.size),
      settings.map(({ initial }) => initial),
    );
    this.#s = this.#rates?.s ?? new Float64Array(columns * this.size);
    this.#scales = settings.map(({ power, initial }) => new Scales(0, 2 - 2 * power, initial));
    this.#directions = new Directions(this.size);
  }

  override admit(rows: SparseRows, i: number, importances: Float64Array): boolean {
    const start = rows.offsets[i];
    const end = rows.offsets[i + 1];
    const rates = this.#ratesFor(rows, i);
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
    const { size } = this;
    const g = this.#g;
    const s = this.#s;
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const slope = slopes[m];
      const power = this.#powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      let squaredLength = 0;
      for (let k = offsets[i]; k < end; k++) {
        const x = values[k];
        const j = indices[k] * size + m;
        const scale = Math.max(s[j], Math.abs(x));
        const gradient = slope * x;
        const grown = g[j] + gradient * gradient;
        sum += x * scaled(x, grown, scale, power, isRoot);
        total += grown;
        const share = x / scale;
        squaredLength += share * share;
      }
      const eta = this.paces[m].ahead() * this.#scales[m].ahead(squaredLength);
      out[m] = total < Infinity ? eta * sum : NaN;
    }
  }

  override state(): State {
    return { ...super.state(), g: this.#g.slice(), s: this.#s.slice(), sums: statesOf(this.#scales) };
  }

  override restore(state: State): void {
    super.restore(state);
    copyFrom(state, 'g', this.#g);
    copyFrom(state, 's', this.#s);
    restoreEach(this.#scales, partIn(state, 'sums'));
  }

  protected prepareMembers(
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
    out: Float64Array,
  ): void {
    const rates = this.#ratesFor(rows, i);
    if (rates !== undefined) {
      this.#prepareWith(rates, rows, i, importances, slopes, out);
      return;
    }
    const { offsets, indices, values } = rows;
    const { size } = this;
    const g = this.#g;
    const s = this.#s;
    const directions = this.#directions.reserve(rows, i);
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      const slope = slopes[m];
      const power = this.#powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      let squaredLength = 0;
      for (let k = offsets[i], at = m; k < end; k++, at += size) {
        const x = values[k];
        const j = indices[k] * size + m;
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
      this.etas[m] = this.paces[m].advance(h) * this.#scales[m].count(h, squaredLength);
      out[m] = total < Infinity ? this.etas[m] * sum : NaN;
    }
  }

  protected addSteps(rows: SparseRows, i: number): void {
    const rates = this.#ratesFor(rows, i);
    if (rates === undefined) addDirections(rows, i, this.w, this.size, this.scales, this.#directions.values);
    else rates.addDirections(rows, i, this.scales);
  }

  #ratesFor(rows: SparseRows, i: number): InterleavedRates | undefined {
    return this.#rates?.takes(rows, i) === true ? this.#rates : undefined;
  }

  /** Lets the scales see entry k; whether one of them grew. */
  #raise({ indices, values }: SparseRows, k: number, importances: Float64Array): boolean {
    const { size, w } = this;
    const s = this.#s;
    const extent = Math.abs(values[k]);
    const at = indices[k] * size;
    let grown = false;
    for (let m = 0; m < size; m++) {
      if (extent <= s[at + m] || !(importances[m] > 0)) continue;
      w[at + m] *= this.#scales[m].raise(s[at + m] / extent);
      s[at + m] = extent;
      grown = true;
    }
    return grown;
  }

  #prepareWith(
    rates: InterleavedRates,
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
    out: Float64Array,
  ): void {
    rates.prepare(rows, i, importances, slopes);
    for (let m = 0; m < this.size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      this.etas[m] = this.paces[m].advance(h) * this.#scales[m].count(h, rates.squares[m]);
      out[m] = rates.totals[m] < Infinity ? this.etas[m] * rates.sums[m] : NaN;
    }
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
