/** Mistakes in pairwise ranking and its measures, planted one at a time. */
import { randomStream } from '../../../src/numerics/random.ts';
import type { Mutation, World } from '../../support/mutation.ts';
import { rankingLaws, type RankingModules } from '../../support/laws/ranking-laws.ts';

const mutations: readonly Mutation[] = [
  { wrong: 'a sum of two rows', file: 'rows/difference.ts', find: ': 0) - (right', replace: ': 0) + (right' },
  {
    wrong: 'the constant is a feature',
    file: 'rows/difference.ts',
    find: 'value === 0 || column === CONSTANT',
    replace: 'value === 0',
  },
  {
    wrong: 'features that cancel are kept',
    file: 'rows/difference.ts',
    find: 'value === 0 || column === CONSTANT',
    replace: 'column === CONSTANT',
  },
  {
    wrong: 'x.x is the sum of sizes',
    file: 'rows/difference.ts',
    find: 'norm += value * value',
    replace: 'norm += Math.abs(value)',
  },
  {
    wrong: 'the end of the longer row is lost',
    file: 'rows/difference.ts',
    find: 'a < endI || b < endJ',
    replace: 'a < endI && b < endJ',
  },
  {
    wrong: 'the first row comes after the second',
    file: 'reductions/pairwise-ranking.ts',
    find: 'difference.row, 0, 1, h, margin)',
    replace: 'difference.row, 0, -1, h, margin)',
  },
  {
    wrong: 'importances of pairs are lost',
    file: 'reductions/pairwise-ranking.ts',
    find: 'difference.row, 0, 1, h, margin)',
    replace: 'difference.row, 0, 1, 1, margin)',
  },
  {
    wrong: 'rows of equal relevance are pairs',
    file: 'reductions/pairwise-ranking.ts',
    find: 'if (!(this.#relevances[a] > this.#relevances[b])) continue;',
    replace: 'if (!(this.#relevances[a] >= this.#relevances[b])) continue;',
  },
  {
    wrong: 'places by ascending score',
    file: 'reductions/pairwise-ranking.ts',
    find: 'scores[b] > scores[a]',
    replace: 'scores[b] < scores[a]',
  },
  {
    wrong: 'ties share a place',
    file: 'reductions/pairwise-ranking.ts',
    find: ' || (scores[b] === scores[a] && b < a)',
    replace: '',
  },
  {
    wrong: 'the importance of the query is lost',
    file: 'reductions/pairwise-ranking.ts',
    find: 'h * this.weights.of(a, b)',
    replace: 'this.weights.of(a, b)',
  },
  {
    wrong: 'relevances by place in the data',
    file: 'reductions/pairwise-ranking.ts',
    find: 'relevances[members[from + a]]',
    replace: 'relevances[from + a]',
  },
  {
    wrong: 'NDCG without a cut-off in the best order',
    file: 'reductions/pair-weights.ts',
    find: 'idealGain(relevances, given.cutOff)',
    replace: 'idealGain(relevances)',
  },
  {
    wrong: 'weights without a cut-off',
    file: 'reductions/pair-weights.ts',
    find: 'discount(this.#places[b], this.#cutOff)',
    replace: 'discount(this.#places[b])',
  },
  {
    wrong: 'gains that are relevances',
    file: 'reductions/pair-weights.ts',
    find: 'gain(this.#relevances[a]) - gain(this.#relevances[b])',
    replace: 'this.#relevances[a] - this.#relevances[b]',
  },
  {
    wrong: 'pairs are counted twice',
    file: 'reductions/pair-weights.ts',
    find: 'for (let b = 0; b < a; b++)',
    replace: 'for (let b = 0; b < count; b++)',
  },
  {
    wrong: 'natural discounts',
    file: 'statistics/curves/discounted-gain.ts',
    find: '1 / Math.log2(1 + place)',
    replace: '1 / Math.log(1 + place)',
  },
  {
    wrong: 'gains without their one',
    file: 'statistics/curves/discounted-gain.ts',
    find: 'pow(2, relevance) - 1',
    replace: 'pow(2, relevance)',
  },
  {
    wrong: 'ties by index',
    file: 'statistics/curves/discounted-gain.ts',
    find: '(gains * discounts) / (to - from)',
    replace: 'gains * discount(from + 1, cutOff)',
  },
  { wrong: 'AUC: ties are won', file: 'statistics/curves/auc.ts', find: 'tied.negative / 2', replace: 'tied.negative' },
  { wrong: 'AUC: rows count once', file: 'statistics/curves/auc.ts', find: 'importances?.[order[to]] ?? 1', replace: '1' },
];

export const rankingMutations: World = {
  name: 'ranking',
  folders: ['numerics', 'files', 'statistics', 'losses', 'updates', 'rows', 'optimizers', 'learners', 'reductions'],
  mutations,
  async judge(load) {
    const modules = {
      ...((await load('reductions/pairwise-ranking.js')) as Pick<RankingModules, 'PairwiseRanking'>),
      ...((await load('reductions/pair-weights.js')) as Pick<RankingModules, 'pairWeights'>),
      ...((await load('rows/difference.js')) as Pick<RankingModules, 'DifferenceRow'>),
      ...((await load('statistics/curves/auc.js')) as Pick<RankingModules, 'areaUnderCurve'>),
      ...((await load('statistics/curves/discounted-gain.js')) as Pick<RankingModules, 'ndcg'>),
    };
    for (const [title, law] of Object.entries(rankingLaws)) {
      const random = randomStream(1, title);
      for (let run = 0; run < 60; run++) {
        const found = law(modules, random);
        if (found !== undefined) return `${title}: ${found}`;
      }
    }
    return undefined;
  },
};
