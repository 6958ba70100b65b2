import { type Dataset, selectRows, upTo, CONSTANT } from '../../rows/dataset.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { passiveLearn } from '../../streams/passes/passive-learn.ts';
import { type TwoClassValidation, PiecewiseValidation, type ByClass } from '../../streams/measures/class-measures.ts';
import { scaleRemarks, readsScale, SizeWatch } from '../data/remarks.ts';
import { orderRemarks, readingRemarks } from '../data/file-remarks.ts';
import { labelledAs, labelledPieces, labelsFor, type ReadFile } from '../data/labelled.ts';
import { spaceRead, type FeatureSpace, readingFor, requireSpace, withClassesOf } from '../models/feature-space.ts';
import type { Session } from '../terminal/session.ts';
import type { ModelChoice } from '../../fits/choose.ts';
import { fitLossOf } from '../../fits/fit.ts';
import type { Loss } from '../../losses/loss.ts';
import { count, percent } from '../../numerics/display.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { buildLoss, labelsFor as labelsOf } from '../../specs/build-learner.ts';
import { fittedLearner, fittedSpec, marginPupil } from '../../specs/fitting.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { type Fitting, type LearnedLabel, type Pupil, Refits, type Final } from '../../streams/refits.ts';
import { comparedIn, newLearner, growingLearner, continuedLearner, loadModel, saveModel } from '../models/model.ts';
import type { Compared, LearnedModel } from '../models/model.ts';
import { FIRST_SEED } from '../options/spec/spec-options.ts';
import { inStrides, interruptibly } from '../terminal/event-loop.ts';
import { Failure, orFault } from '../terminal/failure.ts';
import { DataError } from '../../files/data-error.ts';
import { STDIN } from '../../data/readers/bytes.ts';
import type { Target } from '../options/target.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import { numberIn } from '../../numerics/state.ts';
import { wordFeatures } from '../../text/vectorizer.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';

/**
 * Carries out `iwal learn` once its command line is checked: reads, learns, writes. Loaded only then.
 *
 * Rows that `read` gives are one piece, which is held. Without it they are read and forgotten, a piece at a time: model, predictions and
 * what is told are the same, bit for bit. The memory is then that of the features and of one piece, and later passes read the file again.
 */
export async function learnFile(request: LearnRequest, session: Session): Promise<Learned> {
  const start = await startOf(request);
  const cache = await request.cache?.(labelledAs(start.learner(1).loss, start.reading));
  const learned = await orFault(learnRows(request, start, cache, session));
  if (!(learned instanceof DataError)) return learned;
  if (learned.file !== cache) throw learned;
  // A damaged cache: who reads all of it says so, and makes it anew.
  return learnRows(request, start, undefined, session);
}

async function learnRows(
  request: LearnRequest,
  { spec, space: begun, reading, learner: build }: Start,
  cache: string | undefined,
  session: Session,
): Promise<Learned> {
  const { data, passes, predictions, read, final } = request;
  const { loss } = build(1);
  const whole =
    cache === undefined && read
      ? await session.unlessInterrupted(read(data, labelledAs(loss, reading)).then(labelsFor(data, loss)))
      : undefined;
  const pieces = (): AsyncIterable<Dataset> | Dataset[] =>
    whole ? [whole] : labelledPieces(data, reading, loss, session, cache);
  for (const line of whole ? [...readingRemarks(data, whole), ...orderRemarks(data, whole)] : []) session.note(line);
  const space = begun ?? (await spaceRead(data, reading, whole ?? {}));
  for (const line of whole ? scaleRemarks(spec, whole.rows) : []) session.note(line);
  const growing = growingLearner(spec, whole ? build(whole.rows.columns, passes * whole.rows.length) : build(1));
  const watch = !whole && readsScale(spec) ? new SizeWatch(data !== STDIN) : undefined;
  const first = new Judge(loss, predictions);
  let examples = 0;
  for await (const piece of pieces()) {
    watch?.add(piece.rows);
    examples += piece.rows.length;
    first.begin(piece);
    await learnPiece(growing, piece, first, session);
  }
  for (const line of watch ? (watch.remarks(spec) ?? (await remarksOnAll(spec, pieces()))) : []) session.note(line);
  const firstPass = firstPassOf(loss, first);
  for (let pass = 1; pass < passes; pass++) {
    growing.reaching(1).beginPass();
    for await (const piece of pieces()) await learnPiece(growing, piece, UNJUDGED, session);
  }
  await predictions?.finish();
  const learner = growing.exact();
  const measured = { ...firstPass, examples, passes };
  const asked = final ?? (passes === 1 && begun === undefined ? 'told' : 'online');
  // Rows that nobody holds are learned online alone.
  const home = whole && (await takenHome(learner, whole, { ...marginKind(spec, whole), final: asked }, session));
  const choice = home?.choice;
  const kept = { space, spec: choice?.fit === undefined ? spec : fittedSpec(spec), compared: choice && comparedIn(choice) };
  return keptModel(home?.learner ?? learner, kept, request, measured, session);
}

