import type { Loss } from '../losses/loss.ts';
import { clip, saturate } from '../numerics/elementary.ts';
import { CompositionError, type IwalError } from '../numerics/iwal-error.ts';

/**
 * The gradient step taken tau long: -tau l'(p). It multiplies the gradient by the importance, so a large one overshoots.
 *
 * Source: the baseline of Karampatziakis & Langford (arXiv 1011.1576), section 2.
 */
export function naive(loss: Loss, p: number, y: number, tau: number): number {
  return saturate(-tau * loss.slope(p, y));
}

naive.startsFrom = 'prediction' as const;
naive.needs = 'any step' as const;

/** Linear in tau: the distance over the speed. */
naive.timeTo = (loss: Loss, p: number, target: number, y: number): number => timeBy(loss.slope(p, y), p, target);

/** When a step of -tau slope is at the target. */
function timeBy(slope: number, p: number, target: number): number {
  if (target === p) return 0;
  return Math.sign(p - target) === Math.sign(slope) ? (p - target) / slope : Infinity;
}

/**
 * The importance-invariant step: the loss's own gradient flow, dp/dtau = -l'(p), followed for time tau.
 *
 * h copies of an example move the prediction exactly as one copy of importance h, and no importance overshoots. For the
 * weights of a whole learner that holds while its step size is constant; schedules in t and AdaGrad bend it.
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), theorem 1 and table 1.
 *
 * @example
 * invariant(losses.hinge, 0, 1, 5) // => 1
 */
export function invariant(loss: Loss, p: number, y: number, tau: number): number {
  return loss.flow(p, y, tau);
}

invariant.startsFrom = 'prediction' as const;
invariant.needs = 'linear step' as const;

/** The inverse of the flow, which the loss knows. */
invariant.timeTo = (loss: Loss, p: number, target: number, y: number): number => loss.timeTo(p, target, y);

/**
 * The implicit (proximal) step: to the v that minimises l(v) + (v - p)^2 / (2 tau), so that v - p = -tau l'(v).
 *
 * It never overshoots and never moves further than the invariant step, but h copies move further than one of importance h.
 *
 * Source: Kulis & Bartlett, Implicit online learning (2010); Karampatziakis & Langford (arXiv 1011.1576), section 3.
 */
export function implicit(loss: Loss, p: number, y: number, tau: number): number {
  return loss.proximal(p, y, tau);
}

implicit.startsFrom = 'base' as const;
implicit.needs = 'linear step' as const;

/** v = target solves the equation above for tau. It covers the same range as the flow, which says what is out of reach. */
implicit.timeTo = (loss: Loss, p: number, target: number, y: number): number => {
  const reach = loss.timeTo(p, target, y);
  if (reach === 0 || reach === Infinity) return reach;
  return (p - target) / slopeBefore(loss, p, target, y);
};

/** The slope at the target as seen from p: just before it, where a kink or the end of the domain at the target hides it. */
function slopeBefore(loss: Loss, p: number, target: number, y: number): number {
  const slope = loss.slope(target, y);
  if (slope !== 0) return slope;
  const way = p - target;
  const nudge = Math.min(Math.abs(way), Number.EPSILON * Math.max(Math.abs(target), Math.abs(way)));
  const before = target + Math.sign(way) * nudge;
  return loss.slope(before === target ? p : before, y);
}

/**
 * The quadratic-implicit step (imp^2): implicit on the second-order model of the loss at p, -tau l' / (1 + tau l'').
 *
 * Written -l' / (1/tau + l''), which cannot overflow. It may overshoot where the curvature falls along the way.
 *
 * Source: Karampatziakis & Langford, slides on importance weights in online learning (the imp^2 update).
 */
export function quadratic(loss: Loss, p: number, y: number, tau: number): number {
  return saturate(-loss.slope(p, y) / (1 / tau + loss.curvature(p, y)));
}

quadratic.startsFrom = 'prediction' as const;
quadratic.needs = 'linear step' as const;

/** Out of reach are targets beyond the Newton step, which is the step for tau = Infinity: there the model's slope has turned. */
quadratic.timeTo = (loss: Loss, p: number, target: number, y: number): number =>
  timeBy(loss.slope(p, y) + (target - p) * loss.curvature(p, y), p, target);

/**
 * The truncated model step (aProx): the gradient step, stopped where the tangent at p reaches the infimum of the loss:
 * -min(tau, (l - inf l) / l'^2) l'.
 *
 * Source: Asi & Duchi, Stochastic (approximate) proximal point methods (2019), truncated model.
 */
export function truncated(loss: Loss, p: number, y: number, tau: number): number {
  const slope = loss.slope(p, y);
  return slope === 0 ? 0 : -Math.sign(slope) * Math.min(saturate(tau * Math.abs(slope)), longestStep(loss, p, y, slope));
}

