import { Kept } from '../../numerics/state.ts';
import { recipe, type Values } from '../../numerics/recipe.ts';
import { pow } from '../../numerics/pow.ts';

/** The step sizes of a pass, each as a function of t. */
export type Schedule = (pass: number) => (t: number) => number;

/** What every optimizer with a schedule takes. */
export const scheduleParameters = {
  eta0: { above: 0, meaning: 'step size at the start' },
  power: { from: 0, to: 1, default: 0, meaning: 'exponent of the decay in t; 0 keeps the step constant' },
  t0: { above: 0, default: 1, meaning: 'importance mass after which the decay sets in' },
  decay: { above: 0, to: 1, default: 1, meaning: 'factor on the step after every pass' },
} as const;

/** The step size at the start of a pass: eta0 decay^pass. */
export function startOf({ eta0, decay }: Pick<Values<typeof scheduleParameters>, 'eta0' | 'decay'>, pass: number): number {
  return eta0 * pow(decay, pass);
}

/** What a step size is multiplied with at importance mass t: (t0 / (t0 + t))^power. */
export function decayOf({ power, t0 }: Pick<Values<typeof scheduleParameters>, 'power' | 't0'>): (t: number) => number {
  if (power === 0) return () => 1;
  if (power === 0.5) return (t) => Math.sqrt(t0 / (t0 + t));
  return (t) => pow(t0 / (t0 + t), power);
}

/**
 * Step sizes of a schedule: eta(t, pass) = eta0 * decay^pass * (t0 / (t0 + t))^power, t the importance mass seen, current example included.
 *
 * power = 0 is constant and makes the whole learner exactly importance-invariant; 1/2 and 1 are the rates of the regret
 * bounds. Source: Vowpal Wabbit's schedule (t0 its --initial_t, decay its --decay_learning_rate).
 *
 * @example
 * const eta = schedule({ eta0: 2, power: 0.5, t0: 1 })(0);
 * eta(3) // => 1
 */
export const schedule = recipe('schedule', scheduleParameters, (values): Schedule => {
  const decay = decayOf(values);
  return (pass) => {
    const eta = startOf(values, pass);
    return (t) => eta * decay(t);
  };
});

/** Where a run is on its schedule: the importance mass and the passes seen, and the step size that follows from them. */
export class Pace extends Kept {
  readonly #schedule: Schedule;
  readonly #seen = { mass: 0, pass: 0 };
  /** The step sizes of this pass. */
  #eta: (t: number) => number;
  /** What `ahead` found last, and at which mass: active learning asks for every example and learns from few. */
  #ahead = 0;
  #aheadOf = -1;

  constructor(schedule: Schedule) {
    super();
    this.#schedule = schedule;
    this.keep(this.#seen);
    this.#eta = schedule(0);
  }

  /** Importance seen so far. */
  get mass(): number {
    return this.#seen.mass;
  }

  /** Counts importance h; returns the step size of this example. */
  advance(h: number): number {
    this.#seen.mass += h;
    return this.#eta(this.#seen.mass);
  }

  /** The step size that `advance(1)` would return. */
  ahead(): number {
    if (this.#aheadOf !== this.#seen.mass) {
      this.#ahead = this.#eta(this.#seen.mass + 1);
      this.#aheadOf = this.#seen.mass;
    }
    return this.#ahead;
  }

  /** The next pass over the data begins: its own step sizes hold. */
  beginPass(): void {
    this.#enter(this.#seen.pass + 1);
  }

  protected override restored(): void {
    this.#enter(this.#seen.pass);
  }

  #enter(pass: number): void {
    this.#seen.pass = pass;
    this.#eta = this.#schedule(pass);
    this.#aheadOf = -1;
  }
}
