import type { SparseRows } from '../rows/sparse-rows.ts';
import { BlockReduction, Bracket } from './base.ts';
import type { BlockLearner } from './block-learner.ts';
import { type ReductionKind, signed, type Target } from './reduction.ts';

class FilterTree extends BlockReduction {
  readonly #bracket: Bracket;
  /** By node. */
  readonly #labels: Float64Array;
  readonly #slopes: Float64Array;
  readonly #sensitivities: Float64Array;
  readonly #bases: Float64Array;
  readonly #steps: Float64Array;

  constructor(learner: BlockLearner, classes: number) {
    super(learner, classes);
    this.#bracket = new Bracket(classes);
    [this.#labels, this.#slopes, this.#sensitivities, this.#bases, this.#steps] = Array.from(
      { length: 5 },
      () => new Float64Array(learner.size),
    );
  }

  learn(rows: SparseRows, i: number, { costs }: Target, h: number): number {
    const bracket = this.#bracket;
    const predicted = this.begin(rows, i, h);
    bracket.begin();
    while (bracket.count > 1 && !bracket.isSettled(costs)) {
      if (this.#weigh(costs, h)) this.#learnLevel(rows, i);
      this.#advance();
    }
    return predicted;
  }

  protected choose(): number {
    const bracket = this.#bracket;
    bracket.begin();
    while (bracket.count > 1) this.#advance();
    return bracket.entrants[0];
  }

  /** Winners go up: the right one where the node's score is above 0. */
  #advance(): void {
    const bracket = this.#bracket;
    for (let pair = 0; pair < bracket.pairs; pair++)
      bracket.win(pair, this.scores[bracket.nodes + pair] > 0 ? bracket.right(pair) : bracket.left(pair));
    bracket.rise();
  }

  #weigh(costs: Float64Array, h: number): boolean {
    const bracket = this.#bracket;
    this.importances.fill(0);
    let any = false;
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const node = bracket.nodes + pair;
      const gap = costs[bracket.left(pair)] - costs[bracket.right(pair)];
      const importance = h * Math.abs(gap);
      if (!(importance > 0)) continue;
      any = true;
      this.importances[node] = importance;
      this.#labels[node] = gap > 0 ? 1 : -1;
      this.#slopes[node] = this.learner.slopeOf(this.scores[node], this.#labels[node]);
    }
    return any;
  }

  #learnLevel(rows: SparseRows, i: number): void {
    const { learner, importances } = this;
    const bracket = this.#bracket;
    learner.prepare(rows, i, importances, this.#slopes, this.#sensitivities);
    learner.starts(rows, i, this.scores, this.#bases);
    for (let node = bracket.nodes; node < bracket.nodes + bracket.pairs; node++) {
      if (importances[node] === 0) continue;
      this.#steps[node] = learner.stepOf(this.#bases[node], this.#labels[node], importances[node], this.#sensitivities[node]);
    }
    learner.push(rows, i, this.#steps);
    learner.follow(rows, i, this.scores);
  }
}

/**
 * Filter tree: a tournament with a binary learner at each of its K - 1 nodes, which learns from the examples whose two entrants won
 * below.
 *
 *   node with entrants l, r:  label +1 if c_l > c_r (the right one should win), else -1;  importance h |c_l - c_r|
 *
 * Who advances is decided after the update. Learning ends where all who are still in cost the same. The cost regret is at most the
 * sum of the nodes' importance-weighted regrets.
 *
 * Source: Beygelzimer, Langford & Ravikumar, Error-correcting tournaments (2009), algorithm 1.
 */
export const filterTree: ReductionKind = {
  meaning: 'a tournament with a learner at each of its nodes',
  needs: 'every cost',
  members: (classes) => classes - 1,
  unfit: signed,
  build: (learner, classes) => new FilterTree(learner, classes),
};
