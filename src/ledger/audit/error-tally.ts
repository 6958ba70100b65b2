import { ErrorTally } from '../../statistics/error-tally.ts';
import type { Loss } from '../../losses/loss.ts';
import { judgement } from '../../streams/error-meter.ts';
import type { ExampleEntry } from '../entry.ts';
import type { LabelsLeft } from '../replay/recorded-oracle.ts';
import type { Evidence } from './evidence.ts';

/** A number in [0, 1] of a purchase and its label, fixed before its coin was tossed: what is counted. */
export type Phi = (purchase: ExampleEntry, label: number) => number;

type Told = Pick<Evidence, 'entries' | 'loss' | 'isComplete' | 'isWeighted'>;

/** The account of a ledger's errors (`talliesOf`). */
export function errorTally(evidence: Told, left: LabelsLeft): ErrorTally {
  return talliesOf(evidence, left, { error: isWrong(evidence.loss) }).error;
}

/** 1 where the prediction was wrong. */
export function isWrong(loss: Loss): Phi {
  return ({ prediction }, label) => (judgement(loss, prediction, label)[0] === 'wrong' ? 1 : 0);
}

/**
 * Accounts of a ledger, one for each of `phis`: its entries, told to the tally that a live run keeps (statistics/error-tally.ts).
 *
 * A ledger of purchases leaves rows out. How many they were is known from the positions, and the budget could pay for them if it
 * could for the next purchase: `left` must not depend on the row there. Where rows have importances of their own, the clock of
 * such a ledger is known at its end, if the budget lasted until then.
 */
export function talliesOf<K extends string>(
  { entries, loss, isComplete, isWeighted = false }: Told,
  left: LabelsLeft,
  phis: Readonly<Record<K, Phi>>,
): Readonly<Record<K, ErrorTally>> {
  const kept = Object.entries<Phi>(phis).map(([name, phi]) => ({ name, phi, tally: new ErrorTally() }));
  /** Of purchases without an answer. */
  const purchases = new Map<number, ExampleEntry>();
  let next = 0;
  let spent = 0;
  /** Importance of the rows that have an entry, where that of the others is known at the end only. */
  let told = 0;
  const isUntold = isWeighted && !isComplete;
  const comeTo = (position: number, row: number): void => {
    const isSpent = left(row, spent) < 1;
    for (const { tally } of kept) {
      if (isSpent) tally.stop();
      tally.passOver(position - next, isUntold ? 0 : position - next);
    }
    next = position;
  };
  for (const entry of entries) {
    if (entry.entry === 'end') {
      if (entry.examples > next) comeTo(entry.examples, 0);
      if (isUntold) for (const { tally } of kept) tally.passOver(0, (entry.consideredImportance ?? entry.examples) - told);
      continue;
    }
    const { position, label } = entry;
    if (entry.entry === 'example') {
      const { rowImportance = 1 } = entry;
      comeTo(position, entry.row);
      for (const { tally } of kept) tally.consider(rowImportance, entry.probability);
      told += rowImportance;
      next++;
      if (entry.outcome !== 'asked') continue;
      spent += entry.cost!;
      for (const { tally } of kept) tally.buy(position);
      purchases.set(position, entry);
    }
    if (label === undefined) continue;
    const purchase = purchases.get(position)!;
    purchases.delete(position);
    if (label === null) continue;
    const side = label > loss.threshold! ? 'positive' : 'negative';
    for (const { phi, tally } of kept) tally.measure(position, phi(purchase, label), side);
  }
  return Object.fromEntries(kept.map(({ name, tally }) => [name, tally])) as Record<K, ErrorTally>;
}
