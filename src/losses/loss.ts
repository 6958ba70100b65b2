import { type Parameters, recipe, type Recipe, type Values } from '../numerics/recipe.ts';

/**
 * A loss is a scalar function of a prediction `p` and a label `y`, together with the two motions that train on it.
 *
 * Letters, here and everywhere: p prediction · y label · tau flow time, the importance h times the sensitivity q = dp/du
 * of the row · a **displacement** is how far p moves, returned instead of the new p because it stays accurate when small.
 *
 * The laws every loss obeys (test/laws/scalar/losses.test.ts runs them over the whole registry; test/laws/scalar/extremes.test.ts holds
 * all but `value` against the printed formula at margins to 1e10 and times from 1e-300 to 1e300):
 * - `slope` is d value / dp and `curvature` is d slope / dp, checked against an independent derivative;
 * - `flow(p, y, 0) = 0`, and d flow / d tau at 0 is `-slope(p, y)`;
 * - semigroup: flowing for a, then for b, is flowing for a + b — this is importance invariance;
 * - safety: the sign of the slope never changes along the flow, so no update overshoots;
 * - |proximal| <= |flow| <= |tau * slope|, all three downhill, and the proximal step solves its own equation;
 * - `infimum` is where the flow leads, and `excess` the distance to it;
 * - `timeTo` inverts `flow`: flowing for `timeTo(p, target, y)` lands on the target;
 * - every result is finite for every finite input: what would overflow is Number.MAX_VALUE. Only `timeTo` may be Infinity,
 *   where the flow never arrives.
 *
 * Source: Karampatziakis & Langford, Online importance weight aware updates (arXiv 1011.1576), section 3.
 */
export interface Loss {
  /** The name under which the registry, specs and the command line know it. */
  readonly name: string;
  /** Which labels it takes: sign -1 and +1 · unit [0, 1] · real any number · count 0, 1, 2, … */
  readonly labels: LabelKind;
  /** The interval [low, high] of predictions on which the loss is defined; learners clip to it. */
  readonly domain: readonly [low: number, high: number];
  /** Predictions from it on mean the positive class. Undefined where the loss has no classes (counts). */
  readonly threshold: number | undefined;
  /** l(p, y). */
  value(p: number, y: number): number;
  /** dl/dp; at a kink, the element of the subdifferential that makes no move where the loss is already minimal. */
  slope(p: number, y: number): number;
  /** d2l/dp2; at a kink, the value from the side of the minimum. */
  curvature(p: number, y: number): number;
  /** inf over p of l(p, y). */
  infimum(y: number): number;
  /** l(p, y) - infimum(y), accurate where the two nearly agree. */
  excess(p: number, y: number): number;
  /** Importance-invariant displacement: follow dp/dtau = -l'(p) from p for time tau >= 0. */
  flow(p: number, y: number, tau: number): number;
  /** Implicit displacement: argmin_v l(v, y) + (v - p)^2 / (2 tau), minus p; tau >= 0. */
  proximal(p: number, y: number, tau: number): number;
  /** The time after which the flow from p reaches the target; Infinity when it never does. */
  timeTo(p: number, target: number, y: number): number;
  /**
   * The probability of the positive class that p stands for, where the loss is a proper one of such; absent where it is not. No
   * more calibrated than the learner is.
   */
  probability?(p: number): number;
  /**
   * Whether a fit (fits/) can minimise it: convex, with a slope that has no jump and, on bounded predictions, a bounded curvature; or the
   * loss that a fit minimises in its place. Absent: only what learns online can.
   */
  readonly fittable?: true | Loss;
  /** Whether the curvature is the second derivative everywhere, so that Newton's method applies; absent: the slope has kinks. */
  readonly smooth?: true;
  /**
   * The convex conjugate in the prediction, l*(s, y) = sup over p of s p - l(p, y), Infinity for slopes out of reach; absent
   * where no closed form is known here. Law (Fenchel-Young): l(p, y) + l*(s, y) >= s p, with equality where s = l'(p, y).
   */
  readonly conjugate?: (s: number, y: number) => number;
}

/** Which labels a loss takes: sign, -1 and +1 · unit, [0, 1] · real, any number · count, 0, 1, 2, … */
export type LabelKind = 'sign' | 'unit' | 'real' | 'count';

/** The labels of each kind: which numbers they are, and how they are called. */
export const LEGAL_LABELS: Readonly<Record<LabelKind, { readonly includes: (y: number) => boolean; readonly words: string }>> = {
  sign: { includes: (y) => y === -1 || y === 1, words: '-1 or +1' },
  unit: { includes: (y) => y >= 0 && y <= 1, words: 'a number in [0, 1], or -1 and +1 in the whole file' },
  real: { includes: Number.isFinite, words: 'a finite number' },
  count: { includes: (y) => Number.isInteger(y) && y >= 0, words: '0, 1, 2, …' },
};

/** The labels of the two classes. */
export interface Classes {
  readonly negative: number;
  readonly positive: number;
}

/** The two classes of a loss as labels: 0 and 1 for losses of the 'unit' kind, -1 and +1 for all others. */
export function classesOf(loss: Loss): Classes {
  return { negative: loss.labels === 'unit' ? 0 : -1, positive: 1 };
}

/**
 * The recipe of a loss with parameters: `build` gives all but its name, which is that of the recipe.
 *
 * @throws RangeError, the recipe, for a parameter that it does not know, that is missing or out of range.
 */
export function lossRecipe<const P extends Parameters, const Label extends string>(
  label: Label,
  parameters: P,
  build: (values: Values<P>) => Omit<Loss, 'name'>,
): Recipe<Loss, P, [], Label> {
  return recipe(label, parameters, (values): Loss => ({ name: label, ...build(values) }));
}
