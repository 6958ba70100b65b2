import type { Predicted } from './predicted.ts';
import type { DatasetOptions } from '../../data/index.ts';
import { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import type { ReadFile } from '../data/large-files.ts';
import { classesOfKind, isLegalLabel } from '../data/labelled.ts';
import { load } from '../../learners/model-file.ts';
import { classesIn } from '../models/class-model.ts';
import { rankingIn } from '../models/ranking-model.ts';
import { predictClasses } from './classes.ts';
import { predictRanking } from './ranking.ts';
import { readingFor, requireSpace, withClassesOf } from '../models/feature-space.ts';
import { continuedLearner, linearOf } from '../models/linear-model.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow } from './forms.ts';
import { qualityText, rowTeller } from './rows.ts';

/** Carries out `iwal predict` once its command line is checked. Loaded only then. */
export async function predictFile(
  modelFile: string,
  file: string,
  { asked, read }: { readonly asked: DatasetOptions; readonly read: ReadFile },
  session: Session,
): Promise<Predicted> {
  const contents = load(modelFile);
  const several = classesIn(modelFile, contents);
  if (several !== undefined) return predictClasses(several, file, { asked, read }, session);
  const ranking = rankingIn(modelFile, contents);
  if (ranking !== undefined) return predictRanking(ranking, file, { asked, read }, session);
  const model = linearOf(modelFile, contents);
  const reading = withClassesOf(model.space, file, readingFor(model, file, asked));
  await requireSpace(modelFile, model, file, reading);
  const {
    rows,
    labels: written,
    importances,
    ids,
  } = await session.unlessInterrupted(read(file, { ...reading, labels: 'optional' }));
  const learner = continuedLearner(model, rows.columns);
  const { loss } = learner;
  const labels = classesOfKind(loss.labels, written);
  const judge = labels.every((y) => isLegalLabel(loss, y)) ? new TwoClassValidation(loss, labels, importances) : undefined;
  const yieldAt = yieldingNowAndThen(session);
  const predictedRow = rowTeller(model, loss);
  const predicted: PredictedRow[] = [];
  for (let i = 0; i < rows.length; i++) {
    const pause = yieldAt(i);
    if (pause !== undefined) await pause;
    const score = learner.predict(rows, i);
    predicted.push(predictedRow(ids?.[i] ?? String(i + 1), score));
    judge?.record(i, score);
  }
  return { rows: predicted, quality: judge && qualityText(judge) };
}
