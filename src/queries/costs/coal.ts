import { log, clip } from '../../numerics/elementary.ts';
import { recipe, type Values } from '../../numerics/recipe.ts';
import type { CostRule, CostSituation } from './cost-rule.ts';

/** The lowest and the highest cost of one class that the past does not rule out. */
export interface CostInterval {
  low: number;
  high: number;
}

const parameters = {
  mellowness: { above: 0, default: 0.01, asks: 'more', meaning: 'c0; larger asks more' },
  range: { from: 0, default: 0.5, meaning: 'c1: a width of c1 (high - low) / sqrt t is known well' },
  first: { from: 1, whole: true, default: 1, meaning: 'examples of which every cost is bought before anything is ruled out' },
} as const;

function rule(constants: Values<typeof parameters>): CostRule {
  const interval: CostInterval = { low: 0, high: 0 };
  let lows = new Float64Array(2);
  let widths = new Float64Array(2);
  return {
    probabilities(situation, out) {
      const classes = situation.predictions.length;
      if (lows.length !== classes) [lows, widths] = [new Float64Array(classes), new Float64Array(classes)];
      let best = Infinity;
      for (let k = 0; k < classes; k++) {
        costInterval(situation, k, constants, interval);
        lows[k] = interval.low;
        widths[k] = interval.high - interval.low;
        best = Math.min(best, interval.high);
      }
      let overlapping = 0;
      for (let k = 0; k < classes; k++) if (lows[k] <= best) overlapping++;
      const wide = (constants.range * (situation.high - situation.low)) / Math.sqrt(situation.time);
      for (let k = 0; k < classes; k++) out[k] = overlapping > 1 && lows[k] <= best && widths[k] > wide ? 1 : 0;
    },
  };
}

/**
 * The costs of class k that are in question at time t: f_k clipped to [low, high], and reach.ts to either side of it, with the
 * evidence D_t s_k, D_t = c0 ln(K (t - 1)) (high - low)^2. All of [low, high] for the first examples and where the
 * sensitivity is 0 or no number: then the past rules nothing out.
 */
export function costInterval(
  { time, predictions, sensitivities, low, high }: CostSituation,
  k: number,
  { mellowness, first }: Pick<Values<typeof parameters>, 'mellowness' | 'first'>,
  out: CostInterval,
): void {
  const s = sensitivities[k];
  const spread = high - low;
  if (time <= first || !(s > 0 && s < Infinity)) {
    out.low = low;
    out.high = high;
    return;
  }
  const f = clip(predictions[k], low, high);
  const evidence = mellowness * log(predictions.length * (time - 1)) * spread * spread * s;
  out.low = Math.max(low, f - reach(f - low, evidence));
  out.high = Math.min(high, f + reach(high - f, evidence));
}

/**
 * COAL, cost overlapped active learning: buys the cost of a class that may still be the cheapest, where it is not yet known well.
 *
 *   best = the lowest of all upper ends;  class k is in question iff low_k <= best, and is asked about iff two classes or more are,
 *   and high_k - low_k > c1 (high - low) / sqrt t
 *
 * Deterministic given the past, so that no cost is weighed by 1/p. The mellowness c0 is the knob: the smaller, the fewer costs. With a
 * small one the first example of all, whose class alone is then predicted to cost nothing, may rule out every other class for good:
 * `first`, 1 in the source, prevents that.
 *
 * Source: Krishnamurthy, Agarwal, Huang, Daume & Langford, Active learning for cost-sensitive classification (JMLR 20, 2019); Vowpal
 * Wabbit's --cs_active, whose bisection ends up to 1e-6 short.
 */
export const coal = recipe('coal', parameters, rule);

/** Newton ends when a step is so small a part of where it is. */
const FINE = 4 * Number.EPSILON;

/**
 * How far a regression can be led: the largest u in [0, edge] that the evidence D against it allows,
 *
 *   u^2 (2 edge - u) <= D s,
 *
 * edge the distance from the prediction to the end of the range of costs, s the sensitivity. With u = s w this is
 * w (edge^2 - (edge - s w)^2) <= D: w copies of an example with the cost at the edge would lower the squared loss on it by no more
 * than D in all.
 *
 * In v = u / edge and r = D s / edge^3 it is v^2 (2 - v) = r, whose root lies between sqrt(r / 2) and sqrt(r); r >= 1 leads to the
 * edge. Newton's method, kept in that bracket. Increasing in D and s, and 0 where D s is 0; of the edge it is largest where the edge
 * is just reached, edge^3 = D s.
 *
 * Source: Krishnamurthy, Agarwal, Huang, Daume & Langford, Active learning for cost-sensitive classification (JMLR 20, 2019), section
 * 3.3; there solved by bisection.
 *
 * @example
 * reach(1, 1) // => 1
 */
export function reach(edge: number, evidence: number): number {
  if (!(edge > 0 && evidence > 0)) return 0;
  const r = evidence / edge / edge / edge;
  if (r >= 1) return edge;
  let low = Math.sqrt(r / 2);
  let high = Math.sqrt(r);
  let v = high;
  for (;;) {
    const excess = v * v * (2 - v) - r;
    if (excess > 0) high = v;
    else low = v;
    const newton = v - excess / (v * (4 - 3 * v));
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - v) <= FINE * v || next === low || next === high) return edge * Math.min(1, next);
    v = next;
  }
}
