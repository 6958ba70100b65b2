import { updateLaws as everyRulesLaws, whereDigits, type UpdateLaw } from '../../../src/laws/update-laws.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { clip } from '../../../src/numerics/elementary.ts';
import type { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';
import { EPS, FEW, hasDigits, LARGEST, type Point, size, TINY } from '../../../src/laws/points.ts';

/**
 * The laws of update rules (src/updates/rules.ts), as functions from a rule, a loss and a point to a counterexample (or
 * undefined): the law tests run them over rules x losses.
 */

/** What each rule is, in one equation; a missing name is a compile error. */
const equations: Record<keyof typeof updates, UpdateLaw> = {
  naive: (update, loss, { p, y, tau }) => equal(update(loss, p, y, tau), -tau * loss.slope(p, y)),

  /** An example of importance 3 is three examples of importance 1. */
  invariant(update, loss, { p, y, tau }) {
    let moved = 0;
    for (let copy = 0; copy < 3; copy++) moved += update(loss, clip(p + moved, ...loss.domain), y, tau);
    return equal(update(loss, p, y, 3 * tau), moved, FEW * EPS * size(loss, p, y));
  },

  implicit: (update, loss, { p, y, tau }) => equal(update(loss, p, y, tau), loss.proximal(p, y, tau)),

  /** The implicit equation on the second-order model: move = -tau (l' + l'' move). */
  quadratic(update, loss, { p, y, tau }) {
    const move = update(loss, p, y, tau);
    const [slope, curvature] = [loss.slope(p, y), loss.curvature(p, y)];
    if (tau === 0 || curvature === LARGEST || Math.abs(move) === LARGEST) return undefined;
    return equal(move / tau + curvature * move, -slope, TINY * (1 + 1 / tau + curvature));
  },

  /** The gradient step, or as far as the tangent stays above the infimum. */
  truncated(update, loss, { p, y, tau }) {
    const slope = loss.slope(p, y);
    const move = update(loss, p, y, tau);
    const above = loss.excess(p, y) / Math.abs(slope);
    return equal(Math.abs(move), slope === 0 ? 0 : Math.min(Math.abs(tau * slope), above), TINY);
  },

  resampled: (update, loss, { p, y, tau }) => equal(update(loss, p, y, tau, 1), -tau * loss.slope(p, y)),
};

function equal(found: number, wanted: number, noise = 0): string | undefined {
  const legal = Math.abs(wanted) > LARGEST || Math.abs(found - wanted) <= FEW * EPS * Math.abs(wanted) + noise;
  return legal ? undefined : `${found} instead of ${wanted}`;
}

const solvesItsEquation: UpdateLaw = (update, loss, point) => equations[update.name as keyof typeof updates](update, loss, point);

/** Those of every rule, and the equation of the built-in ones. */
export const updateLaws: Readonly<Record<string, UpdateLaw>> = {
  ...everyRulesLaws,
  solvesItsEquation: whereDigits(solvesItsEquation),
};

/** |implicit| <= |invariant| <= |naive|, for all convex losses. */
export function rulesAreOrdered(
  rules: Readonly<Record<keyof typeof updates, UpdateRule>>,
  loss: Loss,
  point: Point,
): string | undefined {
  const { p, y, tau } = point;
  if (!hasDigits(point) || Math.abs(loss.slope(p, y)) === LARGEST) return undefined;
  const order = ['implicit', 'invariant', 'naive'] as const;
  const lengths = order.map((name) => Math.abs(rules[name](loss, p, y, tau)));
  const noise = TINY + tau * TINY;
  const ordered = lengths.every((length, n) => n === 0 || lengths[n - 1] <= length * (1 + FEW * EPS) + noise);
  return ordered ? undefined : `lengths of ${order.join(', ')} are ${lengths.join(', ')}`;
}

/**
 * h gradient steps converge to the flow: Euler's method on a convex loss, with steps short enough not to overshoot, is ahead of
 * the flow by at most one step. At a kink the last steps may overshoot by
 * their own length.
 */
export function resamplingConverges(resampled: UpdateRule, loss: Loss, { p, y, tau }: Point): string | undefined {
  const h = 256;
  const flow = loss.flow(p, y, tau);
  const overshot = clip(p + flow - (tau / h) * loss.slope(p, y), ...loss.domain);
  const step = (tau / h) * Math.max(Math.abs(loss.slope(p, y)), Math.abs(loss.slope(overshot, y)));
  const steepest = Math.max(loss.curvature(p, y), loss.curvature(clip(p + flow, ...loss.domain), y));
  if ((tau / h) * steepest > 0.5) return undefined;
  const move = resampled(loss, p, y, tau, h);
  return Math.abs(move - flow) <= step * (1 + FEW * EPS)
    ? undefined
    : `${h} steps move by ${move}, the flow by ${flow}, one step is ${step}`;
}
