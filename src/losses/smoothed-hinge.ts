import { saturate } from '../numerics/elementary.ts';
import { lossRecipe } from './loss.ts';
import { banded, bandedSpeed, slack } from './residual.ts';

/**
 * Smoothed hinge loss: with the slack r = 1 - y p, 0 for r <= 0, r^2 / (2 gamma) within the band 0 < r < gamma, and
 * r - gamma / 2 beyond; labels -1 and +1. It tends to the hinge as gamma -> 0.
 *
 * Flow: unit speed down to the band, then r decays as e^(-tau / gamma).
 *
 * @example
 * losses['smoothed-hinge']({ gamma: 0.5 }).timeTo(-1, 0.5, 1) // => 1.5
 *
 * Source: Shalev-Shwartz & Zhang, Stochastic dual coordinate ascent (2013), section 1; the flow is ours.
 */
export const smoothedHinge = lossRecipe(
  'smoothed-hinge',
  { gamma: { above: 0, default: 1, meaning: 'width of the quadratic band below the margin' } },
  ({ gamma }) => ({
    labels: 'sign',
    ...banded(slack, (_p, y) => y, gamma, 1),
    slope: (p, y) => -y * bandedSpeed(slack(p, y), gamma, 1),
    curvature(p, y) {
      const r = slack(p, y);
      return r > 0 && r <= gamma ? saturate(1 / gamma) : 0;
    },
  }),
);
