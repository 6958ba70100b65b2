import { z } from 'zod';
import { shallow } from '../../files/nesting.ts';
import type { ExampleEntry, Header, Line } from '../entry.ts';

/** A number, or the word for one that JSON lacks (line.ts). */
const double = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN', '-0']).transform(Number)]);
const natural = z.int().nonnegative();
const model = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits');
const label = double.nullable();
const atLeastZero = z.number().nonnegative();
const minimumProbability = z.number().positive().max(1).exactOptional();
const pass = natural.exactOptional();
const importances = { rowImportance: atLeastZero.exactOptional(), learnedImportance: atLeastZero.exactOptional() };
const distance = double.exactOptional();
const terms = { ...importances, knob: z.number().exactOptional(), minimumProbability, pass, distance };
const when = { time: z.iso.datetime().exactOptional(), note: z.string().exactOptional() };
const testimony = { annotator: z.string().exactOptional(), ...when };

const exampleSchema = z.strictObject({
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
  batch: z.int().positive().exactOptional(),
  annotators: z.array(z.string()).min(2).exactOptional(),
  overlap: z.number().min(0).max(1).exactOptional(),
  ...terms,
  ...testimony,
  model,
});

/** Every line of a ledger but the first, without its checksum; docs/schemas/ledger.json is written from it. */
export const entrySchema = z.discriminatedUnion('entry', [
  exampleSchema,
  z.strictObject({
    entry: z.literal('answer'),
    position: natural,
    row: natural,
    importance: double,
    after: natural,
    label,
    refund: atLeastZero.exactOptional(),
    ...importances,
    ...testimony,
    model,
  }),
  z.strictObject({ entry: z.literal('opinion'), position: natural, row: natural, label, ...testimony, annotator: z.string() }),
  z.strictObject({ entry: z.literal('undo'), position: natural, ...testimony }),
  z.strictObject({ entry: z.literal('known'), row: natural, label: double.nullable(), importance: atLeastZero, model }),
  z.strictObject({
    entry: z.literal('fresh'),
    row: natural,
    prediction: double,
    label,
    cost: atLeastZero,
    ...testimony,
    model,
  }),
  z.strictObject({ entry: z.literal('undo-fresh'), labels: natural, ...testimony }),
  z.strictObject({
    entry: z.literal('pass'),
    pass: z.int().positive(),
    iwal: z.string(),
    spec: shallow,
    minimumProbability,
    minimumOfUnits: minimumProbability,
    model,
  }),
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

const column = z.string().exactOptional();
const columns = z.strictObject({
  ...{ text: column, 'number-columns': column, 'category-columns': column },
  ...{ 'id-column': column, 'label-column': column },
});

/** The first line of a ledger, without its checksum; likewise. */
export const headerSchema = z.strictObject({
  'iwal-ledger': z.literal([1, 2]),
  iwal: z.string(),
  record: z.enum(['purchases', 'considered']),
  data: z.strictObject({
    name: z.string(),
    rows: natural,
    checksum: z.string(),
    importances: z.string().exactOptional(),
    holdout: z.number().exactOptional(),
    columns: columns.exactOptional(),
  }),
  classes: z.array(z.string()).min(2).exactOptional(),
  spec: shallow,
  minimumProbability,
  minimumOfUnits: minimumProbability,
  known: natural.exactOptional(),
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

/** Schemas of example entries by the fields that a line has; a ledger has lines of a few shapes only. */
const shapes = new Map<string, z.ZodType<ExampleEntry>>();
const MOST_SHAPES = 100;

/**
 * The entry that a parsed line says.
 *
 * @throws LineError for a line that says none.
 */
export function entryOf(line: unknown): Line {
  const example = exampleOf(line);
  return example ?? valid(entrySchema, line, 'an entry: known, example, answer, opinion, undo, end, fresh, undo-fresh or pass');
}

/**
 * An example entry; undefined for anything else, and where something is wrong. zod looks for every field that a line may have, at
 * some cost for those that it has not; held against the fields it has, a line is read twice as fast.
 */
function exampleOf(line: unknown): ExampleEntry | undefined {
  if (typeof line !== 'object' || line === null) return undefined;
  const fields = Object.keys(line);
  const names = fields.join();
  let shape = shapes.get(names);
  if (shape === undefined) {
    if (shapes.size === MOST_SHAPES || !isShapeOfExample(fields)) return undefined;
    shape = schemaOf(fields);
    shapes.set(names, shape);
  }
  const { success, data } = shape.safeParse(line);
  return success ? data : undefined;
}

/** These fields of an example, all of which there must be. */
function schemaOf(fields: readonly string[]): z.ZodType<ExampleEntry> {
  const legal: Readonly<Record<string, z.ZodType>> = exampleSchema.shape;
  const required = fields.map((field): [string, z.core.$ZodType] => {
    const type = legal[field];
    return [field, type instanceof z.ZodExactOptional ? type.unwrap() : type];
  });
  return z.strictObject(Object.fromEntries(required)) as unknown as z.ZodType<ExampleEntry>;
}

/** Whether a line with these fields may be an example: none is missing, none is unknown. */
function isShapeOfExample(fields: readonly string[]): boolean {
  const legal = Object.entries(exampleSchema.shape);
  return (
    fields.every((field) => Object.hasOwn(exampleSchema.shape, field)) &&
    legal.every(([field, { _zod }]) => _zod.optin === 'optional' || fields.includes(field))
  );
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
