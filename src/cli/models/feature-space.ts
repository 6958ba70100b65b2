import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { folded, type ClassNames } from '../../data/documents/classes.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import { documentsIn, featureNames, legalFormat, type DatasetOptions } from '../../data/index.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { BITS } from '../../data/readers/vw/options.ts';
import { featureName, featuresText, IDFS, type Idf, type Vectorizer } from '../../text/vectorizer.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { Failure } from '../terminal/failure.ts';

const Column = z.union([z.string(), z.int()]);
const Vectorized: z.ZodType<Vectorizer> = z.object({
  version: z.literal(1),
  text: z.array(Column),
  numbers: z.array(Column),
  categories: z.array(Column),
  missing: z.literal('learned').exactOptional(),
  ngrams: z.union([z.literal(1), z.literal(2)]),
  idf: z.enum(Object.keys(IDFS) as [Idf, ...Idf[]]),
  bits: z.int().min(BITS.from).max(BITS.to).exactOptional(),
  documents: z.int().min(0),
  words: z.array(z.string()).exactOptional(),
  frequencies: z.array(z.int().min(0)),
  values: z.array(z.array(z.string())),
});
const Classes = z.tuple([z.string(), z.string()]);
/** A feature space as models record it. */
export const Space = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('numbered'), names: z.array(z.string()).exactOptional(), classes: Classes.exactOptional() }),
  z.object({
    kind: z.literal('hashed'),
    bits: z.int().min(BITS.from).max(BITS.to),
    hash: z.enum(['strings', 'all']),
    interactions: z.array(z.string()),
  }),
  z.object({ kind: z.literal('words'), vectorizer: Vectorized, classes: Classes.optional() }),
]);

/**
 * What the columns of a file mean: the file's own numbers, with the names of a table's columns, names hashed in one way, or the words
 * of documents; and what two classes are called, the negative one first, where somebody has said it.
 */
export type FeatureSpace = z.infer<typeof Space>;

/** The feature space of data that was read from a file in this way. */
export async function spaceRead(
  file: string,
  reading: DatasetOptions,
  { vectorizer, classes }: Pick<Partial<Documents>, 'vectorizer' | 'classes'>,
): Promise<FeatureSpace> {
  if (vectorizer !== undefined) return { kind: 'words', vectorizer, ...(classes && { classes: [...classes] }) };
  const space = spaceOf(file, reading);
  if (space.kind !== 'numbered') return space;
  const names = await featureNames(file, reading);
  const said = classes ?? inOrder(reading);
  return { ...space, ...(names && { names: [...names] }), ...(said && { classes: [...said] }) };
}

/** The two classes as they were named, the positive one last. */
function inOrder({ classes, positive }: DatasetOptions): ClassNames | undefined {
  return classes !== undefined && positive !== undefined && isSame(classes[0], positive) ? [classes[1], classes[0]] : classes;
}

/** As readers compare names of classes: upper and lower case are one, and numbers are what they are worth. */
function isSame(a: string, b: string): boolean {
  return folded(a) === folded(b) || Number(a) === Number(b);
}

/** What two classes are called, the negative one first; undefined where nobody has said it. */
export function classesOfSpace(space: FeatureSpace): ClassNames | undefined {
  return space.kind === 'hashed' ? undefined : space.classes;
}

/** What a feature is called; undefined where it has no name. */
export function nameInSpace(space: FeatureSpace, column: number): string | undefined {
  if (space.kind === 'words') return featureName(space.vectorizer, column);
  return space.kind === 'numbered' ? space.names?.[column - FIRST_NAMED] : undefined;
}

/** The column of a table's first feature: a file's feature j is column j + 1 (rows/dataset.ts). */
export const FIRST_NAMED = 2;

/** The feature space of a file read in this way that holds no documents, without names. */
function spaceOf(
  file: string,
  { format, bits = BITS.default, hash = 'strings', interactions = [] }: DatasetOptions,
): FeatureSpace {
  return legalFormat(file, format) === 'vw'
    ? { kind: 'hashed', bits, hash, interactions: [...interactions] }
    : { kind: 'numbered' };
}

