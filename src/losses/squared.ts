import { saturate } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';
import { fallsToZero, implicitShrinkage, shrinkage, shrinkageTime, towardsLabel } from './residual.ts';

/**
 * Squared loss: 1/2 (p - y)^2, any real label.
 *
 * Flow: (p - y) expm1(-tau), the residual decaying as e^-tau; expm1 keeps the displacement exact for small tau.
 * For the convention (p - y)^2 without the half hand in 2 tau. The threshold 0 is that of labels -1 and +1.
 *
 * @example
 * losses.squared.flow(0, 1, Math.log(4)) // => 0.75
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1 (their exponent lacks the 2 of their loss (y - p)^2).
 */
export const squared: Loss = {
  name: 'squared',
  labels: 'real',
  ...fallsToZero(halfSquare),
  fittable: true,
  slope: (p, y) => saturate(p - y),
  curvature: () => 1,
  flow: (p, y, tau) => shrinkage(saturate(y - p), tau),
  proximal: (p, y, tau) => implicitShrinkage(saturate(y - p), tau),
  timeTo: towardsLabel((p, target, y) => shrinkageTime(Math.abs(target - p), Math.abs(target - y))),
  smooth: true,
  conjugate: (s, y) => s * (s / 2 + y),
};

function halfSquare(p: number, y: number): number {
  return saturate(0.5 * (p - y) * (p - y));
}
