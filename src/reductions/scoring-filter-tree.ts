import type { SparseRows } from '../rows/sparse-rows.ts';
import { argmin, BlockReduction, Bracket } from './base.ts';
import type { BlockLearner } from './block-learner.ts';
import { type ReductionKind, signed, type Target } from './reduction.ts';

/** Winners and margins as they were before the example. */
class StaticTree extends BlockReduction {
  readonly #bracket: Bracket;
  /** By class: the slopes, sensitivities, bases and steps of the level. */
  readonly #slopes: Float64Array;
  readonly #sensitivities: Float64Array;
  readonly #bases: Float64Array;
  readonly #steps: Float64Array;

  constructor(learner: BlockLearner, classes: number) {
    super(learner, classes);
    this.#bracket = new Bracket(classes);
    this.#slopes = new Float64Array(classes);
    this.#sensitivities = new Float64Array(classes);
    this.#bases = new Float64Array(classes);
    this.#steps = new Float64Array(classes);
  }

  learn(rows: SparseRows, i: number, { costs }: Target, h: number): number {
    const bracket = this.#bracket;
    const predicted = this.begin(rows, i, h);
    bracket.begin();
    while (bracket.count > 1 && !bracket.isSettled(costs)) {
      if (this.#weigh(costs, h)) this.#learnLevel(rows, i, costs);
      for (let pair = 0; pair < bracket.pairs; pair++) {
        const [left, right] = [bracket.left(pair), bracket.right(pair)];
        bracket.win(pair, this.scores[right] < this.scores[left] ? right : left);
      }
      bracket.rise();
    }
    return predicted;
  }

  /** The lowest score wins every match it is in, and the left one of equals is the first. */
  protected choose(): number {
    return argmin(this.scores);
  }

  /** What becomes of the scores after a level has been learned. */
  protected refresh(_rows: SparseRows, _i: number): void {
    // As they were.
  }

  /** Fills in the importances and slopes of this level; whether there is one above 0. */
  #weigh(costs: Float64Array, h: number): boolean {
    const { learner, scores, importances } = this;
    const bracket = this.#bracket;
    importances.fill(0);
    let any = false;
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const left = bracket.left(pair);
      const right = bracket.right(pair);
      const importance = h * Math.abs(costs[left] - costs[right]);
      if (!(importance > 0)) continue;
      any = true;
      importances[left] = importances[right] = importance;
      const slope = learner.slopeOf(scores[left] - scores[right], higher(costs, left, right));
      this.#slopes[left] = slope;
      this.#slopes[right] = -slope;
    }
    return any;
  }

  #learnLevel(rows: SparseRows, i: number, costs: Float64Array): void {
    const { learner, scores, importances } = this;
    const bracket = this.#bracket;
    learner.prepare(rows, i, importances, this.#slopes, this.#sensitivities);
    learner.starts(rows, i, scores, this.#bases);
    for (let pair = 0; pair < bracket.pairs; pair++) {
      const left = bracket.left(pair);
      const right = bracket.right(pair);
      const importance = importances[left];
      if (importance === 0) continue;
      const q = this.#sensitivities[left] + this.#sensitivities[right];
      const step = learner.stepOf(this.#bases[left] - this.#bases[right], higher(costs, left, right), importance, q);
      this.#steps[left] = step;
      this.#steps[right] = -step;
    }
    learner.push(rows, i, this.#steps);
    this.refresh(rows, i);
  }
}

/** Who advances, and the margins above, are decided by the scores after each level's update. */
class RecomputedTree extends StaticTree {
  protected override refresh(rows: SparseRows, i: number): void {
    this.learner.follow(rows, i, this.scores);
  }
}

/** +1 where the left class costs more, and its score should be the higher one; else -1. */
function higher(costs: Float64Array, left: number, right: number): number {
  return costs[left] > costs[right] ? 1 : -1;
}

const common = {
  needs: 'every cost',
  matches: true,
  members: (classes: number) => classes,
  unfit: signed,
} as const;

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
  build: (learner, classes) => new RecomputedTree(learner, classes),
};

/** The scoring filter tree whose winners and margins are those before the example at every level. */
export const staticScoringFilterTree: ReductionKind = {
  ...common,
  meaning: 'the same with the scores from before the example',
  build: (learner, classes) => new StaticTree(learner, classes),
};
