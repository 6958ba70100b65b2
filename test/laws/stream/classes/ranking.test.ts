import { describe, expect, it } from 'vitest';
import { LinearLearner } from '../../../../src/learners/margin-learner.ts';
import { losses } from '../../../../src/losses/index.ts';
import { randomStream } from '../../../../src/numerics/random.ts';
import { optimizers } from '../../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../../src/optimizers/optimizer.ts';
import { pairWeights, DifferenceRow, longestPair, PairwiseRanking } from '../../../../src/reductions/pairwise-ranking.ts';
import { queriesOf } from '../../../../src/rows/dataset.ts';
import { pairLearn, RankMean, rankFault, rankQuality } from '../../../../src/streams/passes/rank-learn.ts';
import { buildRanking, completePairs } from '../../../../src/specs/kinds/ranking.ts';
import { completeLearner } from '../../../../src/specs/learner-spec.ts';
import { updates } from '../../../../src/updates/index.ts';
import { toyTask } from '../../../support/toy.ts';
import { pairIsDifference, rankingLaws } from '../../../support/laws/ranking-laws.ts';
import { givens } from '../../../support/laws/optimizer-settings.ts';

/** LAWS of pairwise ranking and of its measures. */

const scale = process.env.IWAL_LAWS === 'long' ? 1000 : 1;

it.each(Object.entries(rankingLaws))('%s', (title, law) => {
  const random = randomStream(1, title);
  for (let run = 0; run < 60 * scale; run++) expect(law(random)).toBeUndefined();
});

it.each(givens.filter(([name, given]) => (optimizers[name] as (given: unknown) => OptimizerFactory)(given)(1).linear))(
  '%s %o: a pair is what the ordinary learner learns of a row that holds the difference, bit for bit',
  (name, given) => {
    const factory = (optimizers[name] as (given: unknown) => OptimizerFactory)(given);
    const random = randomStream(1, `pairs ${name}`);
    for (let run = 0; run < 10 * scale; run++) expect(pairIsDifference(losses.logistic, factory, random)).toBeUndefined();
  },
);

it('a query of any number of rows is learned as its pairs', () => {
  const { rows, labels } = toyTask({ rows: 150, seed: 2 });
  for (const count of [10, 64, 65, 150]) {
    const build = (): PairwiseRanking =>
      new PairwiseRanking(
        new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.1 })(rows.columns)),
        pairWeights.uniform(),
      );
    const [query, pairs] = [build(), build()];
    const members = Uint32Array.from({ length: count }, (_, i) => i);
    query.learnQuery(rows, members, 0, count, labels, 1);
    for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) if (labels[i] > labels[j]) pairs.learnPair(rows, i, j, 1);
    expect([query.learner.weights(), query.learner.weights().some((w) => w !== 0)]).toEqual([pairs.learner.weights(), true]);
  }
});

it('query-balanced: the pairs of a query that differ weigh 1 in all, whatever stood in the room of a longer one', () => {
  const weights = pairWeights['query-balanced']();
  for (const room of [0, 1, 5]) {
    weights.begin(Float64Array.of(2, 1, 1, ...new Array<number>(room).fill(9)), new Uint32Array(3 + room), 3);
    expect(weights.of(0, 1)).toBe(1 / 2);
    weights.begin(Float64Array.of(0, 3, 2, 0, ...new Array<number>(room).fill(9)), new Uint32Array(4 + room), 4);
    expect(weights.of(0, 1)).toBe(1 / 5);
  }
});

it('a drawn pair counts with the importances of both rows', () => {
  const { rows } = toyTask({ rows: 2, seed: 2 });
  const learned: unknown[] = [];
  const ranking = { learnPair: (...[, i, j, h]: Parameters<PairwiseRanking['learnPair']>) => learned.push([i, j, h]) };
  const two = { rows, importances: Float64Array.of(2, 3), positive: Uint32Array.of(1), negative: Uint32Array.of(0) };
  const mean = new RankMean();
  pairLearn(ranking as never, two, randomStream(1, 'pairs'), mean, 2);
  expect(learned).toEqual([
    [1, 0, 6],
    [1, 0, 6],
  ]);
});

