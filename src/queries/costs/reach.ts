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
