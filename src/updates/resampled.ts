import type { Loss } from '../losses/loss.ts';
import { clip, saturate } from '../numerics/elementary.ts';
import { naive } from './naive.ts';

/**
 * round(h) gradient steps of tau / h each: the example presented h times over. Slow, and the yardstick of the others: with
 * many small steps it converges to the invariant step.
 *
 * Slopes are taken inside the loss's domain, as a learner that met the copies one by one would take them. Cost: O(h).
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), section 3, whose limit of ever smaller steps defines the flow.
 */
export function resampled(loss: Loss, p: number, y: number, tau: number, h = 1): number {
  const { domain } = loss;
  const low = domain[0];
  const high = domain[1];
  const copies = Math.round(h);
  const step = tau / h;
  let moved = 0;
  for (let copy = 0; copy < copies; copy++) {
    moved = saturate(moved - step * loss.slope(clip(p + moved, low, high), y));
  }
  return moved;
}

resampled.startsFrom = 'prediction' as const;
resampled.needs = 'linear step' as const;

/** That of a single copy: how many copies a given tau stands for is not known here. */
resampled.timeTo = naive.timeTo;
