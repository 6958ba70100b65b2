import { decimals } from '../../numerics/display.ts';
/** The outcome of a check, and why. */
export interface Verdict {
  readonly verdict: 'ok' | 'suspicious' | 'inconclusive';
  readonly why: string;
}

/** Chance alone exceeds so many standard deviations once in 370 ledgers where every coin counts little. */
const ALARM = 3;

/**
 * Judges a difference that is given in standard deviations, of which chance explains a few: three, and more above 0 where one coin
 * alone can add `jump` of them, as one of p = .01 does.
 *
 *   P(difference >= d) <= exp(-d^2 / (2 (1 + jump d / 3)))     suspicious: the exponent is beyond that of d = 3 and jump = 0
 *
 * Source: D. Freedman, On tail probabilities for martingales (1975), theorem 1.6.
 */
export function judged(deviations: number, jump = 0): Verdict {
  const size = `${decimals(Math.abs(deviations), 1)} standard deviations`;
  const half = deviations > 0 && jump < Infinity ? (ALARM * ALARM * jump) / 6 : 0;
  const most = half + Math.sqrt(half * half + ALARM * ALARM);
  return Math.abs(deviations) > most
    ? { verdict: 'suspicious', why: `${size} apart; chance alone exceeds ${decimals(most, 1)} in about one ledger of 370` }
    : { verdict: 'ok', why: `${size} apart` };
}

/** The verdict of a check that cannot be made, and why. */
export function unknown(why: string): Verdict {
  return { verdict: 'inconclusive', why };
}

/** A difference in units of its standard deviation; where nothing was left to chance, any difference at all is infinite. */
export function inDeviations(difference: number, standardDeviation: number): number {
  return difference === 0 ? 0 : difference / standardDeviation;
}
