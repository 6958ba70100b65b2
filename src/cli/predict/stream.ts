import type { DatasetOptions } from '../../data/index.ts';
import { load } from '../../learners/model-file.ts';
import type { Loss } from '../../losses/loss.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { PiecewiseValidation } from '../../streams/measures/piecewise.ts';
import { heardPieces, LabelsOfKind } from '../data/labelled.ts';
import { GrowingLearner } from '../models/growing-learner.ts';
import { readingFor, requireSpace } from '../models/feature-space.ts';
import { continuedLearner, loadModel, modelIn } from '../models/model.ts';
import { UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow } from './forms.ts';
import { qualityText, rowTeller } from './rows.ts';

/**
 * Carries out `iwal predict --stream` once its command line is checked: reads, predicts and forgets, a piece at a time. Loaded only
 * then.
 *
 * Hands over what `predictFile` says of every row, a piece at a time, in memory that does not grow with the rows.
 *
 * Returns the mean loss and error, in words, where every row had a label that the model's loss takes.
 */
export async function predictStream(
  modelFile: string,
  file: string,
  asked: DatasetOptions,
  take: (rows: readonly PredictedRow[]) => void,
  session: Session,
): Promise<string | undefined> {
  const model = modelIn(modelFile, load(modelFile)) ?? loadModel(modelFile, 'linear');
  if (model.kind !== 'linear') throw new UsageError('--stream is for models of two classes and of numbers, not of --reduction');
  const reading = readingFor(model, file, asked);
  await requireSpace(modelFile, model, file, reading);
  if (reading.fitted !== undefined) throw new UsageError('--stream is for numbers; documents are read as a whole');
  const begun = continuedLearner(model, 1);
  const growing = new GrowingLearner(model.spec, begun);
  const tell = rowTeller(model, begun.loss);
  const judge = new Judge(begun.loss);
  let before = 0;
  for await (const piece of heardPieces(file, { ...reading, labels: 'optional' }, session)) {
    const { rows } = piece;
    const learner = growing.reaching(rows.columns);
    const predicted: PredictedRow[] = [];
    judge.begin(piece);
    for (let i = 0; i < rows.length; i++) {
      const score = learner.predict(rows, i);
      predicted.push({ id: String(before + i + 1), ...tell(score) });
      judge.record(i, score);
    }
    before += rows.length;
    take(predicted);
  }
  return judge.allLabelled ? qualityText(judge.whole) : undefined;
}

/** Scores predictions for as long as every row has a label that the loss takes. */
class Judge extends PiecewiseValidation {
  readonly #reader: LabelsOfKind;
  #allLabelled = true;

  constructor(loss: Loss) {
    super(loss);
    this.#reader = new LabelsOfKind(loss.labels);
  }

  get allLabelled(): boolean {
    return this.#allLabelled;
  }

  override begin(piece: Dataset): void {
    const labels = piece.labels.map((written) => this.#reader.read(written) ?? NaN);
    this.#allLabelled &&= !labels.includes(NaN);
    super.begin({ ...piece, labels });
  }
}
