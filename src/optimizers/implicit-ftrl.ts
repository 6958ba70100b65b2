import { optimizerRecipe } from './optimizer.ts';
import { Leader, type Growth } from './bases/leader.ts';

const parameters = { eta0: { above: 0, meaning: 'step size at the start, 1 / lambda' } } as const;

/** `growth`: what an example adds to lambda^2 eta0^2. */
function implicitLeader(columns: number, eta0: number, growth: Growth): Leader {
  const rateAt = (grown: number): number => (grown === 0 ? 0 : grown === Infinity ? NaN : eta0 / Math.sqrt(grown));
  return new Leader(columns, 'grown', growth, rateAt);
}

/**
 * Generalised implicit FTRL: x_t = theta_t / lambda_t,  theta += u x,  lambda_t = sqrt(t) / eta0, t the importance mass seen.
 *
 * `prepare` moves on to lambda_{t+1}, shrinking all weights (see `base`), and returns q = x.x / lambda_{t+1}. The surrogate
 * gradient z_t = -u x is then the update rule's business; with lam = lambda_{t+1} and a = q the rules give the paper's four:
 *
 *   naive      z = l'(p) x                                  linearised losses
 *   truncated  z = min{1, lam (l - inf l) / |g|^2} l'(p) x  aProx
 *   invariant  z = -flow(p, y, a) / a x                     IWA
 *   implicit   z = l'(p') x,  p' = base - a l'(p')          proximal: the exact minimiser of H
 *
 * where the first three read the loss at p = <x, x_t> and the last starts from base = <x, theta_t> / lam.
 * Law: with H(z) = |theta - z|^2 / (2 lam) + l*(z), the proximal z minimises H; aProx and IWA obey H(z) <= H(l' x), so that
 * neither is worse than linearising, as long as shrinking does not drive the prediction uphill: (base - p) l'(p) <= 0. The
 * paper proves it for a lambda that does not grow (base = p); on examples already predicted well, growth can undo it.
 *
 * State per feature: theta. lambda = sqrt(t) / eta0 is our choice: the corollary that fixes it in the paper was not at hand.
 * Not importance-invariant as a whole: lambda grows between copies.
 *
 * Source: Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), algorithm 1 and section 4.
 */
export const implicitFtrl = optimizerRecipe(
  'implicit-ftrl',
  () => ({ followsLeader: true }),
  parameters,
  ({ eta0 }, columns) => implicitLeader(columns, eta0, (h) => h),
);

/**
 * Generalised implicit FTRL with lambda_{t+1} = sqrt(sum of h |g|^2 up to t) / eta0, g = l' x.
 *
 * The regulariser strengthens only where there is something to learn, and eta0 has the units of a weight. lambda depends on
 * g_1 … g_t alone, as the paper's bound demands; the choice is ours. A slope of 0 (nothing to learn) leaves lambda alone.
 *
 * Source: Chen & Orabona (2023), algorithm 1; the norm as in Duchi, Hazan & Singer (2011).
 */
export const implicitFtrlAdaptive = optimizerRecipe(
  'implicit-ftrl-adaptive',
  () => ({ followsLeader: true, adaptive: true }),
  parameters,
  ({ eta0 }, columns) => implicitLeader(columns, eta0, (h, slope, squaredNorm) => h * slope * slope * squaredNorm),
);
