import { adaptiveParameters } from './ada-grad.ts';
import { AdaptiveDescent } from './bases/adaptive-descent.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';

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