/** Learners of the features of these rows. */
function marginKind(spec: LearnerSpec, { rows: { columns } }: Dataset): LearnerKind<MarginLearner> {
  return {
    loss: buildLoss(spec),
    newPupil: (of) => marginPupil(newLearner(spec, columns, of.rows.length), of),
    predicting: (fit) => fittedLearner(spec, fit, columns),
  };
}

/** Labels that tell whether a fit would be better: few, so that nobody waits for them; a file that is read again was told of. */
const FEW = 256;

/** What is said where a fit makes a tenth fewer mistakes in cross-validation than a pass over the same labels. */
function fitHint(choice: ModelChoice | undefined): string | undefined {
  const { chosen, candidates = [] } = choice ?? {};
  const pass = candidates.find(({ passes }) => passes === 1);
  if (chosen?.name !== 'fit' || pass === undefined || !(chosen.error < 0.9 * pass.error)) return undefined;
  return (
    `a fit may be better: in cross-validation on ${count(choice!.heldOut.places.length)} labels one pass has an error of ` +
    `${percent(pass.error)}, a model fitted to them ${percent(chosen.error)}; --final best keeps the better one`
  );
}

/** A kind of learner: what can be fitted for it. */
export interface LearnerKind<L> extends Pick<Fitting<L>, 'loss' | 'predicting'>, Partial<Pick<Fitting<L>, 'classes' | 'joint'>> {
  readonly newPupil: (data: Dataset) => Pupil<L>;
}

/**
 * The model of all labels of a file that a command line asks for: what learned online, the fit, or which of them cross-validation prefers;
 * 'told': what learned online, with a word where a few labels say that a fit would be better.
 */
export async function takenHome<L>(
  learner: L,
  data: Dataset & Pick<Partial<Documents>, 'vectorizer'>,
  { final, ...kind }: LearnerKind<L> & { readonly final: 'best' | 'fit' | 'online' | 'told' },
  session: Session,
): Promise<Pick<Final<L>, 'learner' | 'choice'>> {
  const { loss, newPupil } = kind;
  const canFit = fitLossOf(loss) !== undefined;
  if (final === 'fit' && !canFit)
    throw new Failure(
      `loss '${loss.name}' can be learned online alone: leave out --final fit, or name a loss that can be fitted`,
    );
  if (final === 'online' || (final === 'told' && !canFit)) return { learner, choice: undefined };
  const words = data.vectorizer && wordFeatures(data.vectorizer);
  const refits = (of: Dataset, chosen: Pick<Fitting<L>, 'final' | 'isGlance'>): Refits<L> => {
    const { rows: pool, importances } = of;
    const labels = kind.classes === undefined ? labelsOf(loss, of) : of.labels;
    const known = Array.from(labels, (label, row): LearnedLabel => {
      const rowImportance = importances?.[row] ?? 1;
      return { row, label, rowImportance, learned: rowImportance, importance: rowImportance };
    });
    const fitting = { classes: undefined, ...kind, ...chosen, seed: FIRST_SEED, refit: undefined, order: new Uint32Array() };
    return new Refits<L>({ ...fitting, pool, importances, words, known, newPupil: () => newPupil(of) });
  };
  if (final !== 'told') return interruptibly(refits(data, { final, isGlance: false }).final(learner), session);
  const few = selectRows(data, permutation(data.rows.length, randomStream(FIRST_SEED, 'few')).slice(0, FEW), data.name);
  const { choice } = await interruptibly(refits(few, { final: 'best', isGlance: true }).final(learner), session);
  const hint = fitHint(choice);
  if (hint !== undefined) session.note(hint);
  return { learner, choice: undefined };
}

