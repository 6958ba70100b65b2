/** Where a run is on its schedule: the importance mass and the passes seen, and the step size that follows from them. */
import { numberIn, type State } from '../numerics/state.ts';
import type { Schedule } from './schedule.ts';

export class Pace {
  readonly #schedule: Schedule;
  #mass = 0;
  #pass = 0;
  /** What `ahead` found last, and at which mass: active learning asks for every example and learns from few. */
  #ahead = 0;
  #aheadOf = -1;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** Importance seen so far. */
  get mass(): number {
    return this.#mass;
  }

  /** Counts importance h; returns the step size of this example. */
  advance(h: number): number {
    this.#mass += h;
    return this.#schedule(this.#mass, this.#pass);
  }

  /** The step size that `advance(1)` would return. */
  ahead(): number {
    if (this.#aheadOf !== this.#mass) {
      this.#ahead = this.#schedule(this.#mass + 1, this.#pass);
      this.#aheadOf = this.#mass;
    }
    return this.#ahead;
  }

  beginPass(): void {
    this.#pass++;
    this.#aheadOf = -1;
  }

  state(): State {
    return { mass: this.#mass, pass: this.#pass };
  }

  restore(state: State): void {
    this.#mass = numberIn(state, 'mass');
    this.#pass = numberIn(state, 'pass');
    this.#aheadOf = -1;
  }
}
