import type { DatasetOptions } from '../../data/index.ts';
import { rankFault, rankQuality } from '../../streams/measures/rankable.ts';
import { qualityWords } from '../learn/ranking-page.ts';
import type { ReadFile } from '../data/large-files.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import { readingFor, requireSpace } from '../models/feature-space.ts';
import { continuedLearner } from '../models/linear-model.ts';
import type { RankingModel } from '../models/ranking-model.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow } from './forms.ts';
import type { Predicted } from './predicted.ts';

/**
 * `iwal predict` with a model of a ranking. Loaded with the first prediction.
 *
 * The score of every row: the higher, the earlier; where every row has a label that says an order, how good it is.
 */
export async function predictRanking(
  model: RankingModel,
  file: string,
  { asked, read }: { readonly asked: DatasetOptions; readonly read: ReadFile },
  session: Session,
): Promise<Predicted> {
  const reading = readingFor(model, file, asked);
  await requireSpace(model.file, model, file, reading);
  const dataset = await session.unlessInterrupted(read(file, { ...reading, labels: 'optional' }));
  const { rows, labels, ids } = dataset;
  const learner = continuedLearner(model, rows.columns);
  const yieldAt = yieldingNowAndThen(session);
  const scores = new Float64Array(rows.length);
  const predicted: PredictedRow[] = [];
  for (let i = 0; i < rows.length; i++) {
    const pause = yieldAt(i);
    if (pause !== undefined) await pause;
    scores[i] = learner.predict(rows, i);
    predicted.push({ id: ids?.[i] ?? String(i + 1), score: scores[i] });
  }
  const isLabelled = labels.every(Number.isFinite);
  const fault = isLabelled ? rankFault(dataset, dataset.groups === undefined ? 'uniform' : model.spec.pairs.name) : undefined;
  if (fault !== undefined) session.note(`labels are not judged: ${file} has ${fault.found}; expected ${fault.legal}`);
  const isJudged = isLabelled && fault === undefined;
  return { rows: predicted, quality: isJudged ? qualityWords(rankQuality((_, i) => scores[i], dataset)) : undefined };
}
