/** What a rule sees of an example that may be asked about, class by class; refilled for every example. */
export interface CostSituation {
  /** t: examples considered so far and this one, whatever was bought. */
  readonly time: number;
  /** f_k: the cost that is predicted for class k, as the regressors have it, within no bounds. */
  readonly predictions: Float64Array;
  /** s_k: how far one unit of step would move f_k; knows no cost. */
  readonly sensitivities: Float64Array;
  /** Costs lie in [low, high]. */
  readonly low: number;
  readonly high: number;
}

/**
 * A rule about single costs: with what probability the cost of each class is bought. It keeps nothing, tosses no coin, and what is
 * bought is learned with the importance of its row, never with 1/p: a probability of 0 or 1 follows from the past, and others depend on nothing.
 *
 * Laws (test/laws/stream/classes/costs.test.ts): probabilities in [0, 1]; pure; where costs, their range and predictions are measured in
 * another unit, what is asked stays the same.
 */
export interface CostRule {
  /** out[k]: the probability of buying the cost of class k. */
  probabilities(situation: CostSituation, out: Float64Array): void;
}
