import { AdaptiveDescent, adaptiveParameters } from './bases/adaptive-descent.ts';
import { optimizerRecipe } from './optimizer.ts';

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

/**
 * Normalized AdaGrad (NAG): G_i += h (l' x_i)^2, then w_i += eta sqrt(t/N) u x_i / (s_i sqrt(G_i)), s_i the largest |x_i| seen.
 *
 * State per feature: w, s, G; besides N = sum of h x_i^2 / s_i^2 and the importance mass t. With another exponent, G_i^power
 * comes with s_i^(2 - 2 power) and (t/N)^(1 - power), so that predictions stay unchanged under x -> D x, D any positive
 * diagonal. Not importance-invariant as a whole: copies meet a larger G and another t/N. Vowpal Wabbit, whose default this
 * is, takes the margin before it admits the row; callers after its numbers do the same.
 *
 * The default step size is 2; the study `defaults` holds it against a grid that is tuned on every set. Vowpal Wabbit's own is 0.5.
 *
 * Source: Ross, Mineiro & Langford, Normalized online learning (2013), algorithm 2; Vowpal Wabbit's --power_t, --initial_t.
 */
export const normalizedAdaptive = optimizerRecipe(
  'normalized-adaptive',
  () => ({ adaptive: true, suitsAnyUnits: true }),
  { ...adaptiveParameters, eta0: { ...adaptiveParameters.eta0, default: 2 } },
  (values, columns) => new AdaptiveDescent(columns, values, 'scaled'),
);
