/** The tables of docs/PROTOCOL.md, and the JSON Schemas of the line formats, from the schemas in src. */
import { z } from 'zod';
import { answerSchemas, answerSchema, doneSchema, errorSchema, questionSchema } from '../../src/labelling/pipe/lines.ts';
import { entrySchema, headerSchema } from '../../src/ledger/file/line-schema.ts';
import { table } from '../../experiments/sources/table.ts';

interface Property {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Property[];
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly items?: Property;
}

export const protocolTables = {
  question: () => fieldsOf(questionSchema),
  answers: () => {
    const { label, skip, undo, quit } = answerSchemas;
    const own = [label, skip, undo, quit].flatMap((schema) => rowsOf(jsonOf(schema)).filter(([name]) => name !== '`question`'));
    return table(HEAD, [
      rowsOf(jsonOf(label)).find(([name]) => name === '`question`')!,
      // A note goes with a label and with a skip.
      ...new Map(own.map(([name, ...more]) => [name, [`or ${name}`, ...more]])).values(),
    ]);
  },
  error: () => fieldsOf(errorSchema),
  done: () => fieldsOf(doneSchema),
};

/** JSON Schema of the lines of `--protocol jsonl`. */
export function protocolSchema(): unknown {
  return withTitle('a line of iwal label --protocol jsonl', {
    out: z.union([questionSchema, errorSchema, doneSchema]),
    in: answerSchema,
  });
}

/** JSON Schema of the lines of a ledger: the first one, and every other one. The checksum is taken off before a line is checked. */
export function ledgerSchema(): unknown {
  const entries = Object.fromEntries(entrySchema.options.map((schema) => [schema.shape.entry.value, schema.extend(CHECKSUM)]));
  return withTitle('a line of a ledger', { header: headerSchema.extend(CHECKSUM), ...entries });
}

const CHECKSUM = {
  crc: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .exactOptional()
    .describe('in format 2 the last field of every line'),
};

const HEAD = ['field', 'type', 'what'];

function fieldsOf(schema: z.ZodType): string {
  return table(HEAD, rowsOf(jsonOf(schema)));
}

function rowsOf({ properties = {}, required = [] }: Property, within = ''): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => [
    [`\`${within}${name}\`${required.includes(name) ? '' : ' *'}`, typeOf(property), property.description ?? ''],
    ...rowsOf(property, `${within}${name}.`),
  ]);
}

function typeOf({ const: only, type, anyOf, items }: Property): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}s`;
  return [type].flat().join(' or ');
}

function jsonOf(schema: z.ZodType): Property {
  return z.toJSONSchema(schema, { io: 'input' }) as Property;
}

function withTitle(title: string, schemas: Readonly<Record<string, z.ZodType>>): unknown {
  const definitions = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      return [name, { ...z.toJSONSchema(schema, { io: 'input' }), $schema: undefined }];
    }),
  );
  const anyOf = Object.keys(schemas).map((name) => ({ $ref: `#/$defs/${name}` }));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, anyOf, $defs: definitions };
}
