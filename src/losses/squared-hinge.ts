import { saturate } from '../numerics/elementary.ts';
import type { Loss } from './loss.ts';
import { fallsToZero, implicitShrinkage, shrinkage, shrinkageTime, slack, towardsLabel } from './residual.ts';

/**
 * Squared hinge loss: 1/2 max(0, 1 - y p)^2, labels -1 and +1.
 *
 * Flow: the slack r = 1 - y p decays as e^-tau, r (1 - e^-tau) through expm1; beyond the margin nothing moves.
 * Squared loss on one side of the margin, so every formula is that of squared loss for r > 0.
 *
 * @example
 * losses['squared-hinge'].proximal(0, 1, 3) // => 0.75
 */
export const squaredHinge: Loss = {
  name: 'squared-hinge',
  labels: 'sign',
  ...fallsToZero(halfSquare),
  fittable: true,
  slope: (p, y) => -y * slack(p, y),
  curvature: (p, y) => (y * p < 1 ? 1 : 0),
  flow: (p, y, tau) => y * shrinkage(slack(p, y), tau),
  proximal: (p, y, tau) => y * implicitShrinkage(slack(p, y), tau),
  timeTo: towardsLabel((p, target, y) => shrinkageTime(Math.abs(target - p), slack(target, y))),
};

function halfSquare(p: number, y: number): number {
  const r = slack(p, y);
  return saturate(0.5 * r * r);
}