it('queries keep their rows in order, wherever these stand', () => {
  const { offsets, members } = queriesOf(Uint32Array.of(7, 3, 7, 0, 3, 7));
  expect([...offsets]).toEqual([0, 3, 5, 6]);
  expect([...members]).toEqual([0, 2, 5, 1, 4, 3]);
});

it('the difference of the two longest rows has room', () => {
  const { rows } = toyTask({ rows: 30, seed: 1 });
  const difference = new DifferenceRow(rows.columns, longestPair(rows));
  for (let i = 0; i < 30; i++) for (let j = 0; j < 30; j++) expect(difference.take(rows, i, j)).toBe(i !== j);
});

describe('what cannot be put in order', () => {
  const labels = Float64Array.of(1, 0, 2, 1);
  const cases: [string, Parameters<typeof rankFault>[0], Parameters<typeof rankFault>[1], string][] = [
    ['no query and three labels', { labels }, 'uniform', 'no queries, and 3 different labels'],
    ['one class', { labels: Float64Array.of(1, 1) }, 'uniform', 'no queries, and 1 different label'],
    ['two classes, weights of queries', { labels: Float64Array.of(1, -1) }, 'ndcg', 'no queries'],
    ['one row a query', { labels, groups: Uint32Array.of(1, 2, 3, 4) }, 'ndcg', 'no query with rows of two relevances'],
    [
      'one class a query',
      { labels: Float64Array.of(1, 1, 2, 2), groups: Uint32Array.of(1, 1, 2, 2) },
      'dcg',
      'no query with rows of two relevances',
    ],
    ['a relevance below 0', { labels: Float64Array.of(-1, 1), groups: Uint32Array.of(1, 1) }, 'uniform', 'the relevance -1'],
    [
      'a relevance beyond all gains',
      { labels: Float64Array.of(60, 1), groups: Uint32Array.of(1, 1) },
      'ndcg',
      'the relevance 60',
    ],
    [
      'importances in queries',
      { labels, groups: Uint32Array.of(1, 1, 1, 1), importances: Float64Array.of(1, 2, 1, 1) },
      'uniform',
      'importances of rows in queries',
    ],
  ];
  it.each(cases)('%s', (_, data, pairs, found) => expect(rankFault(data, pairs)?.found).toBe(found));

  it('what can has no fault; queries of one class, and of one row, are left alone', () => {
    expect(rankFault({ labels: Float64Array.of(1, -1) }, 'uniform')).toBeUndefined();
    expect(rankFault({ labels, groups: Uint32Array.of(1, 2, 2, 3) }, 'ndcg')).toBeUndefined();
  });

  it('losses without margins of either sign are refused', () => {
    const learner = completeLearner({
      loss: { name: 'poisson' },
      update: 'invariant',
      optimizer: { name: 'gradient-descent', eta0: 1 },
    });
    expect(() => buildRanking({ ...learner, pairs: completePairs({ name: 'uniform' }) }, 3)).toThrow(
      "pairwise-ranking: loss 'poisson'",
    );
    expect(() => completePairs({ name: 'auc' })).toThrow("unknown weights of pairs 'auc'");
    expect(() => completePairs({ name: 'ndcg', cutOff: 0 })).toThrow('cutOff');
  });
});

it('quality: queries that are worth nothing are left out of the mean, and counted', () => {
  const { rows } = toyTask({ rows: 6, seed: 1 });
  const data = { rows, labels: Float64Array.of(0, 1, 0, 0, 2, 0), groups: Uint32Array.of(1, 1, 2, 2, 3, 3) };
  expect(rankQuality((_, i) => i, data)).toEqual({
    measure: 'NDCG@10',
    value: (1 + 1 / Math.log2(3)) / 2,
    queries: 2,
    leftOut: 1,
  });
  const score = rankQuality((_, i) => i, { ...data, labels: Float64Array.of(1, 1, -1, -1, 1, 1), groups: undefined } as never);
  expect(score).toEqual({ measure: 'AUC', value: 0.5 });
});
