import { HALF_WIDTH } from '../../numerics/elementary.ts';
import type { Estimate } from '../estimate.ts';

/** Counts of rows weigh each row with its own importance i, which is 1 unless the data say otherwise. */
export interface SeenMistakes {
  /** tau: rows considered while a label could be bought. */
  readonly clock: number;
  /** H. */
  readonly weighted: number;
  /** V. */
  readonly variance: number;
  /** v; 0 where every p = 1 and nothing was left to chance. */
  readonly largest: number;
  /** S: mistakes that were seen. */
  readonly wrong: number;
  /** Right predictions that were seen. */
  readonly right: number;
  /** Standard errors to each side; 1.96 if absent. */
  readonly c?: number | undefined;
}

/** Mistakes as far as answers came, and with every open purchase among them. */
export interface Doubted {
  readonly answered: SeenMistakes;
  readonly doubted: SeenMistakes;
}

/** A count of rows, and the rows that are not in it. */
export interface SeenCount extends Doubted {
  readonly rest: Doubted;
}

/** kappa: the variance of H per mistake. */
function variancePerMistake({ weighted, variance, largest }: SeenMistakes): number {
  return largest === 0 ? 0 : (variance / largest + largest) / (weighted / largest + 1);
}

/**
 * The score interval of a weighted count: how many mistakes a stream holds, by those that coins of known probability showed.
 *
 *   H = sum of i/p over the mistakes seen       V = sum of i^2 (1 - p)/p^2 over them       v = largest i/p of the rows considered
 *   kappa = (V + v^2) / (H + v)                 one pseudo-mistake of the largest importance; 0 where every p = 1
 *   Z in H + c^2 kappa/2 -+ c sqrt(kappa H + c^2 kappa^2/4)       the solutions of (H - Z)^2 = c^2 kappa Z, c = 1.96
 *
 * Unlike H -+ c sqrt V it does not shrink to a point where the heavy mistakes were the ones not drawn, which is where H is too
 * small: of 7,000 runs on a budget it covered .94 to .97 where the normal interval covered .67 to .92 (nominal .95). It holds at
 * a moment that the coins do not choose; watched until it looks good, it does not.
 *
 * Source: E. B. Wilson (1927) for equal weights; Horvitz & Thompson (1952) for H and V; the pseudo-mistake is ours.
 *
 * Bounds on the share of mistakes in [0, 1], nominally 95%, within what was seen: S/tau and 1 - (right seen)/tau.
 *
 * @example
 * const seen = { clock: 100, weighted: 0, variance: 0, largest: 1, wrong: 0, right: 40 };
 * scoreInterval(seen) // => { low: 0, high: 0.03841458881296 }
 */
export function scoreInterval(seen: SeenMistakes, c = seen.c ?? HALF_WIDTH): Omit<Estimate, 'value'> {
  const { clock, weighted } = seen;
  const half = (c ** 2 * variancePerMistake(seen)) / 2;
  const reach = Math.sqrt(2 * half * weighted + half * half);
  return { low: withinSeen(weighted + half - reach, seen) / clock, high: withinSeen(weighted + half + reach, seen) / clock };
}

/** H/tau, within what was seen. */
export function shareOfMistakes(seen: SeenMistakes): number {
  return withinSeen(seen.weighted, seen) / seen.clock;
}

/** The share of mistakes between its score limits: the lower one without the open purchases, the upper one with them. */
export function shareBetween({ answered, doubted }: Doubted, c?: number): Estimate {
  return { value: shareOfMistakes(answered), low: scoreInterval(answered, c).low, high: scoreInterval(doubted, c).high };
}

/** How many standard deviations H lies from what it should be where `share` of the clock are mistakes. */
export function deviationsFrom(share: number, seen: SeenMistakes): number {
  const { clock, weighted } = seen;
  const difference = weighted - share * clock;
  // The two sums may have been rounded on different ways.
  if (Math.abs(difference) <= 1e-9 * clock) return 0;
  return difference / Math.sqrt(variancePerMistake(seen) * share * clock);
}

function withinSeen(mistakes: number, { clock, wrong, right }: SeenMistakes): number {
  // Rounded sums must not take back a mistake that was seen.
  return Math.min(Math.max(mistakes, wrong), Math.max(wrong, clock - right));
}
