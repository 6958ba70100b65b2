import { z } from 'zod';
import { shallow } from '../../../files/nesting.ts';
import type { Split } from '../../../rows/dataset.ts';

/** The fields of the specs of a kind. */
export interface Fields {
  /** What a spec may have, field by field; docs/schemas/spec.json is written from it. */
  readonly shape: z.ZodRawShape;
  /** Fields of which one value alone is legal: no axis of a study; absent: none. */
  readonly settled?: readonly string[];
}

/** What every kind says of its specs and of what it measures. */
interface Measures<Given, Spec, Measurement> extends Fields {
  /**
   * Checks a spec from outside and fills in every default.
   *
   * @throws SpecError with what is legal.
   */
  parse(given: unknown): Spec;
  /** Of a measurement as it is stored, its curve by columns. */
  readonly measured: z.ZodType;
  readonly quantities: Quantities<Measurement>;
  /** Only for its type: what a study writes, defaults left out. */
  readonly given?: Given;
}

/**
 * A kind of cell: what a run of a study can be, from its spec (plain data) to its measurement (plain data).
 *
 * A measurement is a function of the spec and the data alone, JSON-able, and may hold a `curve`, a list of checkpoints of
 * equal keys, which is stored by columns. What goes wrong for good is thrown: a DivergenceError by learning that left the
 * numbers, a SpecError by a spec that does not go with its data.
 *
 * Adding one that several studies use: a file that exports a kind, and its line in index.ts. A kind that one study uses lies beside that
 * study (experiments/), one of a user in a parts file. Cells, studies, the store and the command line follow.
 */
export interface Kind<Given, Spec, Measurement> extends Measures<Given, Spec, Measurement> {
  /** Throws SpecError where the labels of this data are none that the spec can learn. */
  admit(spec: Spec, data: Split): void;
  /** Measures a run: a function of the two alone. */
  run(spec: Spec, data: Split): Measurement;
  /** Runs of the kind that can learn in one pass over their rows; absent where each needs a pass of its own. */
  readonly shared?: SharedPass<Spec, Measurement>;
  /** What step sizes are tuned by: the lower, the better; absent where none are. */
  score?(measurement: Measurement): number;
}

/**
 * Runs that learn in one pass over their rows, which visits a row once for all of them.
 *
 * Law (test/laws/vector/shared-passes.test.ts): what is measured of each is what `run` measures of it alone, bit for bit.
 */
interface SharedPass<Spec, Measurement> {
  /** Specs of one key can share a pass over the same data; undefined for one that needs a pass of its own. */
  key(spec: Spec): string | undefined;
  /** What is measured of specs of one key; undefined for those in which something went wrong, which `run` then tells. */
  run(specs: readonly Spec[], data: Split): readonly (Measurement | undefined)[];
}

/** A kind that needs no dataset. */
export interface DatalessKind<Given, Spec, Measurement> extends Measures<Given, Spec, Measurement> {
  /** Measures a run: a function of its spec alone. */
  run(spec: Spec): Measurement;
}

/** A kind of cell whose types are not known. */
export interface AnyKind extends Omit<Measures<never, unknown, never>, 'given'> {
  run(...given: never[]): unknown;
}

/**
 * What a measurement says in the end, by the names that tables print; null where a run has no such number, undefined where nobody asked.
 */
export type Quantities<Measurement> = Readonly<Record<string, (measurement: Measurement) => number | null | undefined>>;

/** A number as JSON keeps it: null where there was none. */
export const stored = z.number().nullable();

const notText = z.union([stored, z.boolean(), z.array(shallow), z.record(z.string(), shallow)]);

/**
 * Schemas of measurements as they are stored: what has to be there, with columns and numbers added later let through.
 *
 * A measurement with these fields; others may join them, but a text is none.
 */
export function measured(shape: Readonly<Record<string, z.ZodType>>): z.ZodType {
  return z.object(shape).catchall(notText);
}

/** A curve by columns of equal lengths, these among them. */
export function curveOf(...columns: readonly string[]): z.ZodType {
  const column = z.array(stored).min(1);
  return z
    .object(Object.fromEntries(columns.map((name) => [name, column])))
    .catchall(z.array(z.union([stored, z.boolean(), z.string()])))
    .refine((curve) => new Set(Object.values(curve).map(({ length }) => length)).size === 1, 'columns of unlike lengths');
}

/** Numbers under these names, and perhaps more. */
export function numbers(...names: readonly string[]): z.ZodType {
  return measured(Object.fromEntries(names.map((name) => [name, stored])));
}