truncated.startsFrom = 'prediction' as const;
truncated.needs = 'linear step' as const;

/** That of the gradient step, as far as it goes. */
truncated.timeTo = (loss: Loss, p: number, target: number, y: number): number => {
  if (target === p) return 0;
  const time = naive.timeTo(loss, p, target, y);
  return Math.abs(target - p) <= longestStep(loss, p, y, loss.slope(p, y)) ? time : Infinity;
};

/** Distance at which the tangent at p reaches the infimum. */
function longestStep(loss: Loss, p: number, y: number, slope: number): number {
  return saturate(loss.excess(p, y) / Math.abs(slope));
}

/** Steps that one example may take: some ten milliseconds, so that a loop over examples hears Ctrl-C within a second. */
export const MOST_COPIES = 1e6;

/**
 * round(h) gradient steps of tau / h each: the example presented h times over. Slow, and the yardstick of the others: with
 * many small steps it converges to the invariant step.
 *
 * Slopes are taken inside the loss's domain, as a learner that met the copies one by one would take them. Cost: O(h).
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), section 3, whose limit of ever smaller steps defines the flow.
 *
 * @throws ImportanceError for more than MOST_COPIES copies.
 */
export function resampled(loss: Loss, p: number, y: number, tau: number, h = 1): number {
  const { domain } = loss;
  const low = domain[0];
  const high = domain[1];
  const copies = Math.round(h);
  if (copies > MOST_COPIES) refuse(h);
  const step = tau / h;
  let moved = 0;
  for (let copy = 0; copy < copies; copy++) {
    moved = saturate(moved - step * loss.slope(clip(p + moved, low, high), y));
  }
  return moved;
}

function refuse(h: number): never {
  throw new ImportanceError(
    `update 'resampled' takes one step a copy, and an importance of ${h} is more than ${MOST_COPIES} copies; expected at most ` +
      `that many, or update 'invariant', to which ever smaller steps converge, at any importance`,
  );
}

resampled.startsFrom = 'prediction' as const;
resampled.needs = 'linear step' as const;

/** That of a single copy: how many copies a given tau stands for is not known here. */
resampled.timeTo = naive.timeTo;

/**
 * An update rule turns (loss, p, y, tau) into a displacement of the prediction, and knows its own inverse.
 *
 * tau = h * q: importance times sensitivity. The optional last argument tells how many copies of the example tau stands
 * for; only rules that take discrete steps (resampled) ask for it, every other rule depends on h through tau alone.
 *
 * `timeTo(loss, p, target, y)` is the smallest tau whose displacement from p lands on (or crosses) the target, Infinity
 * when there is none. Divided by q it is the importance weight that flips a prediction when the target is the loss's
 * threshold and y is the label opposite to the prediction.
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), sections 3 and 4.
 */
export interface UpdateRule {
  (loss: Loss, p: number, y: number, tau: number, h?: number): number;
  /** The function's own name is the name under which the registry, specs and the command line know it. */
  readonly name: string;
  /**
   * Where the step starts: at the prediction, or, for a step that solves for the prediction after it with the regulariser
   * included, at the base that the optimizer has left it at (Optimizer.base).
   */
  readonly startsFrom: 'prediction' | 'base';
  /** What the optimizer's step must be: linear, moving the prediction by exactly u q, or any, where u is the plain gradient. */
  readonly needs: 'linear step' | 'any step';
  /** The smallest tau whose displacement from p lands on or crosses the target; Infinity when there is none. */
  timeTo(loss: Loss, p: number, target: number, y: number): number;
}

/** An importance that an update rule cannot learn with: the message says the bound and what to do. */
export class ImportanceError extends RangeError implements IwalError {
  readonly code = 'IWAL_IMPORTANCE';
  override readonly name = 'ImportanceError';
}

/**
 * Whether the rule's step starts from the optimizer's base.
 *
 * @throws CompositionError where the rule does not say.
 */
export function startsFromBase({ name, startsFrom }: UpdateRule): boolean {
  return declared(name, 'startsFrom', startsFrom, ['base', 'prediction']) === 'base';
}

/**
 * Whether the rule needs an optimizer whose steps are linear.
 *
 * @throws CompositionError where the rule does not say.
 */
export function needsLinearStep({ name, needs }: UpdateRule): boolean {
  return declared(name, 'needs', needs, ['linear step', 'any step']) === 'linear step';
}

/** A rule from outside that declares nothing must not silently compute another algorithm. */
function declared(rule: string, property: string, found: string, legal: readonly string[]): string {
  if (legal.includes(found)) return found;
  throw new CompositionError(`update '${rule}' must declare ${property}, one of '${legal.join("', '")}'; found ${found}`);
}
