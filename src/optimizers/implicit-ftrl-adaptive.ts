import { ImplicitFtrl, implicitFtrlParameters, type Growth } from './implicit-ftrl.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';

const growth: Growth = (h, slope, squaredNorm) => h * slope * slope * squaredNorm;

/**
 * Generalised implicit FTRL (implicit-ftrl.ts) with lambda_{t+1} = sqrt(sum of h |g|^2 up to t) / eta0, g = l' x.
 *
 * The regulariser strengthens only where there is something to learn, and eta0 has the units of a weight. lambda depends on
 * g_1 … g_t alone, as the paper's bound demands; the choice is ours. A slope of 0 (nothing to learn) leaves lambda alone.
 *
 * Source: Chen & Orabona (2023), algorithm 1; the norm as in Duchi, Hazan & Singer (2011).
 */
export const implicitFtrlAdaptive = optimizerRecipe(
  'implicit-ftrl-adaptive',
  () => ({ followsLeader: true, adaptive: true }),
  implicitFtrlParameters,
  ({ eta0 }, columns) => new ImplicitFtrl(columns, eta0, growth),
);
