import { errorRateGap, type FlipSituation } from '../query.ts';
import { log } from '../../numerics/elementary.ts';

/** The parameter of both rules: their C0. */
export const regionParameters = { mellowness: { above: 0, default: 1, asks: 'more', meaning: 'C0; larger asks more' } } as const;

/** T. */
export function largestGap({ time: t, errorRate }: FlipSituation, mellowness: number): number {
  if (t < 3) return 1;
  return Math.sqrt((mellowness * errorRate) / t) + (4 * mellowness * log(t)) / t;
}

/**
 * The disagreement region of Active Cover and Oracular-CAL: hypotheses too good to be ruled out disagree about an example while
 *
 *   G <= T = sqrt(C0 L / t) + 4 C0 ln t / t,      t = k, examples seen before; t < 3: T = 1, and every label is bought,
 *
 * with L the error rate so far and 4 = max(2 alpha, 4) for alpha = 1. Outside, the predicted label is implied.
 *
 * Source: Huang, Agarwal, Hsu, Langford & Schapire, Efficient and parsimonious agnostic active learning (2015), as
 * their experiments set its constants.
 */
export function isInDoubt(situation: FlipSituation, mellowness: number): boolean {
  return situation.time < 3 || errorRateGap(situation) <= largestGap(situation, mellowness);
}
