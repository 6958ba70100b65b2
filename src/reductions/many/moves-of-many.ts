import { saturate } from '../../numerics/elementary.ts';
import { invariant } from '../../updates/invariant.ts';
import { naive } from '../../updates/naive.ts';
import type { UpdateRule } from '../../updates/update.ts';
import type { LossOfMany } from './loss-of-many.ts';

/** Fills `out` of a loss with the moves of the first n members. */
export type MovesOfMany = (loss: LossOfMany, n: number) => void;

/** What an update rule moves many members at once; absent for rules that are asked member by member. */
export function movesOfMany(update: UpdateRule): MovesOfMany | undefined {
  return update === invariant ? flows : update === naive ? gradientSteps : undefined;
}

function flows(loss: LossOfMany, n: number): void {
  loss.flows(n);
}

function gradientSteps(loss: LossOfMany, n: number): void {
  loss.slopes(n);
  const { times, out } = loss;
  for (let m = 0; m < n; m++) out[m] = saturate(-times[m] * out[m]);
}
