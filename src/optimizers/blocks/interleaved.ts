import { plainWeights, type InterleavedWeights, type WeightsFactory } from '../../rows/kernels/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { copyFrom, partIn, type State } from '../../numerics/state.ts';
import { Pace } from '../bases/pace.ts';
import type { Schedule } from '../bases/schedule.ts';
import type { Block } from './block.ts';

/** What blocks with interleaved weights share (rows/kernels/interleaved.ts): the weights, the paces, and steps that move margins by u q. */
export abstract class Interleaved implements Block {
  abstract readonly name: string;
  readonly linear = true;
  readonly adaptive: boolean = false;
  readonly size: number;
  /** Weight of feature j and member m at j * size + m. */
  protected readonly w: Float64Array;
  protected readonly weightsOfAll: InterleavedWeights;
  protected readonly paces: readonly Pace[];
  /** What all rates of the prepared example have in common, by member; those not prepared take steps of 0. */
  protected readonly etas: Float64Array;
  /** Factor on the direction of every member in this push. */
  protected readonly scales: Float64Array;
  /** q of the prepared example, and u q of the steps taken. */
  readonly #sensitivities: Float64Array;
  readonly #moves: Float64Array;

  constructor(columns: number, schedules: readonly Schedule[], weights: WeightsFactory = plainWeights) {
    this.size = schedules.length;
    this.weightsOfAll = weights(columns, this.size);
    this.w = this.weightsOfAll.values;
    this.paces = schedules.map((schedule) => new Pace(schedule));
    this.etas = new Float64Array(this.size);
    this.scales = new Float64Array(this.size);
    this.#sensitivities = new Float64Array(this.size);
    this.#moves = new Float64Array(this.size);
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
    this.prepareMembers(rows, i, importances, slopes, out);
    for (let m = 0; m < this.size; m++) {
      if (!(importances[m] > 0)) out[m] = this.etas[m] = 0;
      this.#sensitivities[m] = out[m];
    }
  }

  bases(_rows: SparseRows, _i: number, margins: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = margins[m];
  }

  push(rows: SparseRows, i: number, steps: Float64Array): void {
    for (let m = 0; m < this.size; m++) {
      const u = steps[m];
      this.scales[m] = u === 0 ? 0 : this.etas[m] * u;
      this.#moves[m] = this.scales[m] === 0 ? 0 : u * this.#sensitivities[m];
    }
    this.addSteps(rows, i);
  }

  follow(_rows: SparseRows, _i: number, margins: Float64Array): void {
    for (let m = 0; m < this.size; m++) if (this.#moves[m] !== 0) margins[m] += this.#moves[m];
  }

  beginPass(): void {
    for (const pace of this.paces) pace.beginPass();
  }

  weights(m: number): Float64Array {
    return Float64Array.from({ length: this.w.length / this.size }, (_, j) => this.w[j * this.size + m]);
  }

  state(): State {
    return { w: this.w.slice(), paces: statesOf(this.paces) };
  }

  restore(state: State): void {
    copyFrom(state, 'w', this.w);
    restoreEach(this.paces, partIn(state, 'paces'));
  }

  /** `prepare` for the members with an importance: fills in `etas` and out; what it leaves for the others does not matter. */
  protected abstract prepareMembers(
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
    out: Float64Array,
  ): void;

  /** w_m += scales[m] (direction of member m) on row i. */
  protected abstract addSteps(rows: SparseRows, i: number): void;
}

/** The states of several, by their number. */
export function statesOf(list: readonly { state(): State }[]): State {
  return Object.fromEntries(list.map((each, m) => [String(m), each.state()]));
}

/** Each continues from its own. */
export function restoreEach(list: readonly { restore(state: State): void }[], states: State): void {
  list.forEach((each, m) => {
    each.restore(partIn(states, String(m)));
  });
}
