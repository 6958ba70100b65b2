import { errorRateGap, knobRecipe, logOfCount } from '../query.ts';

/**
 * IWAL-CAL: with eps = C0 ln k / (k - 1), p = 1 while G <= sqrt(eps) + eps, else the root s in (0, 1) of
 *
 *   G = (c1 / sqrt s - c1 + 1) sqrt(eps) + (c2 / s - c2 + 1) eps,  G = weightToFlip / k.
 *
 * With A = G + (c1 - 1) sqrt(eps) + (c2 - 1) eps that is a quadratic in 1 / sqrt s; written for sqrt s itself, its root
 * sqrt s = sqrt(eps) (c1 + sqrt(c1^2 + 4 A c2)) / (2 A) adds positive numbers only, so nothing cancels.
 *
 * c1 = 5 + 2 sqrt 2 and c2 = 5 are the constants of the theorem, c1 = c2 = 1 (the default) the practical setting.
 * C0 is the mellowness. k <= 1: p = 1. Unbiased; reads the flip. Useful mellowness: 1e-8 … 1e-2, the smaller the steps the
 * larger, for small steps make every flip heavy.
 *
 * Source: Beygelzimer, Hsu, Langford & Zhang, Agnostic active learning without constraints (2010), algorithm 1.
 */
export const iwalCal = knobRecipe(
  'iwal-cal',
  { reads: 'flip' },
  {
    mellowness: { above: 0, default: 1e-4, asks: 'more', meaning: 'C0; larger asks more' },
    c1: { from: 1, default: 1, meaning: 'constant of the sqrt(eps) term; 5 + 2 sqrt 2 in the theorem' },
    c2: { from: 1, default: 1, meaning: 'constant of the eps term; 5 in the theorem' },
  },
  ({ c1, c2 }) =>
    (situation, mellowness) => {
      const k = situation.time;
      if (k <= 1) return 1;
      const eps = (mellowness * logOfCount(k)) / (k - 1);
      return disagreementProbability(errorRateGap(situation), eps, c1, c2);
    },
);

/** The probability for a gap G and the deviation eps > 0; continuous (= 1) at G = sqrt(eps) + eps. */
export function disagreementProbability(G: number, eps: number, c1: number, c2: number): number {
  const rootEps = Math.sqrt(eps);
  if (G <= rootEps + eps) return 1;
  if (G === Infinity) return 0;
  const A = G + (c1 - 1) * rootEps + (c2 - 1) * eps;
  const rootS = (rootEps * (c1 + Math.sqrt(c1 * c1 + 4 * A * c2))) / (2 * A);
  return Math.min(1, rootS * rootS);
}
