import { z } from 'zod';
import { shallow } from '../../files/nesting.ts';
import type { ExampleEntry, Header, Line, LedgerVersion } from '../entry.ts';
import { checksumText } from './line.ts';

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
const testimony = { annotator: z.string().exactOptional(), flag: z.literal(true).exactOptional(), ...when };

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
    ...{ entry: z.literal('answer'), position: natural, row: natural, importance: double, after: natural, label },
    ...{ refund: atLeastZero.exactOptional(), ...importances, ...testimony, model },
  }),
  z.strictObject({ entry: z.literal('opinion'), position: natural, row: natural, label, ...testimony, annotator: z.string() }),
  z.strictObject({ entry: z.literal('undo'), position: natural, ...testimony }),
  z.strictObject({ entry: z.literal('correction'), position: natural, row: natural, label, cost: atLeastZero, ...testimony }),
  z.strictObject({ entry: z.literal('known'), row: natural, label: double.nullable(), importance: atLeastZero, model }),
  z.strictObject({ entry: z.literal('fresh'), row: natural, prediction: double, label, cost: atLeastZero, ...testimony, model }),
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
  ...{ 'id-column': column, 'label-column': column, encoding: column, missing: z.literal('learned').exactOptional() },
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
    groups: z.string().exactOptional(),
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
  return (
    example ??
    valid(entrySchema, line, 'an entry: known, example, answer, opinion, undo, correction, end, fresh, undo-fresh or pass')
  );
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
    // The first line with these fields that is right shows that none of them is unknown, and none is missing.
    if (shapes.size === MOST_SHAPES || !exampleSchema.safeParse(line).success) return undefined;
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

/** A line of a ledger whose checksum is right. */
export interface ParsedLine {
  readonly value: unknown;
  /** Bytes up to its end, without a line feed and without zeros after it. */
  readonly length: number;
}

/** `,"crc":"` and all after it. */
const SEAL = /^,"crc":"([0-9a-f]{8})"\}$/;
const SEAL_LENGTH = 18;
/** A line that has ended before its text does: entries are flat objects, so that only their end is a brace. */
const ENDED: Readonly<Record<LedgerVersion, RegExp>> = { 1: /^\{"entry":.*\}./s, 2: /,"crc":"[0-9a-f]{8}"\}./s };

/**
 * What a line says; undefined for the part of one that was cut off.
 *
 * From the bytes of a ledger line to JSON, telling a line that was cut off from one that is damaged.
 *
 * Only the last line can have been cut off: it has no line feed, and what is there is the beginning of a line, zeros after it if
 * the file system had grown the file already. A line that is complete and does not hold is damaged; so is a last one that says
 * something after its end, where its line feed would stand.
 *
 * @throws LineError for a damaged one.
 */
export function parsedLine(bytes: Buffer, version: LedgerVersion, isWhole: boolean): ParsedLine | undefined {
  // A file system may leave zeros at the end.
  const length = isWhole ? bytes.length : bytes.findLastIndex((byte) => byte !== 0) + 1;
  const content = bytes.subarray(0, length);
  return version === 1 ? plain(content, isWhole) : sealed(content, isWhole);
}

function plain(bytes: Buffer, isWhole: boolean): ParsedLine | undefined {
  const text = bytes.toString();
  try {
    return { value: JSON.parse(text), length: bytes.length };
  } catch {
    requireCutOff(text, 1, isWhole);
    return undefined;
  }
}

function sealed(bytes: Buffer, isWhole: boolean): ParsedLine | undefined {
  const end = Math.max(0, bytes.length - SEAL_LENGTH);
  const written = SEAL.exec(bytes.toString('latin1', end))?.[1];
  if (written === undefined) {
    requireCutOff(bytes.toString(), 2, isWhole);
    return undefined;
  }
  const found = checksumText(bytes.subarray(0, end));
  if (found !== written)
    throw new LineError(
      `a line whose text has the checksum ${found}`,
      `${written}, as it says: it was damaged after it was written`,
    );
  return { value: jsonIn(`${bytes.toString('utf8', 0, end)}}`), length: bytes.length };
}

/** A checksum can be right because somebody has made it so. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineError(JSON.stringify(shortened(text)), 'a line of JSON: it was changed after it was written');
  }
}

/** Throws where the text is not the beginning of a line that was cut off. */
function requireCutOff(text: string, version: LedgerVersion, isWhole: boolean): void {
  if (isWhole)
    throw new LineError(
      JSON.stringify(shortened(text)),
      version === 1 ? 'a line of JSON' : 'a line of JSON that ends in its checksum',
    );
  if (ENDED[version].test(text))
    throw new LineError(
      `${JSON.stringify(text.slice(-40))} at the end of the last line`,
      'a line feed after it: the file was damaged',
    );
}

/** The first 40 characters. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
