import { z } from 'zod';
import { classesOf } from '../../src/losses/loss.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { gain } from '../../src/statistics/curves/discounted-gain.ts';
import { type Dataset, columnsOf, partsOf, type Split, splitWithConstant } from '../../src/rows/dataset.ts';
import { buildLearner, buildLoss, requireComposable } from '../../src/specs/build-learner.ts';
import { SpecError } from '../../src/specs/choices.ts';
import { choiceSchema, completeLearner, learnerFields, parsed, type LearnerSpec } from '../../src/specs/learner-spec.ts';
import {
  JUDGED_PLACES,
  rankable,
  rankFault,
  rankQuality,
  pairLearn,
  queryLearn,
  RankMean,
} from '../../src/streams/passes/rank-learn.ts';
import type { Rankable } from '../../src/streams/passes/rank-learn.ts';
import { buildRanking, completePairs, type RankingSpec } from '../../src/specs/kinds/ranking.ts';
import type { MarginLearner } from '../../src/learners/margin-learner.ts';
import { type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

/** A run that learns an order: what learns, what pairs weigh, and how often the data is read. */
export interface RankingRun extends Omit<LearnerSpec, 'average' | 'scale'> {
  /** The weights of pairs; absent: rows are learned one at a time, pointwise. */
  readonly pairs?: RankingSpec['pairs'];
  readonly passes: number;
  /** Decides the order of queries and rows, and which pairs are drawn. */
  readonly seed: number;
}

/** The same as a study writes it. */
export type RankingGiven = Omit<RankingRun, 'passes' | 'pairs'> & {
  readonly passes?: number;
  readonly pairs?: RankingRun['pairs'] | Pick<NonNullable<RankingRun['pairs']>, 'name'>;
};

/** AUC of two classes, mean NDCG@10 of queries. */
export interface RankingMeasurement {
  /** Of the first pass: NDCG of queries, or the share of pairs in the right order, before they were learned; null pointwise. */
  readonly progressive: number | null;
  readonly validation: number | null;
  readonly test: number | null;
}

const schema = z.strictObject({
  loss: choiceSchema,
  update: z.string(),
  optimizer: choiceSchema,
  constant: learnerFields.constant,
  pairs: choiceSchema.exactOptional(),
  passes: z.int().min(1).default(1),
  seed: z.int(),
});

/**
 * Learning to put rows in order: the rows of queries by their relevances, or one class before the other. With weights of pairs a
 * learner of differences (reductions/pairwise-ranking.ts); without any the pointwise way, which a ranking is held against.
 *
 *   two classes, a pass:  as many pairs as rows, drawn uniformly;  pointwise  y = -1 | +1, importance n / (2 P) | n / (2 N)
 *   queries, a pass:      every pair of every query;               pointwise  y = (2^r - 1) / (largest gain), losses of numbers only
 */
export const ranking: Kind<RankingGiven, RankingRun, RankingMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { loss, update, optimizer, constant, pairs, passes, seed } = parsed(schema, given);
    const spec: RankingRun = {
      ...completeLearner({ loss, update, optimizer, constant }),
      ...(pairs === undefined ? {} : { pairs: completePairs(pairs) }),
      passes,
      seed,
    };
    if (spec.pairs === undefined) requireComposable(spec);
    else buildRanking({ ...spec, pairs: spec.pairs }, 1);
    return spec;
  },
  admit(spec, data) {
    const weights = spec.pairs?.name ?? 'uniform';
    for (const part of partsOf(data)) {
      const fault = rankFault(part, weights);
      if (fault) throw new SpecError(`'${part.name}' has ${fault.found}; expected ${fault.legal}`);
    }
    if (spec.pairs !== undefined) return;
    const loss = buildLoss(spec);
    if (data.train.groups !== undefined && loss.labels !== 'real')
      throw new SpecError(
        `pointwise learning takes relevances, which are numbers, and loss '${loss.name}' takes none; squared does`,
      );
    if (loss.threshold === undefined) throw new SpecError(`loss '${loss.name}' predicts no classes`);
  },
  run(spec, asRead) {
    const data = splitWithConstant(asRead, spec);
    const columns = columnsOf(data);
    const { pairs } = spec;
    const learned = pairs === undefined ? pointwise(spec, data, columns) : pairwise({ ...spec, pairs }, data, columns);
    const qualityOf = (part: Dataset | undefined): number | null =>
      part === undefined ? null : rankQuality((rows, i) => learned.learner.predict(rows, i), part).value;
    return { progressive: learned.progressive, validation: qualityOf(data.validation), test: qualityOf(data.test) };
  },
  measured: measured({ progressive: stored, validation: stored, test: stored }),
  quantities: { 'test quality': ({ test }) => test, 'progressive quality': ({ progressive }) => progressive },
  score: ({ validation, progressive }) => -(validation ?? progressive ?? NaN),
};

interface Learned {
  readonly learner: MarginLearner;
  readonly progressive: number | null;
}

function pairwise(spec: RankingRun & RankingSpec, { train }: Split, columns: number): Learned {
  const ranking = buildRanking(spec, columns);
  const found = rankable(train);
  const order = queryOrder(spec, found);
  const random = randomStream(spec.seed, 'pairs');
  const first = new RankMean();
  for (let pass = 0; pass < spec.passes; pass++) {
    if (pass > 0) ranking.beginPass();
    const mean = pass === 0 ? first : new RankMean();
    if (found.kind === 'classes') pairLearn(ranking, { ...train, ...found }, random, mean, train.rows.length);
    else queryLearn(ranking, { ...train, ...found, order }, { mean, cutOff: JUDGED_PLACES }, 0, order.length);
  }
  return { learner: ranking.learner, progressive: first.value };
}

function pointwise(spec: RankingRun, { train }: Split, columns: number): Learned {
  const learner = buildLearner(spec, columns);
  const { labels, importances, order } = pointwiseStream(spec, learner, train);
  for (let pass = 0; pass < spec.passes; pass++) {
    if (pass > 0) learner.beginPass();
    for (const i of order) learner.learn(train.rows, i, labels[i], importances[i]);
  }
  return { learner, progressive: null };
}

/** What the rows of a dataset say one at a time, and in which order. */
function pointwiseStream(
  spec: RankingRun,
  { loss }: MarginLearner,
  train: Dataset,
): { readonly labels: Float64Array; readonly importances: Float64Array; readonly order: Uint32Array } {
  const found = rankable(train);
  const n = train.rows.length;
  const importances = Float64Array.from({ length: n }, (_, i) => train.importances?.[i] ?? 1);
  if (found.kind === 'queries') {
    const { offsets, members } = found.queries;
    const gains = train.labels.map(gain);
    const largest = gains.reduce((most, each) => Math.max(most, each), 0);
    const order = Array.from(queryOrder(spec, found)).flatMap((q) => [...members.subarray(offsets[q], offsets[q + 1])]);
    return { labels: gains.map((each) => each / largest), importances, order: Uint32Array.from(order) };
  }
  const { negative, positive } = classesOf(loss);
  const labels = new Float64Array(n).fill(negative);
  for (const i of found.positive) labels[i] = positive;
  for (const side of [found.positive, found.negative]) for (const i of side) importances[i] *= n / (2 * side.length);
  return { labels, importances, order: permutation(n, randomStream(spec.seed, 'order')) };
}

/** Drawn from the seed; none where there are no queries. */
function queryOrder({ seed }: RankingRun, found: Rankable): Uint32Array {
  return found.kind === 'queries'
    ? permutation(found.queries.offsets.length - 1, randomStream(seed, 'order'))
    : new Uint32Array();
}
