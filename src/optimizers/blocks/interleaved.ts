import { Kept, type Numbers } from '../../numerics/state.ts';
import { type InterleavedWeights, plainWeights, type WeightsFactory } from '../../rows/kernels/interleaved.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { Pace, schedule, type Schedule, scheduleParameters } from '../bases/descent.ts';
import { type Block, members } from './block.ts';

/** What blocks with interleaved weights share (rows/kernels/interleaved.ts): the weights, the paces, and steps that move margins by u q. */
export abstract class Interleaved extends Kept implements Block {
  abstract readonly name: string;
  readonly linear = true;
  readonly adaptive: boolean = false;
  readonly size: number;
  /** Numbers a feature (InterleavedWeights). */
  protected readonly stride: number;
  /** Weight of feature j and member m at j * stride + m. */
  protected readonly w: Float64Array;
  protected readonly weightsOfAll: InterleavedWeights;
  /** Where each member is on its schedule. */
  protected readonly paces: readonly Pace[];
  /** What all rates of the prepared example have in common, by member; those not prepared take steps of 0. */
  protected readonly etas: Float64Array;
  /** Factor on the direction of every member in this push; one a number of `stride`. */
  protected readonly scales: Float64Array;
  /** q of the prepared example, and the steps u taken. */
  readonly #sensitivities: Float64Array;
  readonly #steps: Float64Array;

  constructor(columns: number, schedules: readonly Schedule[], weights: WeightsFactory = plainWeights) {
    super();
    this.size = schedules.length;
    this.weightsOfAll = weights(columns, this.size);
    this.w = this.weightsOfAll.values;
    this.stride = this.weightsOfAll.stride;
    this.paces = schedules.map((each) => new Pace(each));
    this.keep({ w: this.ofMembers(this.w), paces: [...this.paces] });
    [this.etas, this.#sensitivities, this.#steps] = Array.from({ length: 3 }, () => new Float64Array(this.size));
    this.scales = new Float64Array(this.stride);
  }

  margins(rows: SparseRows, i: number, out: Float64Array): void {
    this.weightsOfAll.dots(rows, i, out);
  }

  predictions(rows: SparseRows, i: number, out: Float64Array): void {
    this.margins(rows, i, out);
  }

  abstract sensitivities(rows: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void;

  admit(_rows: SparseRows, _i: number, _importances: Float64Array): boolean {
    return false;
  }

  prepare(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void {
    this.prepareEach(rows, i, importances, slopes, out);
    this.#sensitivities.set(out);
  }

  bases(_rows: SparseRows, _i: number, margins: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = margins[m];
  }

  push(rows: SparseRows, i: number, steps: Float64Array): void {
    const { size, scales, etas } = this;
    for (let m = 0; m < size; m++) scales[m] = steps[m] === 0 ? 0 : etas[m] * steps[m];
    this.#steps.set(steps);
    this.addSteps(rows, i);
  }

  follow(_rows: SparseRows, _i: number, margins: Float64Array): void {
    for (let m = 0; m < this.size; m++) {
      const move = this.scales[m] === 0 ? 0 : this.#steps[m] * this.#sensitivities[m];
      if (move !== 0) margins[m] += move;
    }
  }

  beginPass(): void {
    for (const pace of this.paces) pace.beginPass();
  }

  weights(m: number): Float64Array {
    const { w, stride } = this;
    const own = new Float64Array(w.length / stride);
    for (let j = 0; j < own.length; j++) own[j] = w[j * stride + m];
    return own;
  }

  /** What a state has of an array of all features: the numbers of the members. */
  protected ofMembers(values: Float64Array): Numbers {
    return { values, size: this.size, stride: this.stride };
  }

  /** `prepare`: fills in `etas` and out, with 0 for members without an importance. */
  protected abstract prepareEach(
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
    out: Float64Array,
  ): void;

  /** w_m += scales[m] (direction of member m) on row i. */
  protected abstract addSteps(rows: SparseRows, i: number): void;
}

class GradientDescents extends Interleaved {
  override readonly name = 'gradient-descent';

  sensitivities(rows: SparseRows, i: number, _slopes: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = this.paces[m].ahead() * rows.squaredNorms[i];
  }

  protected prepareEach(rows: SparseRows, i: number, importances: Float64Array, _slopes: Float64Array, out: Float64Array): void {
    const square = rows.squaredNorms[i];
    const { size, etas, paces } = this;
    for (let m = 0; m < size; m++) {
      const h = importances[m];
      etas[m] = h > 0 ? paces[m].advance(h) : 0;
      out[m] = h > 0 ? etas[m] * square : 0;
    }
  }

  protected addSteps(rows: SparseRows, i: number): void {
    this.weightsOfAll.addScaled(rows, i, this.scales);
  }
}

/** Gradient descent (optimizers/gradient-descent.ts) with interleaved weights. State per feature and member: w. */
export const gradientDescents = members('gradient-descent', scheduleParameters, (settings) => (columns, weights) => {
  const schedules = settings.map((each) => schedule(each));
  return new GradientDescents(columns, schedules, weights);
});
