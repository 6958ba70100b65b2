import { fallsToZero, onSlopes, slack, towardsMargin } from './residual.ts';
import type { Loss } from './loss.ts';
import { squaredHinge } from './squared-hinge.ts';

/**
 * Hinge loss: max(0, 1 - y p), labels -1 and +1.
 *
 * Flow: y min(tau, max(0, 1 - y p)): unit speed towards the margin 1, and no further; the implicit step is the same.
 *
 * @example
 * losses.hinge.flow(-0.5, 1, 7) // => 1.5
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), table 1.
 */
export const hinge: Loss = {
  name: 'hinge',
  labels: 'sign',
  ...fallsToZero(slack),
  fittable: squaredHinge,
  slope: (p, y) => (y * p < 1 ? -y : 0),
  curvature: () => 0,
  flow: stepToMargin,
  proximal: stepToMargin,
  timeTo: towardsMargin((margin, growth) => (margin <= 1 ? growth : Infinity)),
  conjugate: (s, y) => onSlopes(-s * y, 0, 1, (a) => -a),
};

function stepToMargin(p: number, y: number, tau: number): number {
  return y * Math.min(tau, slack(p, y));
}
