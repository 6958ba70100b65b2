import { normalProbability } from '../../src/statistics/normal.ts';

/** 2^50 patterns, and all smaller counts, are exact doubles. */
const MOST_COUNTED = 50;

/** What Wilcoxon's signed-rank test finds. */
export interface SignedRanks {
  /** Sum of the ranks of the positive differences. */
  readonly positive: number;
  readonly negative: number;
  /** Differences that are not zero. */
  readonly pairs: number;
  /** Two-sided probability under fair signs of what was found or more; 1 where all differences are zero. */
  readonly p: number;
}

/**
 * Wilcoxon's signed-rank test of paired differences: are positive and negative ones equally likely at every size?
 *
 * The absolute differences are ranked, ties by their middle rank; W is the sum of the ranks of the positive ones. If signs are
 * coins, each of the 2^n patterns of signs is equally likely.
 *
 *   up to 50 pairs   P = share of the patterns at least as far from the middle, counted rank by rank: exact, ties and zeros included
 *   more             normal with mean sum r / 2 and variance sum r^2 / 4 (which is the usual tie correction), continuity 1/2
 *
 * Zeros: Pratt's convention. They take part in the ranking and then fall away, so that raising a difference never makes it less
 * certain that the differences are positive; where zeros are dropped first, it can. Infinite differences (a run that diverged)
 * rank above all others. Ranks come in halves, so that all is counted in units of half a rank.
 *
 * Sources: F. Wilcoxon, Biometrics Bulletin 1 (1945); J. W. Pratt, JASA 54 (1959).
 *
 * @throws RangeError for NaN among the differences.
 *
 * @example
 * wilcoxon([1, 2, 3, 4, 5]) // => { positive: 15, negative: 0, pairs: 5, p: 0.0625 }
 */
export function wilcoxon(differences: readonly number[]): SignedRanks {
  const doubled = doubledRanks(differences.map(Math.abs));
  let positive = 0;
  let negative = 0;
  const ranks: number[] = [];
  for (let i = 0; i < differences.length; i++) {
    if (differences[i] === 0) continue;
    ranks.push(doubled[i]);
    if (differences[i] > 0) positive += doubled[i];
    else negative += doubled[i];
  }
  const smaller = Math.min(positive, negative);
  const lower = ranks.length > MOST_COUNTED ? normalLowerTail(ranks, smaller) : countedLowerTail(ranks, smaller);
  return { positive: positive / 2, negative: negative / 2, pairs: ranks.length, p: Math.min(1, 2 * lower) };
}

/** Twice the rank of every size, smallest first; equal sizes share the middle of their ranks. */
function doubledRanks(sizes: readonly number[]): number[] {
  const stray = sizes.findIndex(Number.isNaN);
  if (stray >= 0) throw new RangeError(`difference ${stray} is NaN; a run that failed needs a value, perhaps Infinity`);
  const order = sizes.map((_, i) => i).sort((i, j) => sizes[i] - sizes[j]);
  const ranks = new Array<number>(sizes.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && sizes[order[to]] === sizes[order[from]]) to++;
    for (const i of order.slice(from, to)) ranks[i] = from + 1 + to;
    from = to;
  }
  return ranks;
}

/** P(sum of the ranks with a positive sign <= bound), by counting the patterns of each sum. */
function countedLowerTail(ranks: readonly number[], bound: number): number {
  const patterns = new Float64Array(bound + 1);
  patterns[0] = 1;
  for (const rank of ranks) for (let sum = bound; sum >= rank; sum--) patterns[sum] += patterns[sum - rank];
  return patterns.reduce((total, count) => total + count, 0) / 2 ** ranks.length;
}

/** The same by the normal law, half a rank nearer to the middle. */
function normalLowerTail(ranks: readonly number[], bound: number): number {
  const middle = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const variance = ranks.reduce((sum, rank) => sum + rank * rank, 0) / 4;
  return normalProbability((bound + 1 - middle) / Math.sqrt(variance));
}
