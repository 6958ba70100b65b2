import type { Annotator, Answer } from '../../streams/oracles/annotator.ts';
import type { Entries } from '../entries.ts';
import type { LabelsLeft } from './recorded-oracle.ts';

/**
 * What a ledger can answer to a run that was not the one it was kept of: the labels it bought, and with which probability it would
 * have bought the others.
 */
export interface Answers {
  /** Rows it can answer for, from the first: those considered while its budget could pay for one more label. */
  readonly rows: number;
  /** P by position. */
  readonly probabilities: Float64Array;
  /** What was answered, by row; purchases whose answers had not come are not among them. */
  readonly answers: ReadonlyMap<number, Answer>;
}

/** The answers of a ledger that has an entry for every example considered; `left` says how far its budget reached. */
export function answersIn(entries: Entries, left: LabelsLeft): Answers {
  const probabilities: number[] = [];
  const answers = new Map<number, Answer>();
  let spent = 0;
  for (const entry of entries) {
    if (entry.entry === 'end') break;
    if (entry.entry === 'example') {
      // Behind a hard cap the probabilities say nothing: no label was for sale.
      if (left(entry.row, spent) < 1) break;
      probabilities.push(entry.probability);
      spent += entry.cost ?? 0;
    } else spent -= entry.refund ?? 0;
    if (entry.label !== undefined) answers.set(entry.row, entry.label ?? 'abstains');
  }
  return { rows: probabilities.length, probabilities: Float64Array.from(probabilities), answers };
}

/**
 * Answers as the ledger does, at the prices and with the delay of another annotator. `translate`: its labels as the loss that is
 * to learn reads them.
 */
export function answering({ answers }: Answers, prices: Annotator, translate: (label: number) => number): Annotator {
  return {
    answer(i) {
      const answer = answers.get(i);
      // One that had not come when the ledger ended does not come here either: it is due behind the end.
      return typeof answer === 'number' ? translate(answer) : 'abstains';
    },
    price: (i) => prices.price(i),
    cost: (i) => prices.cost(i),
    pricesDiffer: prices.pricesDiffer,
    delay: prices.delay,
  };
}
