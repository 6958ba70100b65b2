import type { Loss } from '../losses/loss.ts';
import { saturate } from '../numerics/elementary.ts';

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
quadratic.timeTo = (loss: Loss, p: number, target: number, y: number): number => {
  if (target === p) return 0;
  const slopeThere = loss.slope(p, y) + (target - p) * loss.curvature(p, y);
  return Math.sign(p - target) === Math.sign(slopeThere) ? (p - target) / slopeThere : Infinity;
};
