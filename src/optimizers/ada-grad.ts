import { AdaptiveDescent } from './bases/adaptive-descent.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { scheduleParameters } from './bases/schedule.ts';

/** What every adaptive optimizer takes. */
export const adaptiveParameters = {
  eta0: scheduleParameters.eta0,
  decay: scheduleParameters.decay,
  power: { above: 0, to: 1, default: 0.5, meaning: 'exponent of the sum of squared gradients' },
  initial: { from: 0, default: 0, meaning: 'what every sum of squared gradients starts from' },
} as const;

/**
 * AdaGrad: G_i += h (l' x_i)^2, then w_i += eta u x_i / G_i^power, so that q = eta sum_i x_i^2 / G_i^power.
 *
 * State per feature: w, G. G counts this example before its step, which keeps the first step of every feature at eta. A
 * feature that has met no gradient yet (G = 0) does not move. The importance enters G as copies do; still the whole learner
 * is not importance-invariant, because later copies meet a larger G and a smaller slope.
 *
 * Source: Duchi, Hazan & Singer (2011), diagonal form; exponent and initial G as Vowpal Wabbit's --power_t and --initial_t.
 */
export const adaGrad = optimizerRecipe(
  'ada-grad',
  () => ({ adaptive: true }),
  adaptiveParameters,
  (values, columns) => new AdaptiveDescent(columns, values, 'as they are'),
);
