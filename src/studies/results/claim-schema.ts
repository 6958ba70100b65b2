import { z } from 'zod';
import { UNITS, type Unit } from './units.ts';

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
