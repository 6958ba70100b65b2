import { writeFile } from 'node:fs/promises';
import type { Dataset } from '../../rows/dataset.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { passiveLearn } from '../../streams/passes/passive-learn.ts';
import { ProgressiveValidation } from '../../streams/measures/progressive.ts';
import { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import { yieldToEvents, STRIDE } from '../terminal/event-loop.ts';
import { scaleRemarks } from '../data/scale-remarks.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { readLabelled } from '../data/labelled.ts';
import { spaceRead } from '../models/feature-space.ts';
import type { Session } from '../terminal/session.ts';
import { firstPassOf, keptModel, type Learned } from './learned.ts';
import { startOf, type LearnRequest } from './start.ts';

/** Carries out `iwal learn` once its command line is checked: reads, learns, writes. Loaded only then. */
export async function learnFile(request: LearnRequest, session: Session): Promise<Learned> {
  const { data, passes, model, predictions } = request;
  const { spec, space: begun, reading, learner: build } = await startOf(request);
  const dataset = await session.unlessInterrupted(readLabelled(data, reading, build(1).loss, request.read));
  for (const line of readingRemarks(data, dataset)) session.note(line);
  const space = begun ?? (await spaceRead(data, reading, dataset));
  for (const line of scaleRemarks(spec, dataset.rows)) session.note(line);
  const learner = build(dataset.rows.columns, passes * dataset.rows.length);
  const first =
    predictions === undefined ? new TwoClassValidation(...judged(learner, dataset)) : new Recording(...judged(learner, dataset));
  await learnPass(learner, dataset, first, session);
  const firstPass = firstPassOf(learner, first);
  for (let pass = 1; pass < passes; pass++) {
    learner.beginPass();
    await learnPass(learner, dataset, new ProgressiveValidation(...judged(learner, dataset)), session);
  }
  if (first instanceof Recording) await predictions?.fill((path) => writeFile(path, first.predictions.join('\n') + '\n'));
  return keptModel(learner, { spec, space, model }, { ...firstPass, examples: dataset.rows.length, passes });
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
    await yieldToEvents(session);
  }
}

/** Keeps the predictions it scores. */
class Recording extends TwoClassValidation {
  readonly predictions: number[] = [];

  override record(i: number, p: number): void {
    super.record(i, p);
    this.predictions.push(p);
  }
}
