import { writeFile } from 'node:fs/promises';
import { DataError } from '../../files/data-error.ts';
import { type Dataset, upTo } from '../../rows/dataset.ts';
import type { DatasetOptions } from '../../data/index.ts';
import { buildLoss, type ReductionSpec } from '../../specs/build-learner.ts';
import { classPupil, fittedReduction, fittedReductionSpec } from '../../specs/fitting.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { refuseInFile, targetFault } from '../../specs/kinds/targets.ts';
import { classLearn } from '../../streams/passes/passive-learn.ts';
import { ClassValidation, judgedOn } from '../../streams/measures/class-validation.ts';
import { inStrides, yieldToEvents, STRIDE } from '../terminal/event-loop.ts';
import { orderRemarks, readingRemarks } from '../data/file-remarks.ts';
import { spaceRead, withClasses } from '../models/feature-space.ts';
import {
  comparedIn,
  continuedReduction,
  loadModel,
  newReduction,
  saveModel,
  continuedLearner,
  newLearner,
} from '../models/model.ts';
import type { Session } from '../terminal/session.ts';
import { type Learned, type HasSpace, type LearnerKind, learnFile, type LearnRequest, readingOf, takenHome } from './run.ts';
import { present } from '../../numerics/present.ts';
import { randomStream } from '../../numerics/random.ts';
import { numberIn } from '../../numerics/state.ts';
import { PairwiseRanking, pairWeights } from '../../reductions/pairwise-ranking.ts';
import { resolve } from '../../specs/choices.ts';
import {
  JUDGED_PLACES,
  rankable,
  rankFault,
  rankQuality,
  pairLearn,
  queryLearn,
  RankMean,
} from '../../streams/passes/rank-learn.ts';
import type { Rankable, RankQuality } from '../../streams/passes/rank-learn.ts';
import { buildRanking, completePairs, type RankingSpec } from '../../specs/kinds/ranking.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { Failure, UsageError } from '../terminal/failure.ts';

/** How predictions of classes fared. */
export type ClassScores = Pick<ClassValidation, 'error' | 'cost' | 'excess' | 'confusion'>;

/** What came of learning several classes, for the page and for `--json`. */
export type LearnedClasses = Awaited<ReturnType<typeof learnClasses>>;

/** What is learned beside two classes and numbers. */
export type Task = 'classes' | 'ranking';

/** What any task is learned from; only rows of numbers and of two classes may be read a piece at a time, without `read`. */
interface TaskRequest extends LearnRequest {
  /** Names of the classes; undefined: those of the model, or of the file. */
  readonly classes: readonly string[] | undefined;
  /** Of what begins. */
  readonly reduction: string | undefined;
  /** The weights of pairs as the command line has them; without a name those that suit the data. */
  readonly pairs: { readonly name: string | undefined; readonly cutOff: number | undefined };
}

/** Learns it once the command line is checked, and tells what came of it. Loaded only then. */
export async function learnedBy(
  task: Task | undefined,
  request: TaskRequest,
  session: Session,
): Promise<Learned | LearnedClasses | LearnedRanking> {
  if (task === undefined) return learnFile(request, session);
  return task === 'ranking' ? learnRanking(request, session) : learnClasses(request, session);
}

