import { SPACELESS_BLOCKS } from '../../text/scan.ts';
import { FIRST_WORD, idfOf, wordFeatures, type Vectorizer } from '../../text/vectorizer.ts';
import type { Calibration } from '../../statistics/probability-calibration.ts';
import { Failure } from '../terminal/failure.ts';
import type { ExportedClasses, ExportedModel } from './export-schema.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { load } from '../../learners/model-file.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { classesOfSpace, FIRST_NAMED, spaceText, type FeatureSpace } from '../models/feature-space.ts';
import { continuedLearner, continuedReduction, loadModel, modelIn, type ClassModel, type LinearModel } from '../models/model.ts';

/** Errors: Failure for models whose features have no words, and for classes without a score each. */
export function exported(file: string): ExportedModel | ExportedClasses {
  const model = modelIn(file, load(file));
  return model?.kind === 'classes' ? exportedClasses(model) : exportedLinear(loadModel(file, 'linear'));
}

function exportedLinear(model: LinearModel): ExportedModel {
  const { space, spec, calibration } = model;
  const named = namedFeatures(model);
  const weights = continuedLearner(model, 0).weights();
  const loss = buildLoss(spec);
  return {
    'iwal-model': 1,
    loss: loss.name,
    threshold: loss.threshold ?? null,
    classes: classesOf(space),
    intercept: interceptOf(spec, weights),
    ...named.features,
    coefficients: Array.from(weights.subarray(named.from, named.to)),
    calibration: calibration === undefined ? null : plain(calibration),
  };
}

function exportedClasses(model: ClassModel): ExportedClasses {
  const { file, spec, classes, calibrations } = model;
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
    coefficients: weights.map((each) => Array.from(each.subarray(named.from, named.to))),
    calibrations: calibrations === undefined ? null : calibrations.map(plain),
  };
}

/** What makes features of a row, and the columns of these, from … to - 1. */
interface NamedFeatures {
  readonly features: Features;
  readonly from: number;
  readonly to: number;
}

function namedFeatures({ file, space }: Pick<LinearModel, 'file' | 'space'>): NamedFeatures {
  if (space.kind === 'numbered' && space.names !== undefined)
    return { features: ofTable(space.names), from: FIRST_NAMED, to: FIRST_NAMED + space.names.length };
  if (space.kind !== 'words' || space.vectorizer.words === undefined)
    throw new Failure(`${file} has ${spaceText(space)}: only models of words and of columns that keep their names are exported`);
  const { vectorizer } = space;
  const { numbers, values } = vectorizer;
  const to = FIRST_WORD + wordFeatures(vectorizer) + numbers.length + values.flat().length;
  return { features: ofDocuments(vectorizer), from: FIRST_WORD, to };
}

function classesOf(space: FeatureSpace): [string, string] | null {
  const classes = classesOfSpace(space);
  return classes === undefined ? null : [...classes];
}

function interceptOf({ constant = 1 }: LearnerSpec, weights: Float64Array): number {
  return constant === 'none' ? 0 : weights[0] * Math.fround(constant);
}

function plain({ slope, intercept }: Calibration): Calibration {
  return { slope, intercept };
}

type Features = Pick<ExportedModel, 'text' | 'ngrams' | 'spaceless' | 'words' | 'idf' | 'beside'>;

/** A table of numbers is no text with numbers beside it. */
function ofTable(names: readonly string[]): Features {
  const beside = names.map((column) => ({ column, value: null }));
  return { text: [], ngrams: 1, spaceless: [], words: [], idf: [], beside };
}

/** What makes the features of a document. */
function ofDocuments({
  words = [],
  text,
  ngrams,
  idf,
  documents,
  frequencies,
  numbers,
  categories,
  values,
}: Vectorizer): Features {
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
