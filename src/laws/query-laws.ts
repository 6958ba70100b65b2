import type { RuleReading, Situation } from '../queries/query.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { RandomStream } from '../numerics/random.ts';
import { pow } from '../numerics/functions/pow.ts';

/** A rule whose probability is a function of the situation alone. */
export type ScalarRule = Pick<RuleReading<'flip'>, 'probability'>;

/** What a scalar rule is asked about, in the letters of the papers; G = weightToFlip / k. */
export interface Point {
  readonly k: number;
  readonly G: number;
  readonly errorRate: number;
  readonly queries: number;
  /** |p - threshold| */
  readonly distance: number;
}

const nothing = undefined as unknown as SparseRows;

/** The situation of a scalar rule at a point of the laws. */
export function situationAt({ k, G, errorRate, queries, distance }: Point): Situation {
  return {
    time: k,
    rowImportance: 1,
    prediction: distance,
    distance,
    sensitivity: 1,
    weightToFlip: G * k,
    errorRate,
    queries,
    labelsLeft: Infinity,
  };
}

/** The probability of a rule at a point of the laws; scalar rules read no row. */
export function probabilityAt(rule: ScalarRule, point: Point): number {
  return rule.probability(situationAt(point), nothing, 0);
}

/** Ordinary points: k up to 1e7; G, the error rate and the distance over many orders of magnitude. */
export function samplePoint(random: RandomStream): Point {
  const k = Math.floor(pow(10, 7 * random.next())) + 1;
  const queries = Math.floor(pow(k, random.next()));
  return {
    k,
    G: pow(10, -10 + 12 * random.next()),
    errorRate: pow(random.next(), 4),
    queries,
    distance: pow(10, -6 + 8 * random.next()),
  };
}

/**
 * The corners: no time, no gap, gaps and distances from 1e-300 to Infinity, no labels, every label, error rates 0 and above 1.
 */
export const extremePoints: readonly Point[] = [0, 1, 2, 3, 10, 1e6, 2 ** 53].flatMap((k) =>
  [0, 1e-300, 1e-150, 1e-16, 1e-8, 1, 1e8, 1e150, 1e290, Infinity].flatMap((G) =>
    [0, 1e-300, 0.5, 1, 1e6].flatMap((errorRate) =>
      [0, 1, k].map((queries) => ({ k, G: k === 0 ? 0 : G, errorRate, queries, distance: G })),
    ),
  ),
);

/**
 * p lies in [0, 1]. This and the functions that follow are the laws of query rules, from a rule to a counterexample (or undefined):
 * the law tests run them over the whole registry, and the mutation check runs them over planted mistakes that they have to find.
 */
export function isProbability(rule: ScalarRule, point: Point): string | undefined {
  const p = probabilityAt(rule, point);
  return p >= 0 && p <= 1 ? undefined : `p = ${p} at ${show(point)}`;
}

/** Every label that some importance could make matter may be bought; beyond gaps of 1e100 p may underflow. */
export function leavesNothingOut(rule: ScalarRule, point: Point): string | undefined {
  return probabilityAt(rule, point) > 0 || point.G > 1e100 ? undefined : `p = 0 at ${show(point)}`;
}

/** A prediction further from the threshold is never asked about more often. */
export function fallsWithDistance(rule: ScalarRule, point: Point, factor: number): string | undefined {
  const near = probabilityAt(rule, point);
  const far = probabilityAt(rule, { ...point, distance: point.distance * factor });
  return far <= near * (1 + 1e-12)
    ? undefined
    : `p rises from ${near} to ${far} when the distance grows ${factor}-fold, at ${show(point)}`;
}

/** p does not rise with G at fixed k. */
export function fallsWithGap(rule: ScalarRule, point: Point, factor: number): string | undefined {
  const near = probabilityAt(rule, point);
  const far = probabilityAt(rule, { ...point, G: point.G * factor });
  return far <= near * (1 + 1e-12)
    ? undefined
    : `p rises from ${near} to ${far} when G = ${point.G} grows ${factor}-fold, at ${show(point)}`;
}

/** p does not rise with k at fixed G. */
export function fallsWithTime(rule: ScalarRule, point: Point, steps: number): string | undefined {
  const early = probabilityAt(rule, point);
  const late = probabilityAt(rule, { ...point, k: point.k + steps });
  return late <= early * (1 + 1e-12) ? undefined : `p rises from ${early} to ${late} when k grows by ${steps}, at ${show(point)}`;
}

/** p leaves 1 without a jump: just beyond the largest gap at which the label is certain to be bought, p is still about 1. */
export function leavesOneContinuously(rule: ScalarRule, point: Point): string | undefined {
  const at = (G: number): number => probabilityAt(rule, { ...point, G });
  let low = 1e-300;
  let high = 1e300;
  if (at(low) < 1 || at(high) === 1) return undefined; // a rule that does not depend on the gap
  while (high / low > 1 + 1e-13) {
    const middle = Math.sqrt(low) * Math.sqrt(high);
    if (middle <= low || middle >= high) break;
    if (at(middle) === 1) low = middle;
    else high = middle;
  }
  const beyond = at(high);
  return beyond > 1 - 1e-9 ? undefined : `p jumps from 1 to ${beyond} at G = ${high}, ${show(point)}`;
}

function show({ k, G, errorRate, queries, distance }: Point): string {
  return `k = ${k}, G = ${G}, errorRate = ${errorRate}, queries = ${queries}, distance = ${distance}`;
}
