import { addDirections } from '../../rows/kernels/interleaved.ts';
import type { WeightsFactory } from '../../rows/kernels/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { copyFrom, type State } from '../../numerics/state.ts';
import type { Values } from '../../numerics/recipe.ts';
import { adapted, adaptiveParameters } from '../ada-grad.ts';
import { schedule } from '../bases/schedule.ts';
import { Directions } from './directions.ts';
import { Interleaved } from './interleaved.ts';
import { members } from './members.ts';
import { filledByMember } from './sums.ts';

class AdaGrads extends Interleaved {
  override readonly name = 'ada-grad';
  override readonly adaptive = true;
  readonly #g: Float64Array;
  readonly #powers: Float64Array;
  readonly #directions: Directions;

  constructor(columns: number, settings: readonly Values<typeof adaptiveParameters>[], weights?: WeightsFactory) {
    super(
      columns,
      settings.map(({ eta0, decay }) => schedule({ eta0, decay })),
      weights,
    );
    this.#g = filledByMember(
      new Float64Array(columns * this.size),
      settings.map(({ initial }) => initial),
    );
    this.#powers = Float64Array.from(settings, ({ power }) => power);
    this.#directions = new Directions(this.size);
  }

  sensitivities({ offsets, indices, values }: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void {
    const { size } = this;
    const g = this.#g;
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const slope = slopes[m];
      const power = this.#powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      for (let k = offsets[i]; k < end; k++) {
        const x = values[k];
        const gradient = slope * x;
        const grown = g[indices[k] * size + m] + gradient * gradient;
        sum += x * adapted(x, grown, power, isRoot);
        total += grown;
      }
      out[m] = total < Infinity ? this.paces[m].ahead() * sum : NaN;
    }
  }

  override state(): State {
    return { ...super.state(), g: this.#g.slice() };
  }

  override restore(state: State): void {
    super.restore(state);
    copyFrom(state, 'g', this.#g);
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
      for (let k = offsets[i], at = m; k < end; k++, at += size) {
        const x = values[k];
        const gradient = slope * x;
        const j = indices[k] * size + m;
        const grown = g[j] + h * (gradient * gradient);
        const along = adapted(x, grown, power, isRoot);
        g[j] = grown;
        directions[at] = along;
        sum += x * along;
        total += grown;
      }
      this.etas[m] = this.paces[m].advance(h);
      out[m] = total < Infinity ? this.etas[m] * sum : NaN;
    }
  }

  protected addSteps(rows: SparseRows, i: number): void {
    addDirections(rows, i, this.w, this.size, this.scales, this.#directions.values);
  }
}

/** AdaGrad (optimizers/ada-grad.ts) with interleaved weights. State per feature and member: w, G. */
export const adaGrads = members(
  'ada-grad',
  adaptiveParameters,
  (settings) => (columns, weights) => new AdaGrads(columns, settings, weights),
);
