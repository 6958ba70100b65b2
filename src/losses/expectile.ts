import { saturate } from '../numerics/elementary.ts';
import { lossRecipe } from './loss.ts';
import { fallsToZero, implicitShrinkage, shrinkage, shrinkageTime, towardsLabel } from './residual.ts';

/**
 * Expectile loss: k/2 (p - y)^2 with k = q for y > p and k = 1 - q for y < p; any real label. Its minimiser is the
 * q-expectile, as the mean is that of squared loss (q = 1/2, up to the factor 1/2).
 *
 * Flow: the residual keeps its sign, so k is constant on the way and r decays as e^(-k tau).
 *
 * @example
 * losses.expectile({ q: 0.9 }).slope(1, 3) // => -1.8
 *
 * Source: Newey & Powell, Asymmetric least squares estimation and testing (1987); the flow is ours.
 */
export const expectile = lossRecipe('expectile', { q: { above: 0, below: 1, meaning: 'expectile to estimate' } }, ({ q }) => {
  const factor = (p: number, y: number): number => (y > p ? q : 1 - q);
  return {
    labels: 'real',
    ...fallsToZero((p, y) => saturate(0.5 * factor(p, y) * (p - y) * (p - y))),
    slope: (p, y) => saturate(factor(p, y) * (p - y)),
    curvature: factor,
    flow: (p, y, tau) => shrinkage(saturate(y - p), factor(p, y) * tau),
    proximal: (p, y, tau) => implicitShrinkage(saturate(y - p), factor(p, y) * tau),
    timeTo: towardsLabel((p, target, y) => shrinkageTime(Math.abs(target - p), Math.abs(target - y)) / factor(p, y)),
  };
});
