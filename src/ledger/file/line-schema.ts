import { z } from 'zod';
import type { Entry, Header, UndoEntry } from '../entry.ts';

/** A number, or the word for one that JSON lacks (line.ts). */
const double = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN', '-0']).transform(Number)]);
const natural = z.int().nonnegative();
const model = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits');
const label = double.nullable();
const atLeastZero = z.number().nonnegative();
const minimumProbability = z.number().positive().max(1).exactOptional();
const pass = natural.exactOptional();
const importances = { rowImportance: atLeastZero.exactOptional(), learnedImportance: atLeastZero.exactOptional() };
const terms = { ...importances, knob: z.number().exactOptional(), minimumProbability, pass };
const when = { time: z.iso.datetime().exactOptional(), note: z.string().exactOptional() };
const testimony = { annotator: z.string().exactOptional(), ...when };

const entrySchema = z.discriminatedUnion('entry', [
  z.strictObject({
    entry: z.literal('example'),
    position: natural,
    row: natural,
    probability: double,
    coin: double,
    importance: double,
    outcome: z.enum(['asked', 'passed', 'refused', 'implied']),
    prediction: double,
    sensitivity: double.exactOptional(),
    weightToFlip: double.exactOptional(),
    gap: double.exactOptional(),
    errorRate: double,
    label: label.exactOptional(),
    cost: double.exactOptional(),
    ...terms,
    ...testimony,
    model,
  }),
  z.strictObject({
    entry: z.literal('answer'),
    position: natural,
    row: natural,
    importance: double,
    after: natural,
    label,
    ...importances,
    ...testimony,
    model,
  }),
  z.strictObject({ entry: z.literal('undo'), position: natural, ...testimony }),
  z.strictObject({
    entry: z.literal('end'),
    examples: natural,
    labels: natural,
    spent: double,
    importanceSum: double,
    refusedImportance: double,
    implied: atLeastZero,
    consideredImportance: atLeastZero.exactOptional(),
    awaited: natural,
    errorEstimate: double,
    progressiveError: double.nullable(),
    ...when,
    model,
  }),
]);

const headerSchema = z.strictObject({
  'iwal-ledger': z.literal([1, 2]),
  iwal: z.string(),
  record: z.enum(['purchases', 'considered']),
  data: z.strictObject({
    name: z.string(),
    rows: natural,
    checksum: z.string(),
    importances: z.string().exactOptional(),
    holdout: z.number().exactOptional(),
  }),
  classes: z.tuple([z.string(), z.string()]).exactOptional(),
  spec: z.unknown(),
  minimumProbability,
  pass,
});

/** What is wrong with a line, in words, and what is legal; the reader adds where. */
export class LineError extends Error {
  readonly legal: string;

  constructor(found: string, legal: string) {
    super(found);
    this.legal = legal;
  }
}

/** The entry that a parsed line says; throws LineError. */
export function entryOf(line: unknown): Entry | UndoEntry {
  return valid(entrySchema, line, 'an entry: example, answer, undo or end');
}

/** What a ledger line may say: from parsed JSON to a header or an entry, or a LineError that says what is wrong. */
export function headerOf(line: unknown): Header {
  return valid(headerSchema, line, 'the header of a ledger');
}

function valid<T>(schema: z.ZodType<T>, line: unknown, legal: string): T {
  const { success, data, error } = schema.safeParse(line);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new LineError(`${path.length === 0 ? 'the line' : path.join('.')}: ${message}`, legal);
}
