import type { DatasetOptions } from '../../data/index.ts';
import { DataError } from '../../files/data-error.ts';
import { randomStream } from '../../numerics/random.ts';
import { numberIn } from '../../numerics/state.ts';
import { PairwiseRanking } from '../../reductions/pairwise-ranking.ts';
import { pairWeights } from '../../reductions/pair-weights.ts';
import { type Dataset, upTo } from '../../rows/dataset.ts';
import { resolve } from '../../specs/choices.ts';
import {
  JUDGED_PLACES,
  rankable,
  rankFault,
  rankQuality,
  type Rankable,
  type RankQuality,
} from '../../streams/measures/rankable.ts';
import { buildRanking, completePairs, type RankingSpec } from '../../specs/kinds/ranking.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { pairLearn, queryLearn, RankMean } from '../../streams/passes/rank-learn.ts';
import { UsageError } from '../terminal/failure.ts';
import { yieldToEvents, STRIDE } from '../terminal/event-loop.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { readingRemarks } from '../data/file-remarks.ts';
import { readingFor, requireSpace, spaceRead } from '../models/feature-space.ts';
import { continuedLearner, loadModel, newLearner, saveModel, type RankingModel } from '../models/model.ts';
import type { Session } from '../terminal/session.ts';
import type { FileRequest } from './learned.ts';

/** Which pairs of two classes are drawn. */
const SEED = 1;

/** What a learner of orders learns from, as the options say it. */
interface RankingRequest extends FileRequest {
  /** Another file, whose order by the scores after the last pass is judged. */
  readonly test: string | undefined;
  /** What to begin with: a fresh learner of this spec, or the model in this file. */
  readonly start: { readonly learner: LearnerSpec; readonly pairs: PairsAsked } | string;
}

/** The weights of pairs as the command line has them; without a name those that suit the data. */
export interface PairsAsked {
  readonly name: string | undefined;
  readonly cutOff: number | undefined;
}

/** What came of learning orders, for the page and for `--json`. */
export interface LearnedRanking {
  readonly examples: number;
  readonly passes: number;
  /** Pairs learned in the model's life. */
  readonly learned: number;
  /** Weights that there are: the constant's, which stays 0, and one an id up to the largest. */
  readonly weights: number;
  /** Of the first pass, before pairs were learned: mean NDCG of queries, or the share of pairs in the right order. */
  readonly progressive: RankQuality | { readonly measure: 'pairs in the right order'; readonly value: number };
  readonly test: RankQuality | null;
  readonly spec: RankingSpec;
}

/** Carries out `iwal learn --reduction pairwise-ranking` once its command line is checked. Loaded only then. */
export async function learnRanking(request: RankingRequest, session: Session): Promise<LearnedRanking> {
  const { data, test, passes, model, start } = request;
  const begun = typeof start === 'string' ? loadModel(start, 'ranking') : undefined;
  const reading = await readingOf(request, begun);
  const dataset = await session.unlessInterrupted(request.read(data, reading));
  for (const line of readingRemarks(data, dataset)) session.note(line);
  const spec = begun?.spec ?? specFor(start as Exclude<RankingRequest['start'], string>, dataset);
  requireRankable(data, dataset, spec);
  const space = begun?.space ?? (await spaceRead(data, reading, dataset));
  const tested = test === undefined ? undefined : await readTest(test, request, { spec, space }, session);
  const columns = Math.max(dataset.rows.columns, tested?.rows.columns ?? 0);
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
    weights: wide,
    progressive: progressiveOf(first, found),
    test: tested === undefined ? null : rankQuality((rows, i) => ranking.predict(rows, i), tested),
    spec,
  };
}

/** As the model's data was read, or as it is asked for; relevances and classes are numbers. */
async function readingOf({ data, reading, start }: RankingRequest, begun: RankingModel | undefined): Promise<DatasetOptions> {
  const whole =
    begun === undefined ? withConstantOf((start as { learner: LearnerSpec }).learner, reading) : readingFor(begun, data, reading);
  if (begun !== undefined) await requireSpace(begun.file, begun, data, whole);
  return { ...whole, labels: 'real' };
}

/** Without a name: pairs of a query weigh 1 together, those of two classes 1 each. */
function specFor(
  { learner, pairs: { name, cutOff } }: Exclude<RankingRequest['start'], string>,
  { groups }: Dataset,
): RankingSpec {
  const chosen = name ?? (groups === undefined ? 'uniform' : 'query-balanced');
  if (cutOff !== undefined && chosen !== 'dcg' && chosen !== 'ndcg')
    throw new UsageError(`--cut-off is for pairs weighed by dcg or ndcg, found ${chosen}`);
  return { ...learner, pairs: completePairs({ name: chosen, ...(cutOff !== undefined && { cutOff }) }) };
}

function requireRankable(file: string, dataset: Dataset, { pairs }: RankingSpec): void {
  const fault = rankFault(dataset, pairs.name);
  if (fault !== undefined) throw new DataError({ file, ...fault });
}

async function readTest(
  file: string,
  { reading, read }: RankingRequest,
  { spec, space }: Pick<RankingModel, 'spec' | 'space'>,
  session: Session,
): Promise<Dataset> {
  const whole = readingFor({ spec, space }, file, reading);
  await requireSpace('what was learned', { space }, file, whole);
  const dataset = await session.unlessInterrupted(read(file, { ...whole, labels: 'real' }));
  requireRankable(file, dataset, dataset.groups === undefined ? { ...spec, pairs: { name: 'uniform' } } : spec);
  return dataset;
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

function progressiveOf(mean: RankMean, found: Rankable): LearnedRanking['progressive'] {
  if (found.kind === 'classes') return { measure: 'pairs in the right order', value: mean.value };
  const { leftOut } = mean;
  return { measure: `NDCG@${JUDGED_PLACES}`, value: mean.value, queries: found.queries.offsets.length - 1 - leftOut, leftOut };
}
