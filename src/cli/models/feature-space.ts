import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Documents } from '../../data/documents/read-documents.ts';
import { documentsIn, legalFormat, type DatasetOptions } from '../../data/index.ts';
import { BITS } from '../../data/readers/vw/options.ts';
import { featuresText, IDFS, type Idf, type Vectorizer } from '../../text/vectorizer.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { Failure } from '../terminal/failure.ts';

const Column = z.union([z.string(), z.int()]);
const Vectorized: z.ZodType<Vectorizer> = z.object({
  version: z.literal(1),
  text: z.array(Column),
  numbers: z.array(Column),
  categories: z.array(Column),
  ngrams: z.union([z.literal(1), z.literal(2)]),
  idf: z.enum(Object.keys(IDFS) as [Idf, ...Idf[]]),
  bits: z.int().min(BITS.from).max(BITS.to).exactOptional(),
  documents: z.int().min(0),
  words: z.array(z.string()).exactOptional(),
  frequencies: z.array(z.int().min(0)),
  values: z.array(z.array(z.string())),
});
/** A feature space as models record it. */
export const Space = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('numbered') }),
  z.object({
    kind: z.literal('hashed'),
    bits: z.int().min(BITS.from).max(BITS.to),
    hash: z.enum(['strings', 'all']),
    interactions: z.array(z.string()),
  }),
  z.object({ kind: z.literal('words'), vectorizer: Vectorized, classes: z.tuple([z.string(), z.string()]).optional() }),
]);

/** What the columns of a file mean: the file's own numbers, names hashed in one way, or the words of documents. */
export type FeatureSpace = z.infer<typeof Space>;

/** The feature space of data that was read from a file in this way. */
export function spaceRead(
  file: string,
  reading: DatasetOptions,
  { vectorizer, classes }: Pick<Partial<Documents>, 'vectorizer' | 'classes'>,
): FeatureSpace {
  return vectorizer === undefined
    ? spaceOf(file, reading)
    : { kind: 'words', vectorizer, ...(classes && { classes: [...classes] }) };
}

/** The feature space of a file read in this way that holds no documents. */
export function spaceOf(
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

/** Throws a Failure unless the file's features are the model's. */
export function requireSpace(
  model: string,
  { space }: { readonly space: FeatureSpace },
  file: string,
  reading: DatasetOptions,
): void {
  if (space.kind === 'words' && documentsIn(legalFormat(file, reading.format), reading) !== undefined) return;
  const found = spaceOf(file, reading);
  if (!isDeepStrictEqual(space, found)) throw new Failure(`${model} has ${spaceText(space)}, ${file} has ${spaceText(found)}`);
}

/** What the features of a model are, in words. */
export function spaceText(space: FeatureSpace): string {
  if (space.kind === 'numbered') return 'numbered features';
  if (space.kind === 'words') return featuresText(space.vectorizer);
  const { bits, hash, interactions } = space;
  const products = interactions.length === 0 ? '' : `, interactions ${interactions.join(',')}`;
  return `features hashed to ${bits} bits${hash === 'all' ? ', numbers too' : ''}${products}`;
}