/** What sizes of features ask to be said once every entry was looked at. */
async function remarksOnAll(spec: LearnerSpec, pieces: AsyncIterable<Dataset> | Dataset[]): Promise<string[]> {
  const watch = new SizeWatch(false);
  for await (const { rows } of pieces) watch.add(rows);
  return watch.remarks(spec)!;
}

/** Learns the rows of a piece, each once; `judge` is told what was predicted of them. */
function learnPiece(
  growing: ReturnType<typeof growingLearner>,
  piece: Dataset,
  judge: Pick<Judge, 'record' | 'keep'>,
  session: Session,
): Promise<void> {
  const learner = growing.reaching(piece.rows.columns);
  const stream = { ...piece, order: upTo(piece.rows.length) };
  return inStrides(piece.rows.length, session, (from, to) => {
    passiveLearn(learner, stream, judge, from, to);
    judge.keep();
  });
}

/** Of passes whose predictions have seen the labels: nobody asks. */
const UNJUDGED: Pick<Judge, 'record' | 'keep'> = { record: () => undefined, keep: () => undefined };

/** Scores predictions, and writes them where somebody wants them. */
class Judge extends PiecewiseValidation {
  readonly #target: Target | undefined;
  #lines: string[] = [];

  constructor(loss: Loss, target: Target | undefined) {
    super(loss);
    this.#target = target;
  }

