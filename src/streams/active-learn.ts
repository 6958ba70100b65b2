/**
 * THE loop of importance-weighted active learning, one example at a time. The coin and the 1/p live here, once.
 *
 *   p     = margin of the example under the current weights
 *   P     = query.probability(situation)          situation: k, p, q, weightToFlip, errors and labels bought so far
 *   asked = coin < P and the budget holds a label  (the coin is tossed for every example: equal seeds, equal coins)
 *   h     = 1/P                                   the importance that keeps the bought sample unbiased
 *
 * `ask` decides and `tell` / `pass` report, so a simulation (activeLearn below), a person in a terminal and a program on a
 * pipe drive the same object. A budget that ends is a hard cap: from then on nothing is asked, and the guarantee
 * E[sum of importance] = n holds only up to that example.
 *
 * Source: Beygelzimer, Dasgupta & Langford (2009), algorithm 1; Karampatziakis & Langford (arXiv 1011.1576), section 4.
 */
import type { SparseRows } from '../data/sparse-rows.ts';
import type { LinearLearner } from '../learners/linear.ts';
import type { RandomStream } from '../numerics/random.ts';
import type { QueryRule, Situation } from '../queries/query.ts';
import type { Oracle } from './oracle.ts';
import { isMistake, type ProgressiveValidation } from './progressive.ts';

/** Coins are multiples of 2^-53: a smaller probability cannot be tossed, and its 1/p would not be the importance it had. */
const SMALLEST_PROBABILITY = 2 ** -53;

export class ActiveLearner {
  readonly learner: LinearLearner;
  readonly query: QueryRule;
  /** What the rule sees; refilled for every example. */
  readonly situation: Situation;
  readonly #coin: RandomStream;
  #importanceSum = 0;
  #errorSum = 0;

  constructor({ learner, query, coin }: { learner: LinearLearner; query: QueryRule; coin: RandomStream }) {
    this.learner = learner;
    this.query = query;
    this.#coin = coin;
    this.situation = { time: 0, prediction: 0, sensitivity: 0, weightToFlip: 0, errorRate: 0, queries: 0, labelsLeft: 0 };
  }

  /** Sum of the importances of all bought labels; its expectation is the number of examples considered. */
  get importanceSum(): number {
    return this.#importanceSum;
  }

  /** Considers row i and returns the importance its label has to be bought with, or 0 when it is not asked about. */
  ask(rows: SparseRows, i: number, labelsLeft: number): number {
    const { learner, query, situation } = this;
    const p = learner.margin(rows, i);
    situation.prediction = p;
    situation.sensitivity = learner.sensitivity(rows, i, p);
    situation.weightToFlip = learner.weightToFlip(p, situation.sensitivity);
    situation.errorRate = situation.time === 0 ? 0 : this.#errorSum / situation.time;
    situation.labelsLeft = labelsLeft;
    const probability = Math.max(query.probability(situation, rows, i), SMALLEST_PROBABILITY);
    if (this.#coin.next() >= probability || labelsLeft <= 0) return 0;
    return query.weighting === 'one' ? 1 : 1 / probability;
  }

  /** Learns the bought label of row i, the row of the last `ask`, with the importance h that it returned. */
  tell(rows: SparseRows, i: number, label: number, h: number): void {
    const { learner, query, situation } = this;
    if (isMistake(learner.loss, situation.prediction, label)) this.#errorSum += h;
    this.#importanceSum += h;
    learner.learn(rows, i, label, h);
    situation.queries++;
    situation.time++;
    query.settle(situation, rows, i, label, h);
  }

  /** Goes on without the label of row i, the row of the last `ask`. */
  pass(rows: SparseRows, i: number): void {
    const { learner, query, situation } = this;
    if (query.whenImplied === 'learn-prediction') learner.learn(rows, i, learner.side(situation.prediction), 1);
    situation.time++;
    query.settle(situation, rows, i, undefined, 0);
  }
}

/** Runs positions from … to - 1 of a stream: `order` names the row at each position. The evaluator sees every example. */
export function activeLearn(
  active: ActiveLearner,
  stream: { readonly rows: SparseRows; readonly order: Uint32Array },
  oracle: Oracle,
  evaluator: ProgressiveValidation,
  from: number,
  to: number,
): void {
  const { rows, order } = stream;
  for (let t = from; t < to; t++) {
    const i = order[t];
    const h = active.ask(rows, i, oracle.left);
    evaluator.record(i, active.situation.prediction);
    if (h > 0) active.tell(rows, i, oracle.label(i), h);
    else active.pass(rows, i);
  }
}
