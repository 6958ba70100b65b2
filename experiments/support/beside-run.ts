import { z } from 'zod';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { type Dataset, selectRows } from '../../src/rows/dataset.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { parseRunSpec, runShape, type GivenRun } from '../../src/specs/run-spec.ts';
import type { RunSpec } from '../../src/specs/run.ts';

/** A run as kinds take it that look at it besides: answers come at once, and nothing ends it before its rows and its budget do. */
export type PlainRun = Omit<GivenRun, 'oracle' | 'stop'>;

const RUN = z.strictObject(runShape).omit({ oracle: true, stop: true }).shape;
type RunField = keyof typeof RUN;

/** Fields of specs that hold such a run beside the kind's own fields; `without`: those of the run that the kind sets itself. */
export function besideRun(own: z.ZodRawShape, without: readonly RunField[] = []): z.ZodRawShape {
  const run = Object.entries(RUN).filter(([field]) => !without.some((each) => each === field));
  return { ...Object.fromEntries(run), ...own };
}

/** How the run of a spec is read. */
interface Beside<Own> {
  /** Fields that are not given. */
  readonly without?: readonly RunField[];
  /** What stands in for what is given, or is not. */
  readonly more?: (own: Own) => Partial<GivenRun>;
}

/** The kind's own fields of what a study gives, and the run with its defaults. */
export function parseBesideRun<S extends z.ZodRawShape>(
  own: S,
  given: unknown,
  { without = [], more = () => ({}) }: Beside<z.output<z.ZodObject<S>>> = {},
): { readonly own: z.output<z.ZodObject<S>>; readonly run: RunSpec } {
  const run = Object.keys(besideRun({}, without));
  const all = parsed(
    z.strictObject({ ...own, ...Object.fromEntries(run.map((field) => [field, z.unknown().optional()])) }),
    given,
  ) as Readonly<Record<string, unknown>>;
  const isOwn = ([field]: readonly [string, unknown]): boolean => field in own;
  const [owned, rest] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(all).filter((each) => isOwn(each) === wanted)),
  );
  const fields = owned as z.output<z.ZodObject<S>>;
  return { own: fields, run: parseRunSpec({ ...rest, ...more(fields) }) };
}

/** At most so many rows of a training part, drawn by the seed, in the order of the file. */
export function drawnPool(train: Dataset, rows: number, seed: number): Dataset {
  const drawn = permutation(train.rows.length, randomStream(seed, 'rows of the pool')).subarray(0, rows);
  return selectRows(train, drawn.toSorted(), 'pool');
}
