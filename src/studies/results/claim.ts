import type { Case } from './cases.ts';
import { z } from 'zod';
import { UNITS, type Unit } from './units.ts';

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

const unit = z.enum(Object.keys(UNITS) as Unit[]);

/** Numbers as summaries have them: those that JSON does not know are words. */
const number = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);
/** In memory they are numbers. */
const extended = z.union([number, z.literal([Infinity, -Infinity]), z.nan()]);

/** A claim as a study gives it, and as a summary stores it. */
export const claimSchema = z.object({
  claim: z.string(),
  cases: z.array(
    z.object({
      what: z.string(),
      value: extended,
      low: extended,
      high: extended,
      basis: z.string(),
      unit,
      criterion: z.union(
        [
          z.strictObject({ below: number }),
          z.strictObject({ atMost: number }),
          z.strictObject({ above: number }),
          z.strictObject({ atLeast: number }),
          z.strictObject({ within: z.tuple([number, number]) }),
          z.strictObject({ covers: number }),
        ],
        'one of { below }, { atMost }, { above }, { atLeast }, { within: [low, high] }, { covers } is wanted',
      ),
      compared: z.object({ of: z.tuple([extended, extended]), unit }).exactOptional(),
    }),
  ),
  atLeast: z.number().exactOptional(),
  figure: z.string().exactOptional(),
  sets: z.array(z.string()).exactOptional(),
  needs: z.array(z.string()).exactOptional(),
  tried: z.string().exactOptional(),
});
