import { errorRateGap, knobRecipe, logOfCount } from '../query.ts';

/**
 * The variance-aware rule that Vowpal Wabbit ran from 2010 to 2023: like IWAL-CAL, but a small error rate shrinks the
 * deviation terms, because errors that are rare have a small variance.
 *
 *   b = C0 (ln(k + 1) + 1e-4) / (k + 1e-4)
 *   L = min(1, errorRate + sqrt((1 + ln(k) / 2) / (queries + 1e-4))),  S = sqrt L + sqrt(L + G)
 *   p = 1 if G <= sqrt(b) S + b, else the root of G = S sqrt(b / p) + b / p:  p = b ((S + sqrt(S^2 + 4 G)) / (2 G))^2
 *
 * k <= 1: p = 1. C0 is the mellowness: that program's old default, 8, asks about everything on RCV1; near 1e-6 it asks
 * about a tenth. Its versions from 9.10 on multiply by G where "/ (2 G)" is meant and must not be used as a reference.
 * errorRate is the importance-weighted 0/1 error of the predictions on bought labels. Unbiased; reads the flip. Useful
 * mellowness: 1e-8 … 1e-2.
 *
 * Source: active.cc of Vowpal Wabbit up to 9.9; the deviation terms of Beygelzimer et al. (2010).
 */
export const varianceAware = knobRecipe(
  'variance-aware',
  { reads: 'flip' },
  { mellowness: { above: 0, default: 1e-4, asks: 'more', meaning: 'C0; larger asks more' } },
  () => (situation, mellowness) => {
    const k = situation.time;
    if (k <= 1) return 1;
    const G = errorRateGap(situation);
    if (G === Infinity) return 0;
    const b = (mellowness * (logOfCount(k + 1) + 1e-4)) / (k + 1e-4);
    const L = Math.min(1, situation.errorRate + Math.sqrt((1 + 0.5 * logOfCount(k)) / (situation.queries + 1e-4)));
    const S = Math.sqrt(L) + Math.sqrt(L + G);
    if (G <= Math.sqrt(b) * S + b) return 1;
    const root = (S + Math.sqrt(S * S + 4 * G)) / (2 * G);
    return Math.min(1, b * root * root);
  },
);
