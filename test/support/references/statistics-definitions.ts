/** Definitions of the statistics, computed the long way: what the tests compare them with. */
import type { Observation } from '../../../experiments/label-complexity/kaplan-meier.ts';

/** Wilcoxon's two-sided probability: ranks by counting, then every pattern of signs. */
export function signPatterns(numbers: readonly number[]): number {
  const sizes = numbers.map(Math.abs);
  const rank = (x: number): number =>
    sizes.filter((size) => size < x).length + (sizes.filter((size) => size === x).length + 1) / 2;
  const ranks = sizes.filter((size) => size > 0).map(rank);
  const half = ranks.reduce((sum, r) => sum + r, 0) / 2;
  const found = numbers.reduce((sum, x) => sum + (x > 0 ? rank(x) : 0), 0);
  let extreme = 0;
  for (let pattern = 0; pattern < 2 ** ranks.length; pattern++) {
    const sum = ranks.reduce((total, r, k) => total + (pattern & (1 << k) ? r : 0), 0);
    if (Math.abs(sum - half) >= Math.abs(found - half)) extreme++;
  }
  return extreme / 2 ** ranks.length;
}

/**
 * A hypothesis falls where every set of hypotheses that holds it falls to Bonferroni: Holm's procedure is the closure of that.
 */
export function closureOfBonferroni(probabilities: readonly number[]): number[] {
  const sets = Array.from({ length: 2 ** probabilities.length - 1 }, (_, code) =>
    probabilities.flatMap((_, k) => ((code + 1) & (1 << k) ? k : [])),
  );
  return probabilities.map((_, i) =>
    Math.max(
      ...sets
        .filter((set) => set.includes(i))
        .map((set) => Math.min(1, set.length * Math.min(...set.map((k) => probabilities[k])))),
    ),
  );
}

/** S(t) by Efron's construction: each censored run hands its share on, in equal parts, to all that went further. */
export function redistributed(runs: readonly Observation[]): (t: number) => number {
  const later = (a: Observation, b: Observation): boolean =>
    a.at > b.at || (a.at === b.at && a.outcome === 'censored' && b.outcome === 'reached');
  const order = runs.toSorted((a, b) => (later(a, b) ? 1 : later(b, a) ? -1 : 0));
  const shares = order.map(() => 1 / order.length);
  order.forEach(({ outcome }, i) => {
    if (outcome === 'reached' || i === order.length - 1) return;
    for (let k = i + 1; k < order.length; k++) shares[k] += shares[i] / (order.length - 1 - i);
    shares[i] = 0;
  });
  return (t) => 1 - order.reduce((sum, { at, outcome }, i) => sum + (outcome === 'reached' && at <= t ? shares[i] : 0), 0);
}
