/** Wrong formulas of the statistics and of the account of a run's errors, planted one at a time. */
import type { Mutation, World } from '../../support/mutation.ts';
import { statisticsLaws, type Statistics } from '../../support/laws/statistics-laws.ts';

const mutations: readonly Mutation[] = [
  {
    wrong: 'the smallest probability: the largest importance is never raised',
    file: 'statistics/error-tally.ts',
    find: 'i / p > this.#largest',
    replace: 'this.#largest === 0',
  },
  {
    wrong: 'the smallest probability: the largest one instead',
    file: 'statistics/error-tally.ts',
    find: 'i / p > this.#largest',
    replace: 'this.#largest === 0 || i / p < this.#largest',
  },
  {
    wrong: 'the smallest probability: the floor never reached is forgotten',
    file: 'statistics/error-tally.ts',
    find: 'Math.max(largest, 1 / floor)',
    replace: 'largest',
  },
  {
    wrong: 'error tally: the clock counts on after the budget',
    file: 'statistics/error-tally.ts',
    find: 'if (this.#isStopped) return;\n    this.#rows++;',
    replace: 'this.#rows++;',
  },
  {
    wrong: 'error tally: importances of the rows do not count on the clock',
    file: 'statistics/error-tally.ts',
    find: 'this.#mass += i;',
    replace: 'this.#mass += 1;',
  },
  {
    wrong: 'score interval: no pseudo-mistake',
    file: 'statistics/intervals/score-interval.ts',
    find: '(variance / largest + largest)',
    replace: '(variance / largest)',
  },
  {
    wrong: 'score interval: the normal one',
    file: 'statistics/intervals/score-interval.ts',
    find: '2 * half * weighted + half * half',
    replace: '2 * half * weighted',
  },
  {
    wrong: 'error estimate: a point of ten rows',
    file: 'statistics/error-estimate.ts',
    find: 'const FEWEST = 20;',
    replace: 'const FEWEST = 10;',
  },
  {
    wrong: 'Wilcoxon: zeros are ranked and counted',
    file: 'statistics/comparisons/wilcoxon.ts',
    find: 'if (differences[i] === 0) continue;',
    replace: '',
  },
  {
    wrong: 'Wilcoxon: one-sided',
    file: 'statistics/comparisons/wilcoxon.ts',
    find: 'Math.min(1, 2 * lower)',
    replace: 'Math.min(1, lower)',
  },
  {
    wrong: 'Wilcoxon: ties by their smallest rank',
    file: 'statistics/comparisons/wilcoxon.ts',
    find: 'from + 1 + to',
    replace: '2 * from + 2',
  },
  {
    wrong: 'Wilcoxon: the variance of the normal law doubled',
    file: 'statistics/comparisons/wilcoxon.ts',
    find: 'sum + rank * rank, 0) / 4',
    replace: 'sum + rank * rank, 0) / 2',
  },
  {
    wrong: 'Holm: Bonferroni for all',
    file: 'statistics/comparisons/holm.ts',
    find: '(order.length - passed)',
    replace: 'order.length',
  },
  {
    wrong: 'Holm: not monotone',
    file: 'statistics/comparisons/holm.ts',
    find: 'Math.max(largest, Math.min(1,',
    replace: 'Math.max(0, Math.min(1,',
  },
  {
    wrong: 'Kaplan-Meier: censored runs are not at risk',
    file: 'statistics/curves/kaplan-meier.ts',
    find: 'runs.filter(({ at }) => at >= place)',
    replace: "runs.filter(({ at, outcome }) => at >= place && outcome === 'reached')",
  },
  {
    wrong: "Greenwood's sum without the survivors",
    file: 'statistics/curves/kaplan-meier.ts',
    find: '(atRisk * (atRisk - reached))',
    replace: '(atRisk * atRisk)',
  },
  {
    wrong: 'AUC over labels in place of doublings',
    file: 'statistics/curves/label-curves.ts',
    find: 'Math.log2(labels), error',
    replace: 'labels, error',
  },
  {
    wrong: 'BCa without its acceleration',
    file: 'statistics/intervals/bootstrap-interval.ts',
    find: '(1 - skewness * (bias + z))',
    replace: '1',
  },
  {
    wrong: 'Student: n degrees of freedom',
    file: 'statistics/intervals/mean-interval.ts',
    find: 'criticalT(confidence, n - 1)',
    replace: 'criticalT(confidence, n)',
  },
  {
    wrong: 'standard error: divisor n',
    file: 'statistics/small-samples.ts',
    find: 'squares / (numbers.length - 1)',
    replace: 'squares / numbers.length',
  },
];

/** Where each module stands in its folder. */
const modules = {
  'bootstrap-interval': 'intervals/bootstrap-interval',
  'error-estimate': 'error-estimate',
  'error-tally': 'error-tally',
  holm: 'comparisons/holm',
  'kaplan-meier': 'curves/kaplan-meier',
  'label-curves': 'curves/label-curves',
  'mean-interval': 'intervals/mean-interval',
  normal: 'normal',
  'score-interval': 'intervals/score-interval',
  'small-samples': 'small-samples',
  wilcoxon: 'comparisons/wilcoxon',
} as const satisfies Readonly<Partial<Record<keyof Statistics, string>>>;

export const statisticsMutations: World = {
  name: 'statistics',
  folders: ['numerics', 'statistics'],
  mutations,
  async judge(load) {
    const loaded = await Promise.all(
      Object.entries(modules).map(async ([name, place]) => [name, await load(`statistics/${place}.js`)] as const),
    );
    const statistics = Object.fromEntries(loaded) as unknown as Statistics;
    for (const [title, law] of Object.entries(statisticsLaws)) {
      const found = law(statistics);
      if (found !== undefined) return `${title}: ${found}`;
    }
    return undefined;
  },
};