/** How to read a file for a model: with its constant, as asked, and what is left open as the model's data was read. */
export function readingFor(
  { spec, space }: { readonly spec: Pick<LearnerSpec, 'constant'>; readonly space: FeatureSpace },
  file: string,
  asked: DatasetOptions,
): DatasetOptions {
  const reading = withConstantOf(spec, asked);
  if (space.kind === 'words') return { ...reading, fitted: space.vectorizer, ...(space.classes && { classes: space.classes }) };
  if (space.kind === 'numbered' || legalFormat(file, reading.format) !== 'vw') return reading;
  const { bits, hash, interactions } = space;
  return { bits, hash, interactions, ...reading };
}

/** The same of a table that is read whole: its labels are the names that the model knows, unless others are said. */
export function withClassesOf(space: FeatureSpace, file: string, reading: DatasetOptions): DatasetOptions {
  const known = space.kind === 'numbered' && legalFormat(file, reading.format) === 'csv' ? space.classes : undefined;
  return known === undefined || reading.positive !== undefined ? reading : { classes: known, ...reading };
}

/** Throws a Failure unless the file's features are the model's, by their names where both have them. */
export async function requireSpace(
  model: string,
  { space }: { readonly space: FeatureSpace },
  file: string,
  reading: DatasetOptions,
): Promise<void> {
  if (space.kind === 'words' && documentsIn(legalFormat(file, reading.format), reading) !== undefined) return;
  const found = spaceOf(file, reading);
  const unnamed = space.kind === 'numbered' ? { kind: space.kind } : space;
  if (!isDeepStrictEqual(unnamed, found))
    throw new Failure(`${model} was learned from ${spaceKind(space)}, but ${file} has ${spaceKind(found)}`);
  const learned = space.kind === 'numbered' ? space.names : undefined;
  const names = learned && (await featureNames(file, reading));
  if (names !== undefined) requireNames({ model, learned: learned! }, { file, names });
}

/** A column in another's place would be weighed by the other's weight, and nobody would see it. */
function requireNames(
  { model, learned }: { readonly model: string; readonly learned: readonly string[] },
  { file, names }: { readonly file: string; readonly names: readonly string[] },
): void {
  if (isDeepStrictEqual(learned, names)) return;
  const more = names.filter((name) => !learned.includes(name));
  const missing = learned.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new Failure(
      `${model} learned from the column ${JSON.stringify(missing)}, which ${file} does not have${didYouMean(missing, more)}`,
    );
  if (more.length > 0)
    throw new Failure(
      `${file} has columns that ${model} did not learn from: ${firstOf(more, MOST_SHOWN)}; to leave them out, ` +
        `pass --ignore-columns ${shellWord(more.join(','))}`,
    );
  throw new Failure(
    `${model} learned from the columns ${firstOf(learned, MOST_SHOWN)}; ${file} has them in another order: ${firstOf(names, MOST_SHOWN)}`,
  );
}

const MOST_SHOWN = 8;

/** What the features of a model are, as short as it can be told apart from other ones. */
function spaceKind(space: FeatureSpace): string {
  return space.kind === 'words' ? 'the words of documents' : spaceText(space);
}

/** What the features of a model are, in words. */
export function spaceText(space: FeatureSpace): string {
  if (space.kind === 'numbered')
    return space.names === undefined ? 'numbered features' : `columns ${firstOf(space.names, MOST_SHOWN)}`;
  if (space.kind === 'words') return featuresText(space.vectorizer);
  const { bits, hash, interactions } = space;
  const products = interactions.length === 0 ? '' : `, interactions ${interactions.join(',')}`;
  return `features hashed to ${bits} bits${hash === 'all' ? ', numbers too' : ''}${products}`;
}

/** How to read a file for several classes, whose names may be known. */
export function withClasses(classes: readonly string[] | undefined, reading: DatasetOptions): DatasetOptions {
  return { ...reading, labels: 'class', ...(classes && { classNames: classes }) };
}
