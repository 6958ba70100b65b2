import { z } from 'zod';
import { exportedClassesSchema, exportedModelSchema } from '../../src/cli/model/export.ts';
import { losses } from '../../src/losses/index.ts';
import type { Parameter } from '../../src/numerics/recipe.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import { costRules } from '../../src/queries/costs/index.ts';
import { queries } from '../../src/queries/index.ts';
import { pairWeights } from '../../src/reductions/pairwise-ranking.ts';
import { reductions } from '../../src/reductions/index.ts';
import { parametersOf } from '../../src/specs/choices.ts';
import { kinds } from '../support/kinds.ts';
import type { Fields } from '../../src/studies/cells/kinds/kind.ts';
import { smallStudySchema } from '../../src/studies/small-study.ts';
import { oracles } from '../../src/streams/oracles/index.ts';
import { updates } from '../../src/updates/index.ts';

/** JSON Schemas of specs, of studies and of exported models: what parsers read field by field, and the tables of the registries. */

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** Fields that hold a name with its parameters, and what is named. */
const CHOICES = { loss: losses, optimizer: optimizers, query: queries, oracle: oracles, rule: costRules, pairs: pairWeights };
/** Fields that hold a name. */
const NAMES = { update: updates, reduction: reductions };
/** The constant feature of the rows (rows/dataset.ts), which a function checks. */
const CONSTANT = { anyOf: [{ type: 'number' }, { const: 'none' }] };

type Json = Readonly<Record<string, unknown>>;

/** JSON Schema of a run: a cell of a study, and under `$defs` the spec of each kind and every part with its parameters. */
export function specSchema(): unknown {
  const runs = Object.entries(kinds as unknown as Readonly<Record<string, Fields>>).map(([kind, { shape }]): [string, Json] => [
    kind,
    specOf(z.strictObject(shape)),
  ]);
  const parts = Object.entries(CHOICES).map(([field, registry]): [string, Json] => [field, choiceOf(registry)]);
  return {
    $schema: DRAFT,
    title: 'a run of a study of iwal: its kind, its data, its spec; the built-in parts alone',
    anyOf: Object.entries(kinds).map(([kind, entry]) => ({
      type: 'object',
      properties: { kind: { const: kind }, ...('admit' in entry && { dataset: { type: 'string' } }), run: ref(kind) },
      required: ['kind', ...('admit' in entry ? ['dataset'] : []), 'run'],
      additionalProperties: false,
    })),
    $defs: { ...Object.fromEntries(parts), ...Object.fromEntries(runs) },
  };
}

/** JSON Schema of a study as it can stand in a .json file. */
export function studySchema(): unknown {
  return {
    ...jsonOf(smallStudySchema.omit({ claims: true, answer: true })),
    title: 'a small study of iwal: axes are fields of specs and parameters of parts, each with a value or several',
  };
}

/** JSON Schema of what `iwal model export` writes. */
export function modelSchema(): unknown {
  const [two, several] = [exportedModelSchema, exportedClassesSchema].map((schema) => ({
    ...jsonOf(schema),
    $schema: undefined,
  }));
  return { $schema: DRAFT, title: 'a model of words, as iwal model export writes it', anyOf: [two, several] };
}

function specOf(schema: z.ZodObject): Json {
  const { properties, ...rest } = jsonOf(schema) as { readonly properties: Json };
  return {
    ...rest,
    $schema: undefined,
    properties: { ...properties, ...Object.fromEntries(Object.keys(properties).flatMap(namedField)) },
  };
}

/** A field that holds names of a registry, as one can be written. */
function namedField(field: string): [string, Json][] {
  if (field === 'oracle') return [[field, { anyOf: [ref(field), { type: 'array', items: ref(field) }] }]];
  if (field === 'constant') return [[field, CONSTANT]];
  if (field in CHOICES) return [[field, ref(field)]];
  return field in NAMES ? [[field, { enum: Object.keys(NAMES[field as keyof typeof NAMES]) }]] : [];
}

function choiceOf(registry: object): Json {
  return {
    anyOf: Object.entries(registry).map(([name, entry]) => {
      const parameters = Object.entries(parametersOf(entry));
      return {
        type: 'object',
        properties: { name: { const: name }, ...Object.fromEntries(parameters.map(([key, each]) => [key, numberOf(each)])) },
        required: ['name', ...parameters.filter(([, each]) => each.default === undefined).map(([key]) => key)],
        additionalProperties: false,
      };
    }),
  };
}

function numberOf({ meaning, default: standard, from, above, to, below, whole }: Parameter): Json {
  return {
    description: meaning,
    ...(standard !== undefined && { default: standard }),
    type: whole ? 'integer' : 'number',
    ...(from !== undefined && { minimum: from }),
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(to !== undefined && { maximum: to }),
    ...(below !== undefined && { exclusiveMaximum: below }),
  };
}

function ref(name: string): Json {
  return { $ref: `#/$defs/${name}` };
}

function jsonOf(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
