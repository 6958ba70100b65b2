import type { Loss } from '../losses/loss.ts';
import { clip, saturate } from '../numerics/elementary.ts';
import { naive } from './naive.ts';
import { ImportanceError } from './update.ts';

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
