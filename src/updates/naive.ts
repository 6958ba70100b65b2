import type { Loss } from '../losses/loss.ts';
import { saturate } from '../numerics/elementary.ts';

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
naive.timeTo = (loss: Loss, p: number, target: number, y: number): number => {
  if (target === p) return 0;
  const slope = loss.slope(p, y);
  return Math.sign(p - target) === Math.sign(slope) ? (p - target) / slope : Infinity;
};