/** Carries out `iwal learn --reduction`: reads, learns, writes. */
async function learnClasses(request: TaskRequest, session: Session) {
  const { data, test, passes, model, predictions, start, reduction: named } = request;
  const begun = typeof start === 'string' ? loadModel(start, 'classes') : undefined;
  const spec = begun?.spec ?? { ...(start as LearnerSpec), reduction: named as ReductionSpec['reduction'] };
  const reading = await readingOf(request, begun ?? spec);
  const dataset = await session.unlessInterrupted(request.read!(data, withClasses(begun?.classes ?? request.classes, reading)));
  for (const line of [...readingRemarks(data, dataset), ...orderRemarks(data, dataset)]) session.note(line);
  const classes = dataset.classNames!;
  refuseInFile(data, dataset, targetFault(dataset, spec.reduction, classes.length));
  const space = begun?.space ?? (await spaceRead(data, reading, dataset));
  const tested = test && (await readTest(test, request, { spec, space }, withClasses(classes, {}), session));
  if (tested) refuseInFile(test, tested, targetFault(tested, spec.reduction, classes.length));
  const columns = Math.max(dataset.rows.columns, tested ? tested.rows.columns : 0);
  const labels = passes * dataset.rows.length;
  const reduction =
    begun === undefined ? newReduction(spec, classes.length, columns, labels) : continuedReduction(begun, columns);
  const first = new Recording(dataset, classes.length);
  const stream = { ...dataset, order: upTo(dataset.rows.length) };
  const learnPass = (validation: ClassValidation): Promise<void> =>
    inStrides(stream.order.length, session, (from, to) => classLearn(reduction, stream, validation, from, to));
  await learnPass(first);
  for (let pass = 1; pass < passes; pass++) {
    reduction.beginPass();
    await learnPass(new ClassValidation(dataset, classes.length));
  }
  const isScored = reduction.scoresOf !== undefined && dataset.costs === undefined;
  if (request.final === 'fit' && !isScored)
    throw new Failure('costs, and reductions without a score a class, are learned online alone: leave out --final fit');
  const loss = buildLoss(spec);
  const kind: LearnerKind<Reduction> = {
    ...{ loss, classes: classes.length, joint: loss.probability && true },
    newPupil: (of) => classPupil(newReduction(spec, classes.length, columns, of.rows.length), of),
    predicting: (fit) => fittedReduction(spec, fit, columns),
  };
  const asked = request.final ?? (passes === 1 && begun === undefined ? 'told' : 'online');
  const { learner: home, choice } = await takenHome(reduction, dataset, { ...kind, final: isScored ? asked : 'online' }, session);
  const kept = choice?.fit === undefined ? spec : fittedReductionSpec(spec);
  const compared = choice && { compared: comparedIn(choice) };
  await predictions?.fill((path) => writeFile(path, first.predicted.map((k) => `${classes[k]}\n`).join('')));
  const wide = Math.max(columns, begun?.columns ?? 0);
  await model?.fill((path) =>
    saveModel(path, { kind: 'classes', spec: kept, space, columns: wide, classes, state: home.state(), ...compared }),
  );
  return {
    examples: dataset.rows.length,
    passes,
    learned: home.learner.learned,
    // Of a class: the constant's, and one an id up to the largest.
    weights: wide,
    classes,
    hasCosts: dataset.costs !== undefined,
    // Of the first pass, each prediction made before its example was learned.
    progressive: scoresOf(first),
    // Of the other file, after the last pass; null without one.
    test: !tested ? null : scoresOf(judgedOn(home, tested, classes.length)),
    ...compared,
    spec,
  };
}

/** The file to test on, read as the one to learn from was. */
async function readTest(
  file: string,
  request: TaskRequest,
  model: HasSpace,
  labels: DatasetOptions,
  session: Session,
): Promise<Dataset> {
  const reading = await readingOf({ ...request, data: file }, model);
  return session.unlessInterrupted(request.read!(file, { ...reading, ...labels }));
}

/** The scores of a validation, without what it keeps to compute them. */
function scoresOf({ error, cost, excess, confusion }: ClassValidation): ClassScores {
  return { error, cost, excess, confusion };
}

/** Keeps the predictions it scores. */
class Recording extends ClassValidation {
  readonly predicted: number[] = [];

  override record(i: number, predicted: number): void {
    super.record(i, predicted);
    this.predicted.push(predicted);
  }
}

/** Which pairs of two classes are drawn. */
const SEED = 1;

/** What came of learning orders, for the page and for `--json`; what is learned are pairs. */
export type LearnedRanking = Awaited<ReturnType<typeof learnRanking>>;

