import { errorRateGap, knobRecipe, logOfCount } from '../query.ts';

/**
 * The rule on the slides: p = min{1, C (1/G^2 + 1/G) ln k / k}, G = weightToFlip / k, C the mellowness.
 *
 * The slides leave C open (an O(.)). ln k / k still rises below k = e; we hold it at its maximum 1/e up to there, so that
 * p never grows with k at fixed G, and buy the first two labels as most rules here do (k <= 1: p = 1). Unbiased; reads the flip.
 *
 * Source: Karampatziakis & Langford, slides "Importance Weighted Active Learning" (2011). Useful mellowness: 1e-8 … 1e-2.
 */
export const slides = knobRecipe(
  'slides',
  { reads: 'flip' },
  { mellowness: { above: 0, default: 1e-6, asks: 'more', meaning: 'C, the constant of the O(.); larger asks more' } },
  () => (situation, mellowness) => {
    if (situation.time <= 1) return 1;
    const k = Math.max(situation.time, Math.E);
    const inverseGap = 1 / errorRateGap(situation);
    return Math.min(1, ((mellowness * logOfCount(k)) / k) * inverseGap * (inverseGap + 1));
  },
);
