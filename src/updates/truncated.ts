import type { Loss } from '../losses/loss.ts';
import { saturate } from '../numerics/elementary.ts';
import { naive } from './naive.ts';

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
