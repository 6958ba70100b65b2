import { z } from 'zod';
import { permutation, randomStream } from '../../../numerics/random.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { selectRows } from '../../../rows/selection/select-rows.ts';
import { parsed } from '../../../specs/learner-spec.ts';
import { parseRunSpec, runShape, type GivenRun, type RunSpec } from '../../../specs/run-spec.ts';

/** A run as kinds take it that look at it besides: answers come at once, and nothing ends it before its rows and its budget do. */
export type PlainRun = Omit<GivenRun, 'oracle' | 'stop'>;

const RUN = z.strictObject(runShape).omit({ oracle: true, stop: true }).shape;

/** Fields of specs that hold such a run beside the kind's own fields. */
export function besideRun(own: z.ZodRawShape): z.ZodRawShape {
  return { ...RUN, ...own };
}

/** The kind's own fields of what a study gives, and the run with its defaults; `more` stands in for what is given of it. */
export function parseBesideRun<S extends z.ZodRawShape>(
  own: S,
  given: unknown,
  more: Partial<GivenRun> = {},
): { readonly own: z.output<z.ZodObject<S>>; readonly run: RunSpec } {
  const all = parsed(
    z.strictObject({ ...own, ...Object.fromEntries(Object.keys(RUN).map((field) => [field, z.unknown().optional()])) }),
    given,
  ) as Readonly<Record<string, unknown>>;
  const isOwn = ([field]: readonly [string, unknown]): boolean => field in own;
  const [owned, run] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(all).filter((each) => isOwn(each) === wanted)),
  );
  return { own: owned as z.output<z.ZodObject<S>>, run: parseRunSpec({ ...run, ...more }) };
}

/** At most so many rows of a training part, drawn by the seed, in the order of the file. */
export function drawnPool(train: Dataset, rows: number, seed: number): Dataset {
  const drawn = permutation(train.rows.length, randomStream(seed, 'rows of the pool')).subarray(0, rows);
  return selectRows(train, drawn.toSorted(), 'pool');
}
