import { z } from 'zod';
import { load } from '../../learners/model-file.ts';
import { buildLoss, optimizerTraits } from '../../specs/build-learner.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { Calibration } from '../../statistics/probability-calibration.ts';
import { SPACELESS_BLOCKS } from '../../text/scan.ts';
import { categoriesOf, FIRST_WORD, idfOf, type Vectorizer } from '../../text/vectorizer.ts';
import { classesOfSpace, FIRST_NAMED, spaceText } from '../models/feature-space.ts';
import { type ClassModel, continuedLearner, continuedReduction, type LinearModel, loadModel, modelIn } from '../models/model.ts';
import { Failure } from '../terminal/failure.ts';

/** Errors: Failure for models without weights, for those whose features have no words, and for classes without a score each. */
export function exported(file: string): ExportedModel | ExportedClasses {
  const model = modelIn(file, load(file));
  if (model !== undefined && optimizerTraits(model.spec).isOwnLearner)
    throw new Failure(`${file}: '${model.spec.optimizer.name}' keeps no weights: only linear models are exported`);
  return model?.kind === 'classes' ? exportedClasses(model) : exportedLinear(loadModel(file, 'linear'));
}

function exportedLinear(model: LinearModel): ExportedModel {
  const { space, spec, calibration } = model;
  const named = namedFeatures(model);
  const weights = continuedLearner(model, 0).weights();
  const loss = buildLoss(spec);
  const classes = classesOfSpace(space);
  return {
    'iwal-model': 1,
    loss: loss.name,
    threshold: loss.threshold ?? null,
    classes: classes === undefined ? null : [...classes],
    intercept: interceptOf(spec, weights),
    ...named.features,
    coefficients: coefficientsOf(named, weights),
    calibration: calibration === undefined ? null : plain(calibration),
  };
}

function exportedClasses(model: ClassModel): ExportedClasses {
  const { file, spec, classes, softmax, calibrations } = model;
  const named = namedFeatures(model);
  const reduction = continuedReduction(model, 0);
  if (reduction.weightsOf === undefined)
    throw new Failure(
      `${file} is a ${spec.reduction} of ${classes.length} classes, which have no score each: it cannot be exported`,
    );
  const weights = classes.map((_, k) => reduction.weightsOf!(k));
  return {
    'iwal-model': 2,
    loss: spec.loss.name,
    reduction: spec.reduction,
    classes: [...classes],
    intercepts: weights.map((each) => interceptOf(spec, each)),
    ...named.features,
    coefficients: weights.map((each) => coefficientsOf(named, each)),
    slope: softmax?.slope ?? null,
    calibrations: calibrations === undefined ? null : calibrations.map(plain),
  };
}

/** What makes features of a row, and the column of the first of these. */
function namedFeatures({ file, space }: Pick<LinearModel, 'file' | 'space'>) {
  if (space.kind === 'numbered' && space.names !== undefined) {
    // A table of numbers is no text with numbers beside it.
    const beside = space.names.map((column) => ({ column, value: null }));
    const features: Features = { text: [], ngrams: 1, spaceless: [], words: [], idf: [], beside };
    return { features, from: FIRST_NAMED };
  }
  if (space.kind !== 'words' || space.vectorizer.words === undefined)
    throw new Failure(`${file} has ${spaceText(space)}: only models of words and of columns that keep their names are exported`);
  return { features: ofDocuments(space.vectorizer), from: FIRST_WORD };
}

function coefficientsOf({ features: { words, beside }, from }: ReturnType<typeof namedFeatures>, weights: Float64Array) {
  return Array.from(weights.subarray(from, from + words.length + beside.length));
}

function interceptOf({ constant = 1 }: LearnerSpec, weights: Float64Array): number {
  return constant === 'none' ? 0 : weights[0] * Math.fround(constant);
}

function plain({ slope, intercept }: Calibration): Calibration {
  return { slope, intercept };
}

type Features = Pick<ExportedModel, 'text' | 'ngrams' | 'spaceless' | 'words' | 'idf' | 'beside'>;

/** What makes the features of a document. */
function ofDocuments(vectorizer: Vectorizer): Features {
  const { words = [], text, ngrams, idf, documents, frequencies, numbers, categories, values } = vectorizer;
  const written = (value: string, c: number): string => (c < categories.length ? value : '');
  return {
    text: [...text],
    ngrams,
    spaceless: SPACELESS_BLOCKS.map(([first, last]) => [first, last]),
    words: [...words],
    idf: idf === 'none' ? words.map(() => 1) : frequencies.map((df) => idfOf(documents, df)),
    beside: [
      ...numbers.map((column) => ({ column, value: null })),
      ...categoriesOf(vectorizer).flatMap((column, c) => values[c].map((value) => ({ column, value: written(value, c) }))),
    ],
  };
}

const column = z.union([z.string(), z.int().positive()]).describe('by name, or by number from 1');
const calibration = z
  .strictObject({ slope: z.number(), intercept: z.number() })
  .describe('c = 1 / (1 + e^-(slope * score + intercept))');
const coefficients = z.array(z.number()).describe('of the words, then of what is beside them');

/** What makes the features of a document. */
const features = {
  loss: z.string(),
  text: z.array(column).describe('columns of text, joined in one bag of words'),
  ngrams: z.literal([1, 2]).describe('2: pairs of neighbouring words are features too'),
  spaceless: z.array(z.tuple([z.int(), z.int()])).describe('blocks of scripts without spaces, first and last code point'),
  words: z.array(z.string()),
  idf: z.array(z.number()).describe('by word'),
  beside: z
    .array(z.strictObject({ column, value: z.string().nullable().describe('null: the number in the column is the feature') }))
    .describe(
      'features beside the words: the number in a column, or 1 where the column holds this value; "": where its number is missing',
    ),
};

/**
 * A model of words, or of the columns of a table, and two classes as `iwal model export` writes it: all that another program needs to score documents (docs/TEXT.md
 * has one). docs/schemas/model.json is written from the schemas of this file.
 */
export const exportedModelSchema = z.strictObject({
  'iwal-model': z.literal(1),
  ...features,
  threshold: z.number().nullable().describe('scores above it mean the positive class; null where the loss predicts none'),
  classes: z.tuple([z.string(), z.string()]).nullable().describe('the negative one first; null where they are numbers'),
  intercept: z.number(),
  coefficients,
  calibration: calibration
    .nullable()
    .describe('c is the probability of the positive class; null where nobody has calibrated the model'),
});

/** The same of several classes: an intercept, a coefficient a feature and a calibration for each class. */
export const exportedClassesSchema = z.strictObject({
  'iwal-model': z.literal(2),
  ...features,
  reduction: z.string().describe('how scores are made of the classes'),
  classes: z.array(z.string()).min(2).describe('the class of the largest score is predicted, the first of several'),
  intercepts: z.array(z.number()).describe('by class'),
  coefficients: z.array(coefficients).describe('by class'),
  slope: z
    .number()
    .nullable()
    .describe(
      'e^(slope * score) of a class over its sum over all is its probability; null where there is none, or `calibrations`',
    ),
  calibrations: z
    .array(calibration)
    .nullable()
    .describe('of models of earlier versions, by class: its c over the sum of all c is its probability'),
});

/** A model of one weight vector as JSON. */
type ExportedModel = z.infer<typeof exportedModelSchema>;

/** A model of several classes as JSON. */
type ExportedClasses = z.infer<typeof exportedClassesSchema>;
