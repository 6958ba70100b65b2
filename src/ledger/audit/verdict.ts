import { decimals } from '../../numerics/display.ts';
/** The outcome of a check, and why. */
export interface Verdict {
  readonly verdict: 'ok' | 'suspicious' | 'inconclusive';
  readonly why: string;
}

/** An unbiased sample is called suspicious once in 370 ledgers. */
const ALARM = 3;

/** Judges a difference that is given in standard deviations, of which chance explains a few. */
export function judged(deviations: number): Verdict {
  const size = `${decimals(Math.abs(deviations), 1)} standard deviations`;
  return Math.abs(deviations) > ALARM
    ? { verdict: 'suspicious', why: `${size} apart; chance alone exceeds ${ALARM} in one ledger of 370` }
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
