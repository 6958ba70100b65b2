import type { DatasetOptions } from '../../data/index.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { numberIn } from '../../numerics/state.ts';
import { CONSTANT } from '../../rows/dataset.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { ByClass } from '../../streams/measures/class-measures.ts';
import type { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import type { ReadFile } from '../data/labelled.ts';
import { type FeatureSpace, readingFor, requireSpace, withClassesOf } from '../models/feature-space.ts';
import { type Compared, continuedLearner, loadModel, newLearner, saveModel } from '../models/model.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import type { Target } from '../options/target.ts';

/** What `iwal learn` tells of two classes and numbers. */
export interface Learned {
  readonly examples: number;
  readonly passes: number;
  /** Examples the model has learned in its life. */
  readonly learned: number;
  /** Weights that there are: the constant's, and one an id up to the largest. */
  readonly weights: number;
  readonly nonZeroWeights: number;
  /** Whether one of these is that of the constant. */
  readonly hasConstant: boolean;
  /** Of the first pass: later ones have seen their labels. null where it is infinite. */
  readonly progressiveLoss: number | null;
  /** Number, from 1, of the first example whose prediction ruled its label out, which makes the loss infinite; absent: none did. */
  readonly ruledOutAt?: number;
  /** null where there are no classes. */
  readonly progressiveError: number | null;
  /** Of the first pass likewise, by the classes; absent where there are none. */
  readonly classes?: ByClass<number | null>;
  /** What the model was chosen among, by cross-validation; absent where it was not. */
  readonly compared?: Compared;
  readonly spec: LearnerSpec;
}

/** What is kept of what was learned, and where. */
interface Kept extends Pick<Learned, 'spec'> {
  readonly space: FeatureSpace;
  readonly model: Target | undefined;
  readonly compared?: Compared | undefined;
}

/** What the first pass has shown. */
type FirstPass = Pick<Learned, 'progressiveLoss' | 'ruledOutAt' | 'progressiveError' | 'classes'>;

/**
 * Read off when the first pass is over.
 *
 * @throws DivergenceError where the losses left the range of numbers.
 */
export function firstPassOf({ loss }: MarginLearner, validation: TwoClassValidation): FirstPass {
  // A probability that rules a label out has an infinite loss by definition: the learner goes on, and says so.
  const ruledOut = loss.labels === 'unit' ? validation.infiniteAt : undefined;
  return {
    progressiveLoss: ruledOut === undefined ? validation.finiteLoss : null,
    ...(ruledOut !== undefined && { ruledOutAt: ruledOut + 1 }),
    progressiveError: validation.classes === undefined ? null : validation.error,
    ...(validation.classes && { classes: validation.classes.summary }),
  };
}

/** Keeps the model where one is asked for, and tells what was learned. */
export async function keptModel(
  learner: MarginLearner,
  { spec, space, model, compared }: Kept,
  measured: Pick<Learned, 'examples' | 'passes'> & FirstPass,
): Promise<Learned> {
  const { examples, passes, progressiveLoss, ruledOutAt, progressiveError, classes } = measured;
  const weights = learner.weights();
  const state = learner.state();
  await model?.fill((path) =>
    saveModel(path, { kind: 'linear', spec, space, columns: weights.length, state, ...(compared && { compared }) }),
  );
  return {
    examples,
    passes,
    learned: numberIn(state, 'learned'),
    weights: weights.length,
    nonZeroWeights: weights.reduce((sum, w) => (w === 0 ? sum : sum + 1), 0),
    hasConstant: weights[CONSTANT] !== 0,
    progressiveLoss,
    ...(ruledOutAt !== undefined && { ruledOutAt }),
    progressiveError,
    ...(classes && { classes }),
    ...(compared && { compared }),
    spec,
  };
}

/** What `iwal learn` is asked for, whatever is learned. */
export interface FileRequest {
  readonly data: string;
  readonly reading: DatasetOptions;
  readonly read: ReadFile;
  readonly passes: number;
  readonly model: Target | undefined;
}

/** The same of two classes and numbers. */
export interface LearnRequest extends FileRequest {
  /** What to begin with: a fresh learner of this spec, or the model in this file. */
  readonly start: LearnerSpec | string;
  /** The model that is kept: what the passes learned (if absent, with a word where a fit would be better), a fit, or the best of them. */
  readonly final?: 'best' | 'fit' | 'online' | undefined;
  readonly predictions: Target | undefined;
}

/** What learning begins with. */
interface Start {
  readonly spec: LearnerSpec;
  /** Of the model that is continued; else what is read decides. */
  readonly space: FeatureSpace | undefined;
  readonly reading: DatasetOptions;
  /** `labels`: how many it will learn. */
  readonly learner: (columns: number, labels?: number) => MarginLearner;
}

/** A fresh learner, or that of a model, and how the data is read for it. */
export async function startOf({ data, reading, start }: Pick<LearnRequest, 'data' | 'reading' | 'start'>): Promise<Start> {
  if (typeof start !== 'string')
    return {
      spec: start,
      space: undefined,
      reading: withConstantOf(start, reading),
      learner: (columns, labels) => newLearner(start, columns, labels),
    };
  const model = loadModel(start, 'linear');
  const whole = withClassesOf(model.space, data, readingFor(model, data, reading));
  await requireSpace(start, model, data, whole);
  return { spec: model.spec, space: model.space, reading: whole, learner: (columns) => continuedLearner(model, columns) };
}
