/** Wrong decisions, sums and clocks, planted one at a time. */
import type { Mutation, World } from '../../support/mutation.ts';
import { streamLaws, streamModules } from '../../support/laws/stream-laws.ts';

const mutations: readonly Mutation[] = [
  // the decision
  {
    wrong: 'asked where the coin is P itself',
    file: 'streams/decision.ts',
    find: 'coin >= probability',
    replace: 'coin > probability',
  },
  {
    wrong: 'asked where the coin is not below P',
    file: 'streams/decision.ts',
    find: 'coin >= probability',
    replace: 'coin < probability',
  },
  {
    wrong: 'no smallest probability: importances beyond 2^53',
    file: 'streams/decision.ts',
    find: 'Math.max(wish, SMALLEST_PROBABILITY)',
    replace: 'wish',
  },
  { wrong: 'a smallest probability below 0', file: 'streams/decision.ts', find: '2 ** -53', replace: '2 * -53' },
  { wrong: 'a smallest probability of two coins', file: 'streams/decision.ts', find: '2 ** -53', replace: '2 ** -52' },
  { wrong: '1/P in place of i/P', file: 'streams/decision.ts', find: 'rowImportance / probability', replace: '1 / probability' },
  {
    wrong: 'i P in place of i/P',
    file: 'streams/decision.ts',
    find: 'rowImportance / probability',
    replace: 'rowImportance * probability',
  },
  { wrong: 'a row of importance 0 is asked about', file: 'streams/decision.ts', find: ' || rowImportance === 0', replace: '' },
  {
    wrong: 'half of a label is enough',
    file: 'streams/decision.ts',
    find: "labelsLeft >= 1 ? 'asked'",
    replace: "labelsLeft > 0 ? 'asked'",
  },
  {
    wrong: 'the last label of a budget is refused',
    file: 'streams/decision.ts',
    find: 'labelsLeft >= 1 ? this',
    replace: 'labelsLeft > 1 ? this',
  },
  {
    wrong: 'a probability of NaN',
    file: 'streams/decision.ts',
    find: 'wish >= 0 && wish <= 1',
    replace: '!(wish < 0 || wish > 1)',
  },
  { wrong: 'a probability below 0', file: 'streams/decision.ts', find: 'wish >= 0 && wish <= 1', replace: 'wish <= 1' },

  // the loop and its sums
  {
    wrong: 'importances are lost in the loop',
    file: 'streams/passes/active-learn.ts',
    find: 'importances === undefined ? 1 : importances[i]',
    replace: '1',
  },
  {
    wrong: 'late answers one example late',
    file: 'streams/passes/active-learn.ts',
    find: 'oracle.arrival(active.situation.time)',
    replace: 'oracle.arrival(active.situation.time - 1)',
  },
  {
    wrong: 'the error rate divided by k',
    file: 'streams/active-learner.ts',
    find: 'this.#errorSum / this.#consideredImportance',
    replace: 'this.#errorSum / this.situation.time',
  },
  {
    wrong: 'implied counted by 1',
    file: 'streams/active-learner.ts',
    find: 'this.#implied += situation.rowImportance',
    replace: 'this.#implied += 1',
  },
  {
    wrong: 'implied learned with 1',
    file: 'streams/active-learner.ts',
    find: 'learner.side(situation.prediction), situation.rowImportance',
    replace: 'learner.side(situation.prediction), 1',
  },
  {
    wrong: 'a refused importance is lost',
    file: 'streams/active-learner.ts',
    find: "else if (decision.outcome === 'refused') this.#refusedImportance += decision.importance;",
    replace: '',
  },
  {
    wrong: 'considered importance counts rows',
    file: 'streams/active-learner.ts',
    find: 'this.#consideredImportance += situation.rowImportance',
    replace: 'this.#consideredImportance += 1',
  },
  {
    wrong: 'a mistake counts once',
    file: 'streams/active-learner.ts',
    find: 'this.#errorSum += h',
    replace: 'this.#errorSum += 1',
  },
  {
    wrong: 'a late answer is learned with the importance of its row',
    file: 'streams/active-learner.ts',
    find: 'importance: this.decision.importance, rowImportance, prediction',
    replace: 'importance: rowImportance, rowImportance, prediction',
  },
  {
    wrong: 'a late answer judges the prediction of now',
    file: 'streams/active-learner.ts',
    find: 'answer, importance, prediction)',
    replace: 'answer, importance, this.situation.prediction)',
  },
  {
    wrong: 'refused importance is not restored',
    file: 'streams/active-learner.ts',
    find: "this.#refusedImportance = numberIn(state, 'refusedImportance');",
    replace: '',
  },

  // oracles, evaluators and coins
  {
    wrong: 'an abstention is sold',
    file: 'streams/oracles/oracle.ts',
    find: "if (answer !== 'abstains') this.#sold++",
    replace: 'this.#sold++',
  },
  {
    wrong: 'the price is paid in place of the cost',
    file: 'streams/oracles/oracle.ts',
    find: 'this.#annotator.cost(i)',
    replace: 'this.#annotator.price(i)',
  },
  {
    wrong: 'progressive error over rows',
    file: 'streams/measures/progressive.ts',
    find: 'this.#mass += h',
    replace: 'this.#mass += 1',
  },
  {
    wrong: 'the clock of the estimate goes on after the budget',
    file: 'streams/measures/error-meter.ts',
    find: 'if (situation.labelsLeft < 1) this.#tally.stop();',
    replace: '',
  },
  {
    wrong: 'the estimate counts rows',
    file: 'streams/measures/error-meter.ts',
    find: 'consider(situation.rowImportance,',
    replace: 'consider(1,',
  },
  {
    wrong: 'the same coins in every pass',
    file: 'streams/coins.ts',
    find: '${checksum}, pass ${pass}',
    replace: '${checksum}',
  },
  {
    wrong: 'the same coins in every pass of a seed alone',
    file: 'streams/coins.ts',
    find: '`query, pass ${pass}`',
    replace: "'query, pass'",
  },
  { wrong: 'the same coins for every pool', file: 'streams/coins.ts', find: ' ${checksum}', replace: '' },
  {
    wrong: 'no remark before everything was bought',
    file: 'streams/remarks.ts',
    find: 'bought > rows / 2',
    replace: 'bought >= rows',
  },
  { wrong: 'one standard error is noise', file: 'streams/remarks.ts', find: 'const NOISE = 2', replace: 'const NOISE = 1' },
];

export const streamMutations: World = {
  name: 'decision and streams',
  folders: ['numerics', 'files', 'statistics', 'losses', 'rows', 'fits', 'learners', 'queries', 'streams'],
  mutations,
  async judge(load) {
    const modules = await streamModules(load);
    for (const [title, law] of Object.entries(streamLaws)) {
      const found = law(modules);
      if (found !== undefined) return `${title}: ${found}`;
    }
    return undefined;
  },
};
