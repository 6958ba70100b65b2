import type { SparseRows } from '../rows/sparse-rows.ts';
import { partIn, type State } from '../numerics/state.ts';
import type { Coordinates } from './optimizer.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { schedule, scheduleParameters, type Schedule } from './bases/schedule.ts';
import { ScheduledDescent } from './bases/scheduled-descent.ts';
import { ShrinkingWeights } from './bases/shrinking-weights.ts';

class Fobos extends ScheduledDescent {
  /** l1 > 0 pulls weights of all features, each to 0 and no further. */
  declare readonly coordinates?: Coordinates;
  readonly #weights: ShrinkingWeights;
  readonly #l1: number;
  readonly #l2: number;
  /** h * eta of the prepared example. */
  #time = 0;

  constructor(columns: number, eta: Schedule, l1: number, l2: number) {
    super(eta);
    this.#weights = new ShrinkingWeights(columns, Infinity);
    this.#l1 = l1;
    this.#l2 = l2;
    if (l1 === 0) this.coordinates = this.#weights.coordinates;
  }

  margin(rows: SparseRows, i: number): number {
    return this.#weights.margin(rows, i);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const q = super.prepare(rows, i, h, slope);
    this.#time = h * this.eta;
    return q;
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u !== 0) this.#weights.add(rows, i, this.eta * u);
    this.#weights.shrink(this.#time * this.#l1, this.#time * this.#l2);
  }

  weights(): Float64Array {
    return this.#weights.weights();
  }

  state(): State {
    return { weights: this.#weights.state(), pace: this.pace.state() };
  }

  restore(state: State): void {
    this.#weights.restore(partIn(state, 'weights'));
    this.pace.restore(partIn(state, 'pace'));
  }
}

/**
 * FOBOS: a gradient step, then the penalty's own: w += eta u x;  w_i = soft(w_i, h eta l1) / (1 + h eta l2), for every i.
 *
 * The step moves the margin by u q, q = eta(t) x.x, and the shrinkage comes after it: every update rule applies. Features
 * that a row does not have are settled when they are next seen, which is exact. State per feature: w, pull seen.
 * Not importance-invariant once l1 or l2 is positive: three copies shrink between their steps.
 *
 * Source: Duchi & Singer, Efficient online and batch learning using forward backward splitting (2009), section 5.
 */
export const fobos = optimizerRecipe(
  'fobos',
  ({ l1 }) => ({ averagable: l1 === 0 }),
  {
    ...scheduleParameters,
    l1: { from: 0, default: 0, meaning: 'penalty on |w|' },
    l2: { from: 0, default: 0, meaning: 'penalty on w^2 / 2' },
  },
  ({ l1, l2, ...values }, columns) => new Fobos(columns, schedule(values), l1, l2),
);
