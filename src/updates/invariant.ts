import type { Loss } from '../losses/loss.ts';

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
