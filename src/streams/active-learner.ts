/**
 * Importance-weighted active learning, one example at a time.
 *
 *   p     = margin of the example under the current weights
 *   P     = query.probability(situation)           situation: k, p, q, weightToFlip, errors and labels bought so far
 *   asked = coin < P and the budget holds a label  (the coin is tossed for every example: equal seeds, equal coins)
 *   h     = 1/P (decision.ts)                      the importance that keeps the bought sample unbiased
 *
 * `ask` decides and `tell` / `pass` report, so a simulation (active-learn.ts), a person in a terminal and a program on a
 * pipe drive the same object. A label that comes late is announced by `postpone` and handed over by `deliver`: it is learned
 * when it comes, with the importance it was bought with, and judges the prediction it was bought on.
 *
 * What breaks E[sum of importance] = n: a budget that ends is a hard cap, and what it cut off is `refusedImportance` (their sum is
 * n on average still); answers that never come take their importance with them, which biases nothing but the sum where they
 * are missing at random; p = 0 leaves examples to the rule (`implied`).
 *
 * Source: Beygelzimer, Dasgupta & Langford (2009), algorithm 1; Karampatziakis & Langford (arXiv 1011.1576), section 4.
 */
import type { SparseRows } from '../data/sparse-rows.ts';
import type { LinearLearner } from '../learners/linear.ts';
import type { RandomStream } from '../numerics/random.ts';
import { numberIn, partIn, type State, type Stateful } from '../numerics/state.ts';
import type { QueryRule, Situation } from '../queries/query.ts';
import type { Answer } from './annotator.ts';
import { requireCompatible } from './compatibility.ts';
import { Decision } from './decision.ts';
import { OpenPurchases } from './open-purchases.ts';
import { isMistake } from './progressive.ts';

export class ActiveLearner implements Stateful {
  readonly learner: LinearLearner;
  readonly query: QueryRule;
  /** What the rule sees of the example being considered; refilled for every one. */
  readonly situation: Situation;
  /** What was decided about it, and on what grounds; likewise. */
  readonly decision = new Decision();
  readonly #coin: RandomStream;
  readonly #open = new OpenPurchases();
  #importanceSum = 0;
  #refusedImportance = 0;
  #errorSum = 0;
  #implied = 0;

  /** Throws RangeError where the rule makes no sense with the learner's loss. */
  constructor({ learner, query, coin }: { learner: LinearLearner; query: QueryRule; coin: RandomStream }) {
    requireCompatible(query, learner.loss);
    this.learner = learner;
    this.query = query;
    this.#coin = coin;
    this.situation = { time: 0, prediction: 0, distance: 0, sensitivity: 0, weightToFlip: 0, errorRate: 0, queries: 0, labelsLeft: 0 };
  }

  /** Sum of the importances of all learned labels; with those refused and implied, its expectation is the number of examples. */
  get importanceSum(): number {
    return this.#importanceSum;
  }

  /** Sum of the importances that the coin wanted and the budget did not hold: what a hard cap has cut off. */
  get refusedImportance(): number {
    return this.#refusedImportance;
  }

  /** Examples of probability 0. */
  get implied(): number {
    return this.#implied;
  }

  /** Labels that were bought and have not come. */
  get awaited(): number {
    return this.#open.count;
  }

  /** Importance-weighted 0/1 error on learned labels over all examples considered; 0 before the first. */
  get errorEstimate(): number {
    const { time } = this.situation;
    return time === 0 ? 0 : this.#errorSum / time;
  }

  /** Considers row i; returns the importance its label has to be bought with, or 0 when it is not asked about. */
  ask(rows: SparseRows, i: number, labelsLeft: number): number {
    const { query, situation, decision } = this;
    this.#look(rows, i);
    situation.labelsLeft = labelsLeft;
    return decision.make(query.probability(situation, rows, i), this.#coin.next(), query.weighting, labelsLeft);
  }

  /** Learns the bought label of row i, the row of the last `ask`, with the importance h that it returned. */
  tell(rows: SparseRows, i: number, label: number, h: number): void {
    this.#learn(rows, i, label, h, this.situation.prediction);
    this.situation.time++;
  }

  /** Goes on without the label of row i, the row of the last `ask`: not asked, or asked and not answered. */
  pass(rows: SparseRows, i: number): void {
    const { learner, query, situation, decision } = this;
    if (decision.outcome === 'implied') {
      if (query.whenImplied === 'learn-prediction') learner.learn(rows, i, learner.side(situation.prediction), 1);
      this.#implied++;
    } else if (decision.outcome === 'refused') this.#refusedImportance += decision.importance;
    query.settle(situation, rows, i, undefined, 0);
    situation.time++;
  }

  /** Goes on before the bought label of row i, the row of the last `ask`, has come. */
  postpone(i: number): void {
    this.#open.add({ row: i, importance: this.decision.importance, prediction: this.situation.prediction });
    this.situation.time++;
  }

  /** The answer to the oldest open purchase of row i has come. To be called between examples. */
  deliver(rows: SparseRows, i: number, answer: Answer): void {
    const { importance, prediction } = this.#open.take(i);
    this.#look(rows, i);
    if (answer === 'abstains') this.query.settle(this.situation, rows, i, undefined, 0);
    else this.#learn(rows, i, answer, importance, prediction);
  }

  /** Taken between examples. */
  state(): State {
    const { learner, query, situation } = this;
    return {
      learner: learner.state(),
      query: query.state(),
      coin: this.#coin.position(),
      open: this.#open.state(),
      time: situation.time,
      queries: situation.queries,
      importanceSum: this.#importanceSum,
      refusedImportance: this.#refusedImportance,
      errorSum: this.#errorSum,
      implied: this.#implied,
    };
  }

  restore(state: State): void {
    const { learner, query, situation } = this;
    learner.restore(partIn(state, 'learner'));
    query.restore(partIn(state, 'query'));
    this.#coin.moveTo(partIn(state, 'coin'));
    this.#open.restore(partIn(state, 'open'));
    situation.time = numberIn(state, 'time');
    situation.queries = numberIn(state, 'queries');
    this.#importanceSum = numberIn(state, 'importanceSum');
    this.#refusedImportance = numberIn(state, 'refusedImportance');
    this.#errorSum = numberIn(state, 'errorSum');
    this.#implied = numberIn(state, 'implied');
  }

  /** Fills the situation with what can be known about row i now. */
  #look(rows: SparseRows, i: number): void {
    const { learner, query, situation } = this;
    const p = learner.margin(rows, i);
    situation.prediction = p;
    if (query.reads !== 'counts') situation.distance = Math.abs(p - learner.loss.threshold!);
    if (query.reads === 'flip') {
      situation.sensitivity = learner.sensitivity(rows, i, p);
      situation.weightToFlip = learner.weightToFlip(p, situation.sensitivity);
    }
    situation.errorRate = this.errorEstimate;
  }

  /** Learns a label of importance h that was bought on the prediction p. */
  #learn(rows: SparseRows, i: number, label: number, h: number, p: number): void {
    const { learner, query, situation } = this;
    const mistaken = isMistake(learner.loss, p, label);
    if (mistaken) this.#errorSum += h;
    this.#importanceSum += h;
    if (mistaken || query.weighting === 'inverse-probability') learner.learn(rows, i, label, h, situation.prediction);
    query.settle(situation, rows, i, label, h);
    situation.queries++;
  }
}
