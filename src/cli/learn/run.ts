/** What `iwal learn` does once its command line is checked: read, learn, write. Loaded only then. */
import { writeFile } from 'node:fs/promises';
import type { Dataset } from '../../rows/dataset.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { numberIn } from '../../numerics/state.ts';
import { passiveLearn } from '../../streams/passive-learn.ts';
import { ProgressiveValidation } from '../../streams/progressive.ts';
import { contestText } from '../terminal/learner-words.ts';
import { breathe, STRIDE } from '../terminal/breathe.ts';
import { withConstantOf } from '../options/constant-option.ts';
import { scaleRemarks } from '../data/scale-remarks.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { readLabelled } from '../data/labelled.ts';
import type { ReadFile } from '../data/large-files.ts';
import {
  continuedLearner,
  loadLinear,
  newLearner,
  readingFor,
  requireSpace,
  saveLinear,
  spaceRead,
  type FeatureSpace,
} from '../models/linear-model.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { Session } from '../terminal/session.ts';
import type { Target } from '../options/target.ts';

export interface LearnRequest {
  readonly data: string;
  readonly reading: DatasetOptions;
  readonly read: ReadFile;
  /** What to begin with: a fresh learner of this spec, or the model in this file. */
  readonly start: LearnerSpec | string;
  readonly passes: number;
  readonly model: Target | undefined;
  readonly predictions: Target | undefined;
}

export interface Learned {
  readonly examples: number;
  readonly passes: number;
  /** Examples the model has learned in its life. */
  readonly learned: number;
  readonly features: number;
  readonly nonZeroWeights: number;
  /** Of the first pass: later ones have seen their labels. null where it is infinite. */
  readonly progressiveLoss: number | null;
  /** Number, from 1, of the first example whose prediction ruled its label out, which makes the loss infinite; absent: none did. */
  readonly ruledOutAt?: number;
  /** null where the loss predicts no classes. */
  readonly progressiveError: number | null;
  /** Which of several step sizes predicts; absent where one learns alone. */
  readonly stepSizes?: string;
  readonly spec: LearnerSpec;
}

interface Start {
  readonly spec: LearnerSpec;
  /** Of the model that is continued; else what is read decides. */
  readonly space: FeatureSpace | undefined;
  readonly reading: DatasetOptions;
  /** `labels`: how many it will learn. */
  readonly learner: (columns: number, labels?: number) => MarginLearner;
}

export async function learnFile(request: LearnRequest, session: Session): Promise<Learned> {
  const { data, passes, model, predictions } = request;
  const { spec, space: begun, reading, learner: build } = startOf(request);
  const dataset = await session.unlessInterrupted(readLabelled(data, reading, build(1).loss, request.read));
  for (const line of readingRemarks(data, dataset)) session.note(line);
  const space = begun ?? spaceRead(data, reading, dataset);
  for (const line of scaleRemarks(spec, dataset.rows)) session.note(line);
  const learner = build(dataset.rows.columns, passes * dataset.rows.length);
  const first =
    predictions === undefined
      ? new ProgressiveValidation(...judged(learner, dataset))
      : new Recording(...judged(learner, dataset));
  await learnPass(learner, dataset, first, session);
  // A probability that rules a label out has an infinite loss by definition: the learner goes on, and says so.
  const ruledOut = learner.loss.labels === 'unit' ? first.infiniteAt : undefined;
  const progressiveLoss = ruledOut === undefined ? first.finiteLoss : null;
  for (let pass = 1; pass < passes; pass++) {
    learner.beginPass();
    await learnPass(learner, dataset, new ProgressiveValidation(...judged(learner, dataset)), session);
  }
  if (first instanceof Recording) await predictions?.fill((path) => writeFile(path, first.predictions.join('\n') + '\n'));
  const weights = learner.weights();
  const state = learner.state();
  const stepSizes = contestText(learner.contest);
  await model?.fill((path) => saveLinear(path, { spec, space, columns: weights.length, state }));
  return {
    examples: dataset.rows.length,
    passes,
    learned: numberIn(state, 'learned'),
    features: weights.length,
    nonZeroWeights: weights.reduce((sum, w) => (w === 0 ? sum : sum + 1), 0),
    progressiveLoss,
    ...(ruledOut !== undefined && { ruledOutAt: ruledOut + 1 }),
    ...(stepSizes !== undefined && { stepSizes }),
    progressiveError: learner.loss.threshold === undefined ? null : first.error,
    spec,
  };
}

function startOf({ data, reading, start }: LearnRequest): Start {
  if (typeof start !== 'string')
    return {
      spec: start,
      space: undefined,
      reading: withConstantOf(start, reading),
      learner: (columns, labels) => newLearner(start, columns, labels),
    };
  const model = loadLinear(start);
  const whole = readingFor(model, data, reading);
  requireSpace(start, model, data, whole);
  return { spec: model.spec, space: model.space, reading: whole, learner: (columns) => continuedLearner(model, columns) };
}

/** What judges a pass. */
function judged({ loss }: MarginLearner, { labels, importances }: Dataset): ConstructorParameters<typeof ProgressiveValidation> {
  return importances === undefined ? [loss, labels] : [loss, labels, importances];
}

async function learnPass(
  learner: MarginLearner,
  dataset: Dataset,
  validation: ProgressiveValidation,
  session: Session,
): Promise<void> {
  const n = dataset.rows.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  for (let from = 0; from < n; from += STRIDE) {
    passiveLearn(learner, { ...dataset, order }, validation, from, Math.min(n, from + STRIDE));
    await breathe(session);
  }
}

/** Keeps the predictions it scores. */
class Recording extends ProgressiveValidation {
  readonly predictions: number[] = [];

  override record(i: number, p: number): void {
    super.record(i, p);
    this.predictions.push(p);
  }
}