/** Carries out `iwal learn --reduction pairwise-ranking`. */
async function learnRanking(request: TaskRequest, session: Session) {
  const { data, test, passes, model, start, pairs } = request;
  const begun = typeof start === 'string' ? loadModel(start, 'ranking') : undefined;
  const reading = await readingOf(request, begun ?? (start as LearnerSpec));
  const dataset = await session.unlessInterrupted(request.read!(data, { ...reading, labels: 'real' }));
  for (const line of readingRemarks(data, dataset)) session.note(line);
  const spec = begun?.spec ?? specFor(start as LearnerSpec, pairs, dataset);
  requireRankable(data, dataset, spec);
  const space = begun?.space ?? (await spaceRead(data, { ...reading, labels: 'real' }, dataset));
  const tested = test && (await readTest(test, request, { spec, space }, { labels: 'real' }, session));
  if (tested) requireRankable(test, tested, tested.groups === undefined ? { ...spec, pairs: { name: 'uniform' } } : spec);
  const columns = Math.max(dataset.rows.columns, tested ? tested.rows.columns : 0);
  if (begun === undefined) buildRanking(spec, 1);
  const learner = begun === undefined ? newLearner(spec, columns) : continuedLearner(begun, columns);
  const ranking = new PairwiseRanking(learner, resolve('weights of pairs', pairWeights, spec.pairs));
  const found = rankable(dataset);
  for (const line of queryRemarks(dataset, found)) session.note(line);
  const first = new RankMean();
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) ranking.beginPass();
    await learnPass(ranking, dataset, found, { mean: pass === 0 ? first : new RankMean(), pass }, session);
  }
  const state = ranking.state();
  const wide = ranking.learner.weights().length;
  await model?.fill((path) => saveModel(path, { kind: 'ranking', spec, space, columns: wide, state }));
  return {
    examples: dataset.rows.length,
    passes,
    learned: numberIn(state, 'learned'),
    // The constant's, which stays 0, and one an id up to the largest.
    weights: wide,
    progressive: progressiveOf(first, found),
    test: !tested ? null : rankQuality((rows, i) => ranking.predict(rows, i), tested),
    spec,
  };
}

/** Without a name: pairs of a query weigh 1 together, those of two classes 1 each. */
function specFor(learner: LearnerSpec, { name, cutOff }: TaskRequest['pairs'], { groups }: Dataset): RankingSpec {
  const chosen = name ?? (groups === undefined ? 'uniform' : 'query-balanced');
  if (cutOff !== undefined && chosen !== 'dcg' && chosen !== 'ndcg')
    throw new UsageError(`--cut-off is for pairs weighed by dcg or ndcg, found ${chosen}`);
  return { ...learner, pairs: completePairs(present({ name: chosen, cutOff })) };
}

function requireRankable(file: string, dataset: Dataset, { pairs }: RankingSpec): void {
  const fault = rankFault(dataset, pairs.name);
  if (fault !== undefined) throw new DataError({ file, ...fault });
}

function* queryRemarks({ labels }: Dataset, found: Rankable): Generator<string> {
  if (found.kind === 'classes') return;
  const { offsets, members } = found.queries;
  const count = offsets.length - 1;
  let silent = 0;
  for (let q = 0; q < count; q++) {
    const own = members.subarray(offsets[q], offsets[q + 1]);
    if (own.every((i) => labels[i] === labels[own[0]])) silent++;
  }
  if (silent > 0) yield `${silent} of ${count} queries teach nothing: all their rows are of one relevance`;
}

async function learnPass(
  ranking: PairwiseRanking,
  dataset: Dataset,
  found: Rankable,
  { mean, pass }: { readonly mean: RankMean; readonly pass: number },
  session: Session,
): Promise<void> {
  if (found.kind === 'classes') {
    const random = randomStream(SEED, `pairs of pass ${pass}`);
    for (let left = dataset.rows.length; left > 0; left -= STRIDE) {
      pairLearn(ranking, { ...dataset, ...found }, random, mean, Math.min(left, STRIDE));
      await yieldToEvents(session);
    }
    return;
  }
  const count = found.queries.offsets.length - 1;
  const order = upTo(count);
  for (let from = 0; from < count; from++) {
    queryLearn(ranking, { ...dataset, queries: found.queries, order }, { mean, cutOff: JUDGED_PLACES }, from, from + 1);
    await yieldToEvents(session);
  }
}

/** Of the first pass, before pairs were learned: mean NDCG of queries, or the share of pairs in the right order. */
function progressiveOf(
  mean: RankMean,
  found: Rankable,
): RankQuality | { readonly measure: 'pairs in the right order'; readonly value: number } {
  if (found.kind === 'classes') return { measure: 'pairs in the right order', value: mean.value };
  const { leftOut } = mean;
  return { measure: `NDCG@${JUDGED_PLACES}`, value: mean.value, queries: found.queries.offsets.length - 1 - leftOut, leftOut };
}
