import { load } from '../../learners/model-file.ts';
import { DataError } from '../../files/data-error.ts';
import { type DatasetOptions, legalFormat } from '../../data/index.ts';
import { idColumnOf } from '../../data/documents/choose-columns.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { ClassValidation } from '../../streams/measures/class-validation.ts';
import { rankFault, rankQuality } from '../../streams/passes/rank-learn.ts';
import { type TwoClassValidation, PiecewiseValidation } from '../../streams/measures/class-measures.ts';
import { readOptionally, type ReadFile, heardPieces, LabelsOfKind } from '../data/labelled.ts';
import { confusionLines, qualityWords, scoreWords } from '../learn/page.ts';
import { classesOfSpace, readingFor, requireSpace, withClasses, withClassesOf } from '../models/feature-space.ts';
import { continuedLearner, continuedReduction, loadModel, modelIn, growingLearner, probabilitiesOf } from '../models/model.ts';
import type { ClassModel, LearnedModel, LinearModel, RankingModel } from '../models/model.ts';
import { yieldingNowAndThen, STRIDE, yieldToEvents } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import type { PredictedRow, Written } from './forms.ts';
import { classTeller, rowTeller } from './tell.ts';
import type { Loss } from '../../losses/loss.ts';
import { orFault, UsageError } from '../terminal/failure.ts';
import { decimals, percent } from '../../numerics/display.ts';
import { shareText, smallClassText } from '../../streams/measures/error-words.ts';
import type { Kept } from '../data/several-seen.ts';

/** The predictions of a file, and how good they are where its labels are known. */
interface Predicted {
  /** None where a piece at a time was handed over. */
  readonly rows: readonly PredictedRow[];
  /** In words, where every row has a label that the model can be judged by. */
  readonly quality: string | undefined;
  /** Several classes that have a probability each; absent: there are none. */
  readonly classes?: readonly string[];
  /** Of two classes with names, the one whose probability stands in a row. */
  readonly positive?: string | undefined;
}

/** What a model says of the rows of a file, one at a time, and in the end of itself. */
interface Predictor extends Pick<Predicted, 'classes' | 'positive'> {
  /** The rows, which are all at once or a piece at a time. */
  readonly pieces: Iterable<Dataset> | AsyncIterable<Dataset>;
  /** The rows that are predicted from now on are those of this piece. */
  readonly begin?: (piece: Dataset) => void;
  readonly predict: (i: number) => Omit<PredictedRow, 'id'>;
  readonly quality: () => string | undefined;
}

/** How a file is read: whole by `read`, or without it a piece at a time, whose predictions `take` is told. */
interface Asked {
  readonly asked: DatasetOptions;
  readonly read: ReadFile | undefined;
  readonly take?: ((rows: readonly PredictedRow[]) => void) | undefined;
}

/** A file to predict, read as a model wants it. */
interface Source {
  readonly read: (options: DatasetOptions) => ReturnType<ReadFile>;
  readonly reading: DatasetOptions;
  readonly file: string;
  readonly session: Session;
}

/** Carries out `iwal predict` once its command line is checked. Loaded only then. */
export async function predictFile(
  modelFile: string,
  file: string,
  { asked, read: readFile, take }: Asked,
  session: Session,
): Promise<Predicted> {
  const model: LearnedModel = modelIn(modelFile, load(modelFile)) ?? loadModel(modelFile, 'linear');
  const isStreamed = readFile === undefined;
  if (isStreamed && model.kind !== 'linear')
    throw new UsageError('--stream is for models of two classes and of numbers, not of --reduction');
  const known = await withIdsOf(model, file, readingFor(model, file, asked));
  const reading = model.kind === 'linear' && !isStreamed ? withClassesOf(model.space, file, known) : known;
  await requireSpace(modelFile, model, file, reading);
  if (isStreamed && reading.fitted !== undefined) throw new UsageError('--stream is for numbers; documents are read as a whole');
  const read: Source['read'] = (options) => session.unlessInterrupted(readFile!(file, options));
  const source: Source = { read, reading, file, session };
  const predictor = await (model.kind === 'linear' ? ofLinear(model, source, isStreamed) : ofWhole(model, source));
  const yieldAt = yieldingNowAndThen(session);
  const predicted: PredictedRow[] = [];
  let before = 0;
  for await (const piece of predictor.pieces) {
    const { rows, ids } = piece;
    predictor.begin?.(piece);
    for (let i = 0; i < rows.length; i++) {
      const pause = yieldAt(i);
      if (pause !== undefined) await pause;
      predicted.push({ id: ids?.[i] ?? String(before + i + 1), ...predictor.predict(i) });
    }
    before += rows.length;
    take?.(predicted.splice(0));
  }
  const { classes, positive } = predictor;
  return { rows: predicted, quality: predictor.quality(), positive, ...(classes && { classes }) };
}

/** The same with the column of ids of a table of documents, where nobody has named one. */
async function withIdsOf({ space }: LearnedModel, file: string, reading: DatasetOptions): Promise<DatasetOptions> {
  const isOpen = space.kind === 'words' && reading.idColumn === undefined && legalFormat(file, reading.format) === 'csv';
  // Whoever reads all rows says what is wrong with them.
  const idColumn = isOpen ? await orFault(idColumnOf(file, reading)) : undefined;
  return typeof idColumn === 'string' ? { ...reading, idColumn } : reading;
}

function ofWhole(model: ClassModel | RankingModel, source: Source): Promise<Predictor> {
  return model.kind === 'classes' ? ofClasses(model, source) : ofRanking(model, source);
}

