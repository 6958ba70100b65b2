/**
 * The account of a ledger's errors: its entries, told to the tally that a live run keeps (numerics/error-tally.ts).
 *
 * A ledger of purchases leaves rows out. How many they were is known from the positions, and the budget could pay for them if it
 * could for the next purchase: `left` must not depend on the row there.
 */
import { ErrorTally } from '../../numerics/error-tally.ts';
import type { Loss } from '../../losses/loss.ts';
import { judgement } from '../../streams/error-meter.ts';
import type { Entry } from '../entry.ts';
import type { LabelsLeft } from '../recorded-oracle.ts';

export function errorTally(entries: readonly Entry[], loss: Loss, left: LabelsLeft): ErrorTally {
  const tally = new ErrorTally();
  const predictions = new Map<number, number>();
  let next = 0;
  let spent = 0;
  const comeTo = (position: number, row: number): void => {
    if (left(row, spent) < 1) tally.stop();
    tally.passOver(position - next);
    next = position;
  };
  for (const entry of entries) {
    if (entry.entry === 'end') {
      if (entry.examples > next) comeTo(entry.examples, 0);
      continue;
    }
    const { position, label } = entry;
    if (entry.entry === 'example') {
      comeTo(position, entry.row);
      tally.consider(entry.rowImportance ?? 1, entry.probability);
      next++;
      if (entry.outcome !== 'asked') continue;
      spent += entry.cost!;
      tally.buy(position);
      predictions.set(position, entry.prediction);
    }
    if (typeof label === 'number') tally.answer(position, ...judgement(loss, predictions.get(position)!, label));
  }
  return tally;
}
