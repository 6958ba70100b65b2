import { ErrorTally } from '../../statistics/error-tally.ts';
import { judgement } from '../../streams/error-meter.ts';
import type { LabelsLeft } from '../replay/recorded-oracle.ts';
import type { Evidence } from './evidence.ts';

/**
 * The account of a ledger's errors: its entries, told to the tally that a live run keeps (statistics/error-tally.ts).
 *
 * A ledger of purchases leaves rows out. How many they were is known from the positions, and the budget could pay for them if it
 * could for the next purchase: `left` must not depend on the row there. Where rows have importances of their own, the clock of
 * such a ledger is known at its end, if the budget lasted until then.
 */
export function errorTally(
  { entries, loss, isComplete, isWeighted = false }: Pick<Evidence, 'entries' | 'loss' | 'isComplete' | 'isWeighted'>,
  left: LabelsLeft,
): ErrorTally {
  const tally = new ErrorTally();
  /** Of purchases without an answer. */
  const predictions = new Map<number, number>();
  let next = 0;
  let spent = 0;
  /** Importance of the rows that have an entry, where that of the others is known at the end only. */
  let told = 0;
  const isUntold = isWeighted && !isComplete;
  const comeTo = (position: number, row: number): void => {
    if (left(row, spent) < 1) tally.stop();
    tally.passOver(position - next, isUntold ? 0 : position - next);
    next = position;
  };
  for (const entry of entries) {
    if (entry.entry === 'end') {
      if (entry.examples > next) comeTo(entry.examples, 0);
      if (isUntold) tally.passOver(0, (entry.consideredImportance ?? entry.examples) - told);
      continue;
    }
    const { position, label } = entry;
    if (entry.entry === 'example') {
      const { rowImportance = 1 } = entry;
      comeTo(position, entry.row);
      tally.consider(rowImportance, entry.probability);
      told += rowImportance;
      next++;
      if (entry.outcome !== 'asked') continue;
      spent += entry.cost!;
      tally.buy(position);
      predictions.set(position, entry.prediction);
    }
    if (label === undefined) continue;
    if (label !== null) tally.answer(position, ...judgement(loss, predictions.get(position)!, label));
    predictions.delete(position);
  }
  return tally;
}
