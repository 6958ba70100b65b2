import { SPACELESS_BLOCKS } from '../../text/characters.ts';
import { FIRST_WORD, idfOf, wordFeatures, type Vectorizer } from '../../text/vectorizer.ts';
import type { Calibration } from '../../statistics/probability-calibration.ts';
import { Failure } from '../terminal/failure.ts';
import type { ExportedClasses, ExportedModel } from './export-schema.ts';
import { buildLoss } from '../../specs/build.ts';
import { load } from '../../learners/model-file.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { classesIn, continuedReduction, type ClassModel } from '../models/class-model.ts';
import { spaceText } from '../models/feature-space.ts';
import { continuedLearner, loadLinear, type LinearModel } from '../models/linear-model.ts';

/** Errors: Failure for models whose features have no words, and for classes without a score each. */
export function exported(file: string): ExportedModel | ExportedClasses {
  const several = classesIn(file, load(file));
  return several === undefined ? exportedLinear(loadLinear(file)) : exportedClasses(several);
}

function exportedLinear(model: LinearModel): ExportedModel {
  const { space, spec, calibration } = model;
  const vectorizer = wordsOf(model);
  const weights = continuedLearner(model, 0).weights();
  const loss = buildLoss(spec);
  return {
    'iwal-model': 1,
    loss: loss.name,
    threshold: loss.threshold ?? null,
    classes: (space.kind === 'words' ? space.classes : undefined) ?? null,
    intercept: interceptOf(spec, weights),
    ...features(vectorizer),
    coefficients: coefficientsOf(vectorizer, weights),
    calibration: calibration === undefined ? null : plain(calibration),
  };
}

function exportedClasses(model: ClassModel): ExportedClasses {
  const { file, spec, classes, calibrations } = model;
  const vectorizer = wordsOf(model);
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
    ...features(vectorizer),
    coefficients: weights.map((each) => coefficientsOf(vectorizer, each)),
    calibrations: calibrations === undefined ? null : calibrations.map(plain),
  };
}

function wordsOf({ file, space }: Pick<LinearModel, 'file' | 'space'>): Vectorizer {
  if (space.kind !== 'words' || space.vectorizer.words === undefined)
    throw new Failure(`${file} has ${spaceText(space)}: only models of words that keep their names are exported`);
  return space.vectorizer;
}

function interceptOf({ constant = 1 }: LearnerSpec, weights: Float64Array): number {
  return constant === 'none' ? 0 : weights[0] * Math.fround(constant);
}

/** Of the words, then of what is beside them. */
function coefficientsOf(vectorizer: Vectorizer, weights: Float64Array): number[] {
  const { numbers, values } = vectorizer;
  const to = FIRST_WORD + wordFeatures(vectorizer) + numbers.length + values.flat().length;
  return Array.from(weights.subarray(FIRST_WORD, to));
}

function plain({ slope, intercept }: Calibration): Calibration {
  return { slope, intercept };
}

/** What makes the features of a document. */
function features({
  words = [],
  text,
  ngrams,
  idf,
  documents,
  frequencies,
  numbers,
  categories,
  values,
}: Vectorizer): Pick<ExportedModel, 'text' | 'ngrams' | 'spaceless' | 'words' | 'idf' | 'beside'> {
  return {
    text: [...text],
    ngrams,
    spaceless: SPACELESS_BLOCKS.map(([first, last]) => [first, last]),
    words: [...words],
    idf: idf === 'none' ? words.map(() => 1) : frequencies.map((df) => idfOf(documents, df)),
    beside: [
      ...numbers.map((column) => ({ column, value: null })),
      ...categories.flatMap((column, c) => values[c].map((value) => ({ column, value }))),
    ],
  };
}
