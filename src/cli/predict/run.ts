import { load } from '../../learners/model-file.ts';
import { DataError } from '../../files/data-error.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { calibratedClasses } from '../../statistics/probability-calibration.ts';
import { ClassValidation } from '../../streams/measures/class-validation.ts';
import { rankFault, rankQuality } from '../../streams/measures/rankable.ts';
import { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import { classesOfKind, isLegalLabel, readOptionally, type ReadFile } from '../data/labelled.ts';
import { confusionLines, qualityWords, scoreWords } from '../learn/page.ts';
import { readingFor, requireSpace, withClasses, withClassesOf } from '../models/feature-space.ts';
import {
  continuedLearner,
  continuedReduction,
  loadModel,
  modelIn,
  type ClassModel,
  type LearnedModel,
  type LinearModel,
  type RankingModel,
} from '../models/model.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow } from './forms.ts';
import { qualityText, rowTeller } from './rows.ts';

/** The predictions of a file, and how good they are where its labels are known. */
interface Predicted {
  readonly rows: readonly PredictedRow[];
  /** In words, where every row has a label that the model can be judged by. */
  readonly quality: string | undefined;
  /** Several classes that have a probability each; absent: there are none. */
  readonly classes?: readonly string[];
}

/** What a model says of the rows of a file, one at a time, and in the end of itself. */
interface Predictor extends Pick<Predicted, 'classes'> {
  readonly predict: (i: number) => Omit<PredictedRow, 'id'>;
  readonly quality: () => string | undefined;
}

/** A file to predict, read as a model wants it. */
interface Source {
  readonly read: (options: DatasetOptions) => ReturnType<ReadFile>;
  readonly reading: DatasetOptions;
  readonly file: string;
  readonly note: Session['note'];
}

/** Carries out `iwal predict` once its command line is checked. Loaded only then. */
export async function predictFile(
  modelFile: string,
  file: string,
  { asked, read: readFile }: { readonly asked: DatasetOptions; readonly read: ReadFile },
  session: Session,
): Promise<Predicted> {
  const model: LearnedModel = modelIn(modelFile, load(modelFile)) ?? loadModel(modelFile, 'linear');
  const known = readingFor(model, file, asked);
  const reading = model.kind === 'linear' ? withClassesOf(model.space, file, known) : known;
  await requireSpace(modelFile, model, file, reading);
  const read: Source['read'] = (options) => session.unlessInterrupted(readFile(file, options));
  const source: Source = { read, reading, file, note: session.note };
  const { dataset, predictor } = await predictorOf(model, source);
  const { rows, ids } = dataset;
  const yieldAt = yieldingNowAndThen(session);
  const predicted: PredictedRow[] = [];
  for (let i = 0; i < rows.length; i++) {
    const pause = yieldAt(i);
    if (pause !== undefined) await pause;
    predicted.push({ id: ids?.[i] ?? String(i + 1), ...predictor.predict(i) });
  }
  return { rows: predicted, quality: predictor.quality(), ...(predictor.classes && { classes: predictor.classes }) };
}

type Ready = Promise<{ readonly dataset: Dataset; readonly predictor: Predictor }>;

function predictorOf(model: LearnedModel, source: Source): Ready {
  if (model.kind === 'classes') return ofClasses(model, source);
  return model.kind === 'ranking' ? ofRanking(model, source) : ofLinear(model, source);
}

async function ofLinear(model: LinearModel, { read, reading, note }: Source): Ready {
  const { dataset, fault } = await readOptionally(read, reading);
  if (fault !== undefined) note(`labels are not judged: ${fault.message}`);
  const { rows, importances } = dataset;
  const learner = continuedLearner(model, rows.columns);
  const { loss } = learner;
  const labels = classesOfKind(loss.labels, dataset.labels);
  const judge = labels.every((y) => isLegalLabel(loss, y)) ? new TwoClassValidation(loss, labels, importances) : undefined;
  const tell = rowTeller(model, loss);
  const predictor: Predictor = {
    predict(i) {
      const score = learner.predict(rows, i);
      judge?.record(i, score);
      return tell(score);
    },
    quality: () => judge && qualityText(judge),
  };
  return { dataset, predictor };
}

/** The score of every row: the higher, the earlier. */
async function ofRanking(model: RankingModel, { read, reading, file, note }: Source): Ready {
  const dataset = await read({ ...reading, labels: 'optional' });
  const { rows, labels, groups } = dataset;
  const learner = continuedLearner(model, rows.columns);
  const scores = new Float64Array(rows.length);
  const isLabelled = labels.every(Number.isFinite);
  const fault = isLabelled ? rankFault(dataset, groups === undefined ? 'uniform' : model.spec.pairs.name) : undefined;
  if (fault !== undefined) note(`labels are not judged: ${file} has ${fault.found}; expected ${fault.legal}`);
  const predictor: Predictor = {
    predict(i) {
      scores[i] = learner.predict(rows, i);
      return { score: scores[i] };
    },
    quality: () => (isLabelled && fault === undefined ? qualityWords(rankQuality((_, i) => scores[i], dataset)) : undefined),
  };
  return { dataset, predictor };
}

/**
 * The class of every row by its name; where every row has a label or costs that the model knows, the error and the confusion matrix.
 * Other labels are not read, and the remark says why.
 */
async function ofClasses(model: ClassModel, { read, reading, note }: Source): Ready {
  const { classes, calibrations } = model;
  const trouble = (error: unknown): DataError => {
    if (error instanceof DataError) return error;
    throw error;
  };
  const labelled = await read(withClasses(classes, reading)).catch(trouble);
  // If reading without labels fails on the same line, the label was not the cause: the first error is thrown.
  const dataset =
    labelled instanceof DataError
      ? await read({ ...reading, labels: 'optional' }).catch((error: unknown) => {
          throw trouble(error).line === labelled.line ? labelled : error;
        })
      : labelled;
  const { rows, labels } = dataset;
  const isLabelled = labels.some(Number.isFinite) || (dataset.labelled ?? 0) > 0;
  if (labelled instanceof DataError && isLabelled) note(`labels are not judged: ${labelled.message}`);
  const reduction = continuedReduction(model, rows.columns);
  const judge = labelled instanceof DataError ? undefined : new ClassValidation(dataset, classes.length);
  const scores = new Float64Array(classes.length);
  const named = (numbers: ArrayLike<number>): Record<string, number> =>
    Object.fromEntries(classes.map((name, k) => [name, numbers[k]]));
  const predictor: Predictor = {
    predict(i) {
      const found = reduction.predict(rows, i);
      judge?.record(i, found);
      const name = { class: classes[found] };
      if (reduction.scoresOf === undefined) return name;
      reduction.scoresOf(rows, i, scores);
      if (calibrations === undefined) return { ...name, scores: named(scores) };
      const probabilities = calibratedClasses(calibrations, scores);
      return { ...name, probability: probabilities[found], scores: named(scores), probabilities: named(probabilities) };
    },
    quality: () =>
      judge && [scoreWords(judge, dataset.costs !== undefined), ...confusionLines(judge.confusion, classes, 'test')].join('\n'),
    ...(calibrations && { classes }),
  };
  return { dataset, predictor };
}
