import { saturate } from '../numerics/elementary.ts';
import { lossRecipe } from './loss.ts';
import { banded, bandedSpeed } from './residual.ts';

/**
 * Huber loss: with r = |p - y|, r^2 / 2 while r < delta and delta (r - delta / 2) beyond; any real label.
 *
 * Flow: speed delta down to r = delta, then r decays as e^-tau.
 *
 * @example
 * losses.huber({ delta: 2 }).flow(10, 0, 3) // => -6
 *
 * Source: Huber, Robust estimation of a location parameter (1964); the flow is ours.
 */
export const huber = lossRecipe(
  'huber',
  { delta: { above: 0, default: 1, meaning: 'residual at which the loss turns from quadratic to linear' } },
  ({ delta }) => ({
    labels: 'real',
    ...banded(residual, (p, y) => Math.sign(y - p), delta, delta),
    slope: (p, y) => Math.sign(p - y) * bandedSpeed(residual(p, y), delta, delta),
    curvature: (p, y) => (residual(p, y) <= delta ? 1 : 0),
  }),
);

function residual(p: number, y: number): number {
  return saturate(Math.abs(p - y));
}
