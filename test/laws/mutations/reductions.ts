/** Mistakes in blocks and reductions, planted one at a time. */
import { randomStream } from '../../../src/numerics/random.ts';
import type { Mutation, World } from '../../support/mutation.ts';
import { followsSteps, membersAreLinear, pairs, type BlockModules } from '../../support/laws/block-laws.ts';
import { givens } from '../../support/laws/optimizer-settings.ts';
import { reductionLaws, type ReductionName, type Reductions } from '../../support/laws/reduction-laws.ts';

const TREES = ['scoring-filter-tree', 'static-scoring-filter-tree'];

const ofReductions: readonly Mutation[] = [
  {
    wrong: 'the last of equals wins',
    file: 'reductions/base.ts',
    find: 'numbers[k] > numbers[best]',
    replace: 'numbers[k] >= numbers[best]',
    shows: ['one-against-all'],
  },
  {
    wrong: 'the last of equal costs wins',
    file: 'reductions/base.ts',
    find: 'numbers[k] < numbers[best]',
    replace: 'numbers[k] <= numbers[best]',
    shows: ['cost-sensitive'],
  },
  {
    wrong: 'an odd entrant is out',
    file: 'reductions/bracket.ts',
    find: 'this.count = count - pairs;',
    replace: 'this.count = pairs;',
    shows: TREES,
  },
  {
    wrong: 'the right one of equals advances',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'this.scores[right] < this.scores[left]',
    replace: 'this.scores[right] <= this.scores[left]',
    shows: TREES,
  },
  {
    wrong: 'the higher score advances',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'this.scores[right] < this.scores[left]',
    replace: 'this.scores[right] > this.scores[left]',
    shows: TREES,
  },
  {
    wrong: 'the cheaper entrant is raised',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'costs[left] > costs[right] ? 1 : -1',
    replace: 'costs[left] > costs[right] ? -1 : 1',
    shows: TREES,
  },
  {
    wrong: 'every match has importance h',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'h * Math.abs(costs[left] - costs[right])',
    replace: 'h * Math.sign(Math.abs(costs[left] - costs[right]))',
    shows: TREES,
  },
  {
    wrong: 'half of the sensitivity of a match',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'this.#sensitivities[left] + this.#sensitivities[right]',
    replace: 'this.#sensitivities[left]',
    shows: TREES,
  },
  {
    wrong: 'both entrants move one way',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'this.#steps[right] = -step',
    replace: 'this.#steps[right] = step',
    shows: TREES,
  },
  {
    wrong: 'scores are not brought up to date',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'this.learner.follow(rows, i, this.scores);',
    replace: '',
    shows: ['scoring-filter-tree'],
  },
  {
    wrong: 'the filter tree sends the cheaper one down',
    file: 'reductions/filter-tree.ts',
    find: 'gap > 0 ? 1 : -1',
    replace: 'gap > 0 ? -1 : 1',
  },
  {
    wrong: 'the filter tree weighs every match alike',
    file: 'reductions/filter-tree.ts',
    find: 'h * Math.abs(gap)',
    replace: 'h * Math.sign(Math.abs(gap))',
  },
  {
    wrong: 'the filter tree loses importances',
    file: 'reductions/filter-tree.ts',
    find: 'h * Math.abs(gap)',
    replace: '(h > 0 ? 1 : 0) * Math.abs(gap)',
  },
  {
    wrong: 'scoring trees lose importances',
    file: 'reductions/scoring-filter-tree.ts',
    find: 'h * Math.abs(costs[left]',
    replace: '(h > 0 ? 1 : 0) * Math.abs(costs[left]',
    shows: TREES,
  },
  {
    wrong: 'the right one passes where a node knows nothing',
    file: 'reductions/filter-tree.ts',
    find: '] > 0 ?',
    replace: '] >= 0 ?',
  },
  {
    wrong: 'the true class is one of the others',
    file: 'reductions/one-against-all.ts',
    find: 'this.#labels[cheapest] = this.#sides.positive;',
    replace: '',
  },
  {
    wrong: 'importances are lost',
    file: 'reductions/one-against-all.ts',
    find: 'this.importances.fill(h)',
    replace: 'this.importances.fill(1)',
  },
];