/** Of two classes or of numbers; the only one whose rows nobody need hold, in memory that does not grow with them. */
async function ofLinear(model: LinearModel, { read, reading, file, session }: Source, isStreamed: boolean): Promise<Predictor> {
  const whole = isStreamed ? undefined : await readOptionally(read, reading);
  if (whole?.fault !== undefined) session.note(`labels are not judged: ${whole.fault.message}`);
  const begun = continuedLearner(model, whole?.dataset.rows.columns ?? 1);
  const growing = growingLearner(model.spec, begun);
  const tell = rowTeller(model, begun.loss);
  const judge = new Judge(begun.loss);
  let rows: SparseRows;
  let learner = begun;
  return {
    pieces: whole ? [whole.dataset] : heardPieces(file, { ...reading, labels: 'optional' }, session),
    begin(piece) {
      ({ rows } = piece);
      learner = growing.reaching(rows.columns);
      judge.begin(piece);
    },
    predict(i) {
      const score = learner.predict(rows, i);
      judge.record(i, score);
      return tell(score);
    },
    quality: () => (judge.allLabelled ? qualityText(judge) : undefined),
    positive: classesOfSpace(model.space)?.[1],
  };
}

/** The score of every row: the higher, the earlier. */
async function ofRanking(model: RankingModel, { read, reading, file, session }: Source): Promise<Predictor> {
  const dataset = await read({ ...reading, labels: 'optional' });
  const { rows, labels, groups } = dataset;
  const learner = continuedLearner(model, rows.columns);
  const scores = new Float64Array(rows.length);
  const isLabelled = labels.every(Number.isFinite);
  const fault = isLabelled ? rankFault(dataset, groups === undefined ? 'uniform' : model.spec.pairs.name) : undefined;
  if (fault !== undefined) session.note(`labels are not judged: ${file} has ${fault.found}; expected ${fault.legal}`);
  return {
    pieces: [dataset],
    predict(i) {
      scores[i] = learner.predict(rows, i);
      return { score: scores[i] };
    },
    quality: () => (isLabelled && fault === undefined ? qualityWords(rankQuality((_, i) => scores[i], dataset)) : undefined),
  };
}

/**
 * The class of every row by its name; where every row has a label or costs that the model knows, the error and the confusion matrix.
 * Other labels are not read, and the remark says why.
 */
async function ofClasses(model: ClassModel, { read, reading, session }: Source): Promise<Predictor> {
  const { classes } = model;
  const labelled = await orFault(read(withClasses(classes, reading)));
  const dataset = labelled instanceof DataError ? await orFault(read({ ...reading, labels: 'optional' })) : labelled;
  // If reading without labels fails on the same line, the label was not the cause: the first error is thrown.
  if (dataset instanceof DataError) throw labelled instanceof DataError && dataset.line === labelled.line ? labelled : dataset;
  const { rows, labels } = dataset;
  const isLabelled = labels.some(Number.isFinite) || (dataset.labelled ?? 0) > 0;
  if (labelled instanceof DataError && isLabelled) session.note(`labels are not judged: ${labelled.message}`);
  const reduction = continuedReduction(model, rows.columns);
  const judge = labelled instanceof DataError ? undefined : new ClassValidation(dataset, classes.length);
  const tell = classTeller(model, reduction, rows);
  return {
    pieces: [dataset],
    predict: (i) =>
      tell(i, (found) => {
        judge?.record(i, found);
      }),
    quality: () =>
      judge && [scoreWords(judge, dataset.costs !== undefined), ...confusionLines(judge.confusion, classes, 'test')].join('\n'),
    ...(probabilitiesOf(model) && { classes }),
  };
}

/** Scores predictions for as long as every row has a label that the loss takes. */
class Judge extends PiecewiseValidation {
  readonly #reader: LabelsOfKind;
  allLabelled = true;

  constructor(loss: Loss) {
    super(loss);
    this.#reader = new LabelsOfKind(loss.labels);
  }

  override begin(piece: Dataset): void {
    const labels = piece.labels.map((written) => this.#reader.read(written) ?? NaN);
    this.allLabelled &&= !labels.includes(NaN);
    super.begin({ ...piece, labels });
  }
}

/** "mean loss 0.123456, error 4.50%", and what to look at besides where one class is small. */
function qualityText({ loss, error, classes }: Pick<TwoClassValidation, 'loss' | 'error' | 'classes'>): string {
  if (classes === undefined) return `mean loss ${decimals(loss, 6)}`;
  return [`mean loss ${decimals(loss, 6)}, error ${percent(error)}`, ...smallClassText(classes, shareText)].join('; ');
}

/** Predictions with the columns that are copied. */
export function withKept(rows: readonly PredictedRow[], { names, cells }: Kept): PredictedRow[] {
  return rows.map((row, i) => ({ ...row, kept: Object.fromEntries(names.map((name, k) => [name, cells[i][k]])) }));
}

/** Writes predictions in their form, some thousand at a time: in between Ctrl-C is heard. */
export async function writeRows(
  rows: readonly PredictedRow[],
  { head, line }: Written,
  write: (lines: readonly string[]) => void,
  session: Pick<Session, 'signal'>,
): Promise<void> {
  write([...head, ...rows.slice(0, STRIDE).map(line)]);
  for (let from = STRIDE; from < rows.length; from += STRIDE) {
    await yieldToEvents(session);
    write(rows.slice(from, from + STRIDE).map(line));
  }
}
