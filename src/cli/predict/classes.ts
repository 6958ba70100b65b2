import type { DatasetOptions } from '../../data/index.ts';
import { DataError } from '../../files/data-error.ts';
import { ClassValidation } from '../../streams/measures/class-validation.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import type { ReadFile } from '../data/large-files.ts';
import { confusionLines, scoreWords } from '../learn/class-page.ts';
import { continuedReduction, withClasses, type ClassModel } from '../models/class-model.ts';
import { readingFor, requireSpace } from '../models/feature-space.ts';
import type { Session } from '../terminal/session.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { calibratedClasses } from '../../statistics/probability-calibration.ts';
import type { PredictedRow } from './forms.ts';
import type { Predicted } from './predicted.ts';

/**
 * `iwal predict` with a model of several classes. Loaded with the first prediction.
 *
 * The class of every row by its name; where every row has a label or costs that the model knows, the error and the confusion matrix.
 * Other labels are not read, and the remark says why.
 */
export async function predictClasses(
  model: ClassModel,
  file: string,
  { asked, read }: { readonly asked: DatasetOptions; readonly read: ReadFile },
  session: Session,
): Promise<Predicted> {
  const reading = readingFor(model, file, asked);
  await requireSpace(model.file, model, file, reading);
  /** Where that fails on the same line it was not for the label's sake, and what was found first is told. */
  const unlabelled = (trouble: DataError): ReturnType<ReadFile> =>
    read(file, { ...reading, labels: 'optional' }).catch((error: unknown) => {
      throw error instanceof DataError && error.line === trouble.line ? trouble : error;
    });
  const labelled = await session.unlessInterrupted(labelledOr(() => read(file, withClasses(model.classes, reading))));
  const dataset = labelled instanceof DataError ? await session.unlessInterrupted(unlabelled(labelled)) : labelled;
  const { rows, ids, labels } = dataset;
  const isLabelled = labels.some(Number.isFinite) || (dataset.labelled ?? 0) > 0;
  if (labelled instanceof DataError && isLabelled) session.note(`labels are not judged: ${labelled.message}`);
  const reduction = continuedReduction(model, rows.columns);
  const validation = labelled instanceof DataError ? undefined : new ClassValidation(dataset, model.classes.length);
  const tell = scoreTeller(model, reduction, rows);
  const yieldAt = yieldingNowAndThen(session);
  const predicted: PredictedRow[] = [];
  for (let i = 0; i < rows.length; i++) {
    const pause = yieldAt(i);
    if (pause !== undefined) await pause;
    const found = reduction.predict(rows, i);
    validation?.record(i, found);
    predicted.push({ id: ids?.[i] ?? String(i + 1), class: model.classes[found], ...tell(i, found) });
  }
  return {
    rows: predicted,
    quality: validation && quality(validation, model, dataset.costs !== undefined),
    ...(model.calibrations && { classes: model.classes }),
  };
}

/** What a model says of the classes of a row besides which is predicted: their scores, and how probable they are. */
function scoreTeller(
  { classes, calibrations }: ClassModel,
  reduction: Reduction,
  rows: SparseRows,
): (i: number, found: number) => Pick<PredictedRow, 'scores' | 'probabilities' | 'probability'> {
  const scores = new Float64Array(classes.length);
  const named = (numbers: ArrayLike<number>): Record<string, number> =>
    Object.fromEntries(classes.map((name, k) => [name, numbers[k]]));
  return (i, found) => {
    if (reduction.scoresOf === undefined) return {};
    reduction.scoresOf(rows, i, scores);
    if (calibrations === undefined) return { scores: named(scores) };
    const probabilities = calibratedClasses(calibrations, scores);
    return { probability: probabilities[found], scores: named(scores), probabilities: named(probabilities) };
  };
}

function quality(validation: ClassValidation, { classes }: ClassModel, hasCosts: boolean): string {
  return [scoreWords(validation, hasCosts), ...confusionLines(validation.confusion, classes, 'test')].join('\n');
}

/** What the labels of the file make impossible is handed on: predictions need none. */
async function labelledOr<T>(read: () => Promise<T>): Promise<T | DataError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DataError) return error;
    throw error;
  }
}
