/**
 * Step sizes: eta(t, pass) = eta0 * decay^pass * (t0 / (t0 + t))^power, t the importance mass seen, current example included.
 *
 * power = 0 is constant and makes the whole learner exactly importance-invariant; 1/2 and 1 are the rates of the regret
 * bounds. Source: Vowpal Wabbit's schedule (t0 its --initial_t, decay its --decay_learning_rate).
 *
 * @example
 * const eta = schedule({ eta0: 2, power: 0.5, t0: 1 });
 * eta(3, 0) // => 1
 */
export type Schedule = (t: number, pass: number) => number;

export interface ScheduleOptions {
  /** Step size at t = 0, > 0. */
  readonly eta0: number;
  /** Exponent in [0, 1]; default 0, a constant step. */
  readonly power?: number;
  /** Importance mass after which the decay sets in, > 0; default 1. */
  readonly t0?: number;
  /** Factor applied after every pass, in (0, 1]; default 1. */
  readonly decay?: number;
}

export function schedule({ eta0, power = 0, t0 = 1, decay = 1 }: ScheduleOptions): Schedule {
  if (!(eta0 > 0 && Number.isFinite(eta0))) throw new RangeError(`eta0 must be a positive number, found ${eta0}`);
  if (!(power >= 0 && power <= 1)) throw new RangeError(`power must be in [0, 1], found ${power}`);
  if (!(t0 > 0 && Number.isFinite(t0))) throw new RangeError(`t0 must be a positive number, found ${t0}`);
  if (!(decay > 0 && decay <= 1)) throw new RangeError(`decay must be in (0, 1], found ${decay}`);
  if (power === 0) return (_t, pass) => eta0 * decay ** pass;
  if (power === 0.5) return (t, pass) => eta0 * decay ** pass * Math.sqrt(t0 / (t0 + t));
  return (t, pass) => eta0 * decay ** pass * (t0 / (t0 + t)) ** power;
}
