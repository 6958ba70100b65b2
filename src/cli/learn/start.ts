import type { DatasetOptions } from '../../data/index.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { ReadFile } from '../data/large-files.ts';
import { readingFor, requireSpace, withClassesOf, type FeatureSpace } from '../models/feature-space.ts';
import { continuedLearner, loadModel, newLearner } from '../models/model.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import type { Target } from '../options/target.ts';

/** What `iwal learn` is asked for, for two classes and numbers. */
export interface LearnRequest {
  readonly data: string;
  readonly reading: DatasetOptions;
  readonly read: ReadFile;
  /** What to begin with: a fresh learner of this spec, or the model in this file. */
  readonly start: LearnerSpec | string;
  readonly passes: number;
  /** The model that is kept: what the passes learned (if absent, with a word where a fit would be better), a fit, or the best of them. */
  readonly final?: 'best' | 'fit' | 'online' | undefined;
  readonly model: Target | undefined;
  readonly predictions: Target | undefined;
}

/** What learning begins with. */
export interface Start {
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
