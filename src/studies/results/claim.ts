import type { Case } from './cases.ts';

/**
 * What a source claims, as data: the words of it, what was measured, and how many of the cases have to meet their criteria.
 *
 * Sentence (claim-words.ts), number and verdict are made from the cases by one function each, never typed: who changes a stored
 * number changes all three.
 */
export interface Claim {
  readonly claim: string;
  /** What was measured, each case beside its criterion; none where nothing was. */
  readonly cases: readonly Case[];
  /** How many of the cases have to meet theirs; all unless said. */
  readonly atLeast?: number;
  /** File of the report's figure in which it can be seen. */
  readonly figure?: string;
  /** Public sets that it is about; by default all of its study. Empty: its study says it of other data. */
  readonly sets?: readonly string[];
  /** Those of them that were missing, so that nothing is decided (studies/report-of.ts). */
  readonly needs?: readonly string[];
  /** In a sentence: what was tried, and what limits it. Pages say it of a claim that does not hold or is inconclusive. */
  readonly tried?: string;
}
