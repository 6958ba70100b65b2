import { saturate } from '../numerics/elementary.ts';
import { fallsToZero, onSlopes, towardsLabel } from './residual.ts';
import { lossRecipe } from './loss.ts';

/**
 * Quantile (pinball) loss: t (y - p) for y > p and (1 - t) (p - y) for y <= p, with t the parameter `level`; any real label.
 * Its minimiser is the t-quantile; t = 1/2 estimates the median.
 *
 * Flow: constant speed t or 1 - t towards the label, and no further; the implicit step is the same.
 *
 * @example
 * losses.quantile({ level: 0.9 }).flow(0, 5, 2) // => 1.8
 *
 * Source: Koenker & Bassett, Regression quantiles (1978); Karampatziakis & Langford (arXiv 1011.1576), table 1.
 */
export const quantile = lossRecipe(
  'quantile',
  { level: { above: 0, below: 1, meaning: 'quantile to estimate', formerly: 'tau' } },
  ({ level: t }) => {
    const speed = (p: number, y: number): number => (y > p ? t : 1 - t);
    const stepToLabel = (p: number, y: number, tau: number): number =>
      Math.sign(y - p) * Math.min(speed(p, y) * tau, saturate(Math.abs(y - p)));
    return {
      labels: 'real',
      ...fallsToZero((p, y) => saturate(speed(p, y) * Math.abs(y - p))),
      slope: (p, y) => Math.sign(p - y) * speed(p, y),
      curvature: () => 0,
      flow: stepToLabel,
      proximal: stepToLabel,
      timeTo: towardsLabel((p, target, y) => Math.abs(target - p) / speed(p, y)),
      conjugate: (s, y) => onSlopes(s, -t, 1 - t, (a) => a * y),
    };
  },
);
