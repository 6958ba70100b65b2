/** What `iwal predict` does once its command line is checked. Loaded only then. */
import { readDataset, type DatasetOptions } from '../../data/index.ts';
import { ProgressiveValidation } from '../../streams/progressive.ts';
import { breather } from '../terminal/breathe.ts';
import { classesOfKind, isLegalLabel } from '../data/labelled.ts';
import { percent } from '../terminal/layout.ts';
import { continuedLearner, loadLinear, readingFor, requireSpace } from '../models/linear-model.ts';
import type { Session } from '../terminal/session.ts';

export interface Predicted {
  readonly predictions: readonly number[];
  /** Mean loss and error, in words, where every row has a label that the model's loss takes. */
  readonly quality: string | undefined;
}

export async function predictFile(modelFile: string, file: string, asked: DatasetOptions, session: Session): Promise<Predicted> {
  const model = loadLinear(modelFile);
  const reading = readingFor(model, file, asked);
  requireSpace(modelFile, model, file, reading);
  const {
    rows,
    labels: written,
    importances,
  } = await session.unlessInterrupted(readDataset(file, { ...reading, labels: 'optional' }));
  const learner = continuedLearner(model, rows.columns);
  const { loss } = learner;
  const labels = classesOfKind(loss.labels, written);
  const judge = labels.every((y) => isLegalLabel(loss, y)) ? new ProgressiveValidation(loss, labels, importances) : undefined;
  const breath = breather(session);
  const predictions: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const pause = breath(i);
    if (pause !== undefined) await pause;
    const p = learner.predict(rows, i);
    predictions.push(p);
    judge?.record(i, p);
  }
  return {
    predictions,
    quality:
      judge && `mean loss ${judge.loss.toFixed(6)}${loss.threshold === undefined ? '' : `, error ${percent(judge.error)}`}`,
  };
}
