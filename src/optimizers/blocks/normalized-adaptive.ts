import { addDirections } from '../../rows/interleaved.ts';
import type { WeightsFactory } from '../../rows/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { copyFrom, partIn, type State } from '../../numerics/state.ts';
import type { Values } from '../../numerics/recipe.ts';
import { normalizedAdaptive, scaled } from '../normalized-adaptive.ts';
import { Scales } from '../bases/scales.ts';
import { schedule } from '../bases/schedule.ts';
import { Directions } from './directions.ts';
import { Interleaved, restoreEach, statesOf } from './interleaved.ts';
import { members } from './members.ts';
import { fillByMember } from './sums.ts';

const { parameters } = normalizedAdaptive;

class NormalizedAdaptives extends Interleaved {
  override readonly name = 'normalized-adaptive';
  override readonly adaptive = true;
  readonly #g: Float64Array;
  /** Largest |x| seen, by feature and member. */
  readonly #s: Float64Array;
  readonly #powers: Float64Array;
  /** The sums t and N of each member; of no feature, for the scales of all stand in #s. */
  readonly #scales: readonly Scales[];
  readonly #directions: Directions;

  constructor(columns: number, settings: readonly Values<typeof parameters>[], weights?: WeightsFactory) {
    super(
      columns,
      settings.map(({ eta0, decay }) => schedule({ eta0, decay })),
      weights,
    );
    this.#g = fillByMember(
      columns,
      settings.map(({ initial }) => initial),
    );
    this.#s = new Float64Array(columns * this.size);
    this.#powers = Float64Array.from(settings, ({ power }) => power);
    this.#scales = settings.map(({ power, initial }) => new Scales(0, 2 - 2 * power, initial));
    this.#directions = new Directions(this.size);
  }

  override admit({ offsets, indices, values }: SparseRows, i: number, importances: Float64Array): boolean {
    const { size, w } = this;
    const s = this.#s;
    const end = offsets[i + 1];
    let grown = false;
    for (let k = offsets[i]; k < end; k++) {
      const extent = Math.abs(values[k]);
      const at = indices[k] * size;
      for (let m = 0; m < size; m++) {
        if (extent <= s[at + m] || !(importances[m] > 0)) continue;
        w[at + m] *= this.#scales[m].raise(s[at + m] / extent);
        s[at + m] = extent;
        grown = true;
      }
    }
    return grown;
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
    addDirections(rows, i, this.w, this.size, this.scales, this.#directions.values);
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
