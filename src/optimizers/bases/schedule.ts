import { recipe } from '../../numerics/recipe.ts';
import { pow } from '../../numerics/functions/pow.ts';

/** The step sizes of a pass, each as a function of t. */
export type Schedule = (pass: number) => (t: number) => number;

/** What every optimizer with a schedule takes. */
export const scheduleParameters = {
  eta0: { above: 0, grid: [1, 0.01, 0.1, 10, 100], meaning: 'step size at the start' },
  power: { from: 0, to: 1, default: 0, meaning: 'exponent of the decay in t; 0 keeps the step constant' },
  t0: { above: 0, default: 1, meaning: 'importance mass after which the decay sets in' },
  decay: { above: 0, to: 1, default: 1, meaning: 'factor on the step after every pass' },
} as const;

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
export const schedule = recipe('schedule', scheduleParameters, ({ eta0, power, t0, decay }): Schedule => (pass) => {
  const eta = eta0 * pow(decay, pass);
  if (power === 0) return () => eta;
  if (power === 0.5) return (t) => eta * Math.sqrt(t0 / (t0 + t));
  return (t) => eta * pow(t0 / (t0 + t), power);
});
