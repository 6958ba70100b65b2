import { numberIn, type State } from '../../numerics/state.ts';
import type { Schedule } from './schedule.ts';

/** Where a run is on its schedule: the importance mass and the passes seen, and the step size that follows from them. */
export class Pace {
  readonly #schedule: Schedule;
  #mass = 0;
  #pass = 0;
  /** The step sizes of this pass. */
  #eta: (t: number) => number;
  /** What `ahead` found last, and at which mass: active learning asks for every example and learns from few. */
  #ahead = 0;
  #aheadOf = -1;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#eta = schedule(0);
  }

  /** Importance seen so far. */
  get mass(): number {
    return this.#mass;
  }

  /** Counts importance h; returns the step size of this example. */
  advance(h: number): number {
    this.#mass += h;
    return this.#eta(this.#mass);
  }

  /** The step size that `advance(1)` would return. */
  ahead(): number {
    if (this.#aheadOf !== this.#mass) {
      this.#ahead = this.#eta(this.#mass + 1);
      this.#aheadOf = this.#mass;
    }
    return this.#ahead;
  }

  /** The next pass over the data begins: its own step sizes hold. */
  beginPass(): void {
    this.#enter(this.#pass + 1);
  }

  /** The importance mass and the passes seen. */
  state(): State {
    return { mass: this.#mass, pass: this.#pass };
  }

  /**
   * Continues from such a state.
   *
   * @throws RangeError where it does not fit.
   */
  restore(state: State): void {
    this.#mass = numberIn(state, 'mass');
    this.#enter(numberIn(state, 'pass'));
  }

  #enter(pass: number): void {
    this.#pass = pass;
    this.#eta = this.#schedule(pass);
    this.#aheadOf = -1;
  }
}