  override record(i: number, p: number): void {
    super.record(i, p);
    if (this.#target !== undefined) this.#lines.push(`${p}\n`);
  }

  /** Writes what was predicted since the last call. */
  keep(): void {
    this.#target?.append(this.#lines.join(''));
    this.#lines = [];
  }
}

/** What `iwal learn` tells of two classes and numbers. */
export interface Learned {
  readonly examples: number;
  readonly passes: number;
  /** Examples the model has learned in its life. */
  readonly learned: number;
  /** Weights that there are: the constant's, and one an id up to the largest. */
  readonly weights: number;
  readonly nonZeroWeights: number;
  /** Whether one of these is that of the constant. */
  readonly hasConstant: boolean;
  /** Of the first pass: later ones have seen their labels. null where it is infinite. */
  readonly progressiveLoss: number | null;
  /** Number, from 1, of the first example whose prediction ruled its label out, which makes the loss infinite; absent: none did. */
  readonly ruledOutAt?: number;
  /** null where there are no classes. */
  readonly progressiveError: number | null;
  /** Of the first pass likewise, by the classes; absent where there are none. */
  readonly classes?: ByClass<number | null>;
  /** Of the other file, after the last pass, as the first pass has them; absent without one. */
  readonly test?: { readonly loss: number | null; readonly error: number | null };
  /** What the model was chosen among, by cross-validation; absent where it was not. */
  readonly compared?: Compared;
  readonly spec: LearnerSpec;
}

/** What is kept of what was learned. */
interface Kept extends Pick<Learned, 'spec'> {
  readonly space: FeatureSpace;
  readonly compared?: Compared | undefined;
}

/** What the first pass has shown. */
type FirstPass = Pick<Learned, 'progressiveLoss' | 'ruledOutAt' | 'progressiveError' | 'classes'>;

/**
 * Read off when the first pass is over.
 *
 * @throws DivergenceError where the losses left the range of numbers.
 */
function firstPassOf(loss: Loss, validation: TwoClassValidation): FirstPass {
  // A probability that rules a label out has an infinite loss by definition: the learner goes on, and says so.
  const ruledOut = loss.labels === 'unit' ? validation.infiniteAt : undefined;
  return {
    progressiveLoss: ruledOut === undefined ? validation.finiteLoss : null,
    ...(ruledOut !== undefined && { ruledOutAt: ruledOut + 1 }),
    progressiveError: validation.classes === undefined ? null : validation.error,
    ...(validation.classes && { classes: validation.classes.summary }),
  };
}

/** Keeps the model where one is asked for, and tells what was learned. */
async function keptModel(
  learner: MarginLearner,
  { spec, space, compared }: Kept,
  { model, test, ...request }: LearnRequest,
  measured: Pick<Learned, 'examples' | 'passes'> & FirstPass,
  session: Session,
): Promise<Learned> {
  const { examples, passes, ...firstPass } = measured;
  const weights = learner.weights();
  const state = learner.state();
  const tested = test === undefined ? undefined : await testedOn(test, learner, { spec, space }, request, session);
  await model?.fill((path) =>
    saveModel(path, { kind: 'linear', spec, space, columns: weights.length, state, ...(compared && { compared }) }),
  );
  return {
    examples,
    passes,
    learned: numberIn(state, 'learned'),
    weights: weights.length,
    nonZeroWeights: weights.reduce((sum, w) => (w === 0 ? sum : sum + 1), 0),
    hasConstant: weights[CONSTANT] !== 0,
    ...firstPass,
    ...(tested && { test: tested }),
    ...(compared && { compared }),
    spec,
  };
}

/** How the model predicts the rows of another file, which it never learns. */
async function testedOn(
  file: string,
  learner: MarginLearner,
  { spec, space }: Kept,
  { reading, read }: Pick<LearnRequest, 'reading' | 'read'>,
  session: Session,
): Promise<NonNullable<Learned['test']>> {
  const whole = await readingOf({ data: file, reading }, { spec, space });
  const { loss } = learner;
  const growing = growingLearner(spec, learner);
  const judge = new PiecewiseValidation(loss);
  const pieces = read
    ? [await session.unlessInterrupted(read(file, labelledAs(loss, whole)).then(labelsFor(file, loss)))]
    : labelledPieces(file, whole, loss, session);
  for await (const piece of pieces) {
    const { rows } = piece;
    const wide = growing.reaching(rows.columns);
    judge.begin(piece);
    await inStrides(rows.length, session, (from, to) => {
      for (let i = from; i < to; i++) judge.record(i, wide.margin(rows, i));
    });
  }
  const judged = firstPassOf(loss, judge);
  return { loss: judged.progressiveLoss, error: judged.progressiveError };
}

/** What `iwal learn` is asked for, of two classes and numbers. */
export interface LearnRequest {
  readonly data: string;
  readonly reading: DatasetOptions;
  readonly passes: number;
  readonly model: Target | undefined;
  /** Absent: rows are read a piece at a time, beside learning. */
  readonly read?: ReadFile | undefined;
  /** Gives the cache to read them from in pieces instead, where there is one. */
  readonly cache?: ((options: DatasetOptions) => Promise<string | undefined>) | undefined;
  /** What to begin with: a fresh learner of this spec, or the model in this file. */
  readonly start: LearnerSpec | string;
  /** The model that is kept: what the passes learned (if absent, with a word where a fit would be better), a fit, or the best of them. */
  readonly final?: 'best' | 'fit' | 'online' | undefined;
  readonly predictions: Target | undefined;
  /** Another file, on which the model is measured in the end. */
  readonly test?: string | undefined;
}

/** What learning begins with. */
type Start = Awaited<ReturnType<typeof startOf>>;

/** A fresh learner, or that of a model, and how the data is read for it. */
async function startOf(request: LearnRequest) {
  const { start } = request;
  const model = typeof start === 'string' ? loadModel(start, 'linear') : undefined;
  const reading = await readingOf(request, model ?? (start as LearnerSpec));
  const spec = model?.spec ?? (start as LearnerSpec);
  // Of so many features, which will learn so many labels.
  const learner = (columns: number, labels?: number): MarginLearner =>
    model === undefined ? newLearner(spec, columns, labels) : continuedLearner(model, columns);
  return { spec, space: model?.space, reading, learner };
}

/** What decides how data are read for a model; without a file's name it is the one that is being learned. */
export type HasSpace = Pick<LearnedModel, 'spec' | 'space'> & { readonly file?: string };

/** How the data is read: as is asked, and for a model as that of the model was. */
export async function readingOf(
  { data, reading }: Pick<LearnRequest, 'data' | 'reading'>,
  start: HasSpace | LearnerSpec,
): Promise<DatasetOptions> {
  if (!('space' in start)) return withConstantOf(start, reading);
  const whole = withClassesOf(start.space, data, readingFor(start, data, reading));
  await requireSpace(start.file ?? 'what was learned', start, data, whole);
  return whole;
}
