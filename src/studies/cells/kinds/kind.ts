import type { z } from 'zod';
import type { Split } from '../../../rows/split.ts';

/**
 * A kind of cell: what a run of a study can be, from its spec (plain data) to its measurement (plain data).
 *
 * A measurement is a function of the spec and the data alone, JSON-able, and may hold a `curve`, a list of checkpoints of
 * equal keys, which is stored by columns. What goes wrong for good is thrown: a DivergenceError by learning that left the
 * numbers, a SpecError by a spec that does not go with its data.
 *
 * Adding one: a file that exports a kind, and its line in index.ts. Cells, studies, the store and the command line follow.
 */
export interface Kind<Given, Spec, Measurement> {
  /** The names of what a spec has. */
  readonly fields: readonly string[];
  /** Checks a spec from outside and fills in every default; throws SpecError with what is legal. */
  parse(given: unknown): Spec;
  /** Throws SpecError where the labels of this data are none that the spec can learn. */
  admit(spec: Spec, data: Split): void;
  run(spec: Spec, data: Split): Measurement;
  /** Of a measurement as it is stored, its curve by columns (measured.ts). */
  readonly measured: z.ZodType;
  /** Only for its type: what a study writes, defaults left out. */
  readonly given?: Given;
}

/** A kind that needs no dataset. */
export interface DatalessKind<Given, Spec, Measurement> {
  readonly fields: readonly string[];
  parse(given: unknown): Spec;
  run(spec: Spec): Measurement;
  readonly measured: z.ZodType;
  readonly given?: Given;
}
