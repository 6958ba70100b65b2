import type { SparseRows } from '../rows/sparse-rows.ts';
import { argmin, BlockReduction, Bracket, type ReductionKind, signed, type Target } from './reduction.ts';
import type { BlockLearner } from './block-learner.ts';

/** A tournament that is learned level by level, until all who are still in cost the same. */
abstract class Tournament extends BlockReduction {
  protected readonly bracket: Bracket;
  /** By member: the slopes, sensitivities, bases and steps of the level. */
  protected readonly slopes: Float64Array;
  protected readonly sensitivities: Float64Array;
  protected readonly bases: Float64Array;
  protected readonly steps: Float64Array;

  readonly #isFollowed: boolean;

  /** `isFollowed`: whether the scores are brought up to date after a level; else they are those before the example at every level. */
  constructor(learner: BlockLearner, classes: number, isFollowed = true) {
    super(learner, classes);
    this.#isFollowed = isFollowed;
    this.bracket = new Bracket(classes);
    [this.slopes, this.sensitivities, this.bases, this.steps] = Array.from({ length: 4 }, () => new Float64Array(learner.size));
  }

  learn(rows: SparseRows, i: number, { costs }: Target, h: number): number {
    const { bracket } = this;
    const predicted = this.begin(rows, i, h);
    bracket.begin();
    while (bracket.count > 1 && !bracket.isSettled(costs)) {
      this.importances.fill(0);
      if (this.weigh(costs, h)) this.#learnLevel(rows, i, costs);
      this.advance();
    }
    return predicted;
  }

  #learnLevel(rows: SparseRows, i: number, costs: Float64Array): void {
    const { learner } = this;
    learner.block.prepare(rows, i, this.importances, this.slopes, this.sensitivities);
    learner.starts(rows, i, this.scores, this.bases);
    this.move(costs);
    learner.block.push(rows, i, this.steps);
    if (this.#isFollowed) learner.block.follow(rows, i, this.scores);
  }

  /** Fills in the importances, which are 0, and slopes of this level; whether there is an importance above 0. */
  protected abstract weigh(costs: Float64Array, h: number): boolean;

  /** Fills in the steps of this level. */
  protected abstract move(costs: Float64Array): void;

  /** Winners go up. */
  protected abstract advance(): void;
}

class FilterTree extends Tournament {
  /** By node. */
  readonly #labels: Float64Array;

  constructor(learner: BlockLearner, classes: number) {
    super(learner, classes);
    this.#labels = new Float64Array(learner.size);
  }

  protected choose(): number {
    const { bracket } = this;
    bracket.begin();
    while (bracket.count > 1) this.advance();
    return bracket.entrants[0];
  }

  /** The right one where the node's score is above 0. */
  protected advance(): void {
    const { bracket } = this;
    for (let pair = 0; pair < bracket.pairs; pair++)
      bracket.win(pair, this.scores[bracket.nodes + pair] > 0 ? bracket.right(pair) : bracket.left(pair));
    bracket.rise();
  }

  protected weigh(costs: Float64Array, h: number): boolean {
    const { bracket } = this;
    let any = false;
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const node = bracket.nodes + pair;
      const gap = costs[bracket.left(pair)] - costs[bracket.right(pair)];
      const importance = h * Math.abs(gap);
      if (!(importance > 0)) continue;
      any = true;
      this.importances[node] = importance;
      this.#labels[node] = gap > 0 ? 1 : -1;
      this.slopes[node] = this.learner.slopeOf(this.scores[node], this.#labels[node]);
    }
    return any;
  }

  protected move(): void {
    const { bracket, learner, importances, bases, steps, sensitivities } = this;
    for (let node = bracket.nodes; node < bracket.nodes + bracket.pairs; node++) {
      if (importances[node] === 0) continue;
      steps[node] = learner.stepOf(bases[node], this.#labels[node], importances[node], sensitivities[node]);
    }
  }
}

/** A tournament of scores: winners and margins are those that each level's update leaves, or those before the example. */
class ScoringTree extends Tournament {
  /** The lowest score wins every match it is in, and the left one of equals is the first. */
  protected choose(): number {
    return argmin(this.scores);
  }

  protected advance(): void {
    const { bracket, scores } = this;
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const [left, right] = [bracket.left(pair), bracket.right(pair)];
      bracket.win(pair, scores[right] < scores[left] ? right : left);
    }
    bracket.rise();
  }

  protected weigh(costs: Float64Array, h: number): boolean {
    const { bracket, learner, scores, importances, slopes } = this;
    let any = false;
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const left = bracket.left(pair);
      const right = bracket.right(pair);
      const importance = h * Math.abs(costs[left] - costs[right]);
      if (!(importance > 0)) continue;
      any = true;
      importances[left] = importances[right] = importance;
      const slope = learner.slopeOf(scores[left] - scores[right], higher(costs, left, right));
      slopes[left] = slope;
      slopes[right] = -slope;
    }
    return any;
  }

  protected move(costs: Float64Array): void {
    const { bracket, learner, importances, bases, steps, sensitivities } = this;
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const left = bracket.left(pair);
      const right = bracket.right(pair);
      const importance = importances[left];
      if (importance === 0) continue;
      const q = sensitivities[left] + sensitivities[right];
      const step = learner.stepOf(bases[left] - bases[right], higher(costs, left, right), importance, q);
      steps[left] = step;
      steps[right] = -step;
    }
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

/** +1 where the left class costs more, and its score should be the higher one; else -1. */
function higher(costs: Float64Array, left: number, right: number): number {
  return costs[left] > costs[right] ? 1 : -1;
}

const common = { needs: 'every cost', matches: true, members: (classes: number) => classes, unfit: signed } as const;

/**
 * Scoring filter tree: a tournament in which the lower of two scores s_k = w_k.x advances, learned level by level.
 *
 *   node with entrants l, r:  h |c_l - c_r| is the importance,  y = +1 if c_l > c_r, else -1,  m = s_l - s_r,  q = q_l + q_r,
 *   move = update(loss, m, y, h |c_l - c_r| q),  w_l += (move / q) rate x,  w_r -= (move / q) rate x
 *
 * After every level the scores are brought up to date, so that the winners and margins of the next level are those after the
 * update. Learning ends where all who are still in cost the same. Leaves stand in the order of the classes, an odd entrant passes,
 * ties go to the left.
 *
 * Source: Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011); Beygelzimer, Langford & Ravikumar,
 * Error-correcting tournaments (2009).
 */
export const scoringFilterTree: ReductionKind = {
  ...common,
  meaning: 'a tournament of scores, brought up to date after every level',
  build: (learner, classes) => new ScoringTree(learner, classes),
};

/** The scoring filter tree whose winners and margins are those before the example at every level. */
export const staticScoringFilterTree: ReductionKind = {
  ...common,
  meaning: 'the same with the scores from before the example',
  build: (learner, classes) => new ScoringTree(learner, classes, false),
};