const ofBlocks: readonly Mutation[] = [
  {
    wrong: 'members share one pace',
    file: 'optimizers/blocks/gradient-descent.ts',
    find: 'paces.advance(m, h)',
    replace: 'paces.advance(0, h)',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'members share one step size ahead',
    file: 'optimizers/blocks/gradient-descent.ts',
    find: 'this.paces.ahead(m)',
    replace: 'this.paces.ahead(0)',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'members of other masses share a decay',
    file: 'optimizers/blocks/paces.ts',
    find: 't !== this.#decayAt || ',
    replace: '',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'a member of importance 0 keeps an old step size',
    file: 'optimizers/blocks/gradient-descent.ts',
    find: 'h > 0 ? paces.advance(m, h) : 0',
    replace: 'h > 0 ? paces.advance(m, h) : etas[m]',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'steps that follow by u alone',
    file: 'optimizers/blocks/interleaved.ts',
    find: 'this.#steps[m] * this.#sensitivities[m]',
    replace: 'this.#steps[m]',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'AdaGrads: importance squared in G',
    file: 'optimizers/blocks/ada-grad.ts',
    find: 'h * (gradient * gradient)',
    replace: 'h * h * (gradient * gradient)',
  },
  {
    wrong: 'AdaGrads: an overflow is a step',
    file: 'optimizers/blocks/ada-grad.ts',
    find: 'total < Infinity ? this.etas[m] * sum : NaN',
    replace: 'this.etas[m] * sum',
  },
  {
    wrong: 'AdaGrads: directions of the neighbour',
    file: 'optimizers/blocks/ada-grad.ts',
    find: 'at = m; k < end; k++, at += stride',
    replace: 'at = 0; k < end; k++, at += stride',
  },
  {
    wrong: 'G starts from 0 whatever is asked for',
    file: 'optimizers/blocks/adaptive.ts',
    find: 'this.g.set(initial, at)',
    replace: 'this.g.fill(0)',
    shows: ['ada-grad'],
  },
  {
    wrong: 'a member that does not learn is admitted',
    file: 'optimizers/blocks/normalized-adaptive.ts',
    find: ' || !(importances[m] > 0)',
    replace: '',
  },
  {
    wrong: 'scales that grow leave weights as they are',
    file: 'optimizers/blocks/normalized-adaptive.ts',
    find: 'w[at + m] *= this.#scales[m].raise(s[at + m] / extent);',
    replace: '',
  },
  {
    wrong: 'sums of dots in another order',
    file: 'rows/kernels/interleaved.ts',
    find: 'a[n] + b[n] + (c[n] + d[n])',
    replace: 'a[n] + b[n] + c[n] + d[n]',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'apart: a member of importance 0 is prepared',
    file: 'optimizers/blocks/separate.ts',
    find: 'this.#prepared[m] = h > 0 ? 1 : 0;',
    replace: 'this.#prepared[m] = 1;',
    shows: ['rda'],
  },
  {
    wrong: 'apart: bases are margins',
    file: 'optimizers/blocks/separate.ts',
    find: 'this.#members[m].base(rows, i, margins[m])',
    replace: 'margins[m]',
    shows: ['implicit-ftrl'],
  },
  {
    wrong: 'apart: margins in the place of what averaged weights predict',
    file: 'optimizers/blocks/separate.ts',
    find: 'this.#members[m].predict(rows, i)',
    replace: 'this.#members[m].margin(rows, i)',
    shows: ['averaged'],
  },
  {
    wrong: 'steps start from the prediction',
    file: 'reductions/block-learner.ts',
    find: 'if (!this.#startsFromBase) {',
    replace: 'if (this.#startsFromBase) {',
    shows: ['implicit-ftrl'],
  },
  {
    wrong: 'a margin that left the numbers is learned from',
    file: 'reductions/block-learner.ts',
    find: 'if (!isInRange(margins[m]))',
    replace: 'if (false)',
    shows: ['gradient-descent'],
  },
];

const FOLDERS = ['numerics', 'files', 'losses', 'updates', 'rows', 'optimizers', 'learners', 'reductions'];

export const reductionMutations: World = {
  name: 'reductions',
  folders: FOLDERS,
  mutations: ofReductions,
  async judge(load, names) {
    const { reductions } = (await load('reductions/index.js')) as { reductions: Reductions };
    for (const name of names as ReductionName[]) {
      for (const [title, law] of Object.entries(reductionLaws)) {
        const random = randomStream(1, `${title} ${name}`);
        for (let run = 0; run < 30; run++) {
          const found = law(reductions, name, random);
          if (found !== undefined) return `${title}: ${found}`;
        }
      }
    }
    return undefined;
  },
};

export const blockMutations: World = {
  name: 'blocks',
  folders: FOLDERS,
  mutations: ofBlocks,
  async judge(load, names) {
    const modules = {
      ...((await load('optimizers/blocks/index.js')) as Pick<BlockModules, 'blocks'>),
      ...((await load('optimizers/blocks/separate.js')) as Pick<BlockModules, 'separate'>),
      ...((await load('reductions/block-learner.js')) as Pick<BlockModules, 'BlockLearner'>),
    };
    for (const [name, given] of givens.filter(([name]) => names.includes(name))) {
      for (const size of [1, 3, 10]) {
        const random = randomStream(1, `blocks ${name}`);
        for (let run = 0; run < 20; run++) {
          const unlike = followsSteps(modules, [name, given], size, random);
          if (unlike !== undefined) return `follow: ${unlike}`;
        }
        for (const pair of pairs) {
          if (pair[1].needs === 'linear step' && Object.keys(given).some((key) => ['l1', 'gravity'].includes(key))) continue;
          const found = membersAreLinear(modules, [name, given], pair, size, randomStream(1, `${pair[0].name} ${pair[1].name}`));
          if (found !== undefined) return `members are linear learners: ${found}`;
        }
      }
    }
    return undefined;
  },
};
