import type { Entries } from '../ledger/entries.ts';
import { isKnown } from '../ledger/entry.ts';
import type { Answer } from '../streams/oracles/annotator.ts';

/** An answer that was given, and to which question. */
export interface Given {
  readonly position: number;
  readonly row: number;
  readonly answer: Answer;
}

/** What the entries of a pass say of its questions. */
export interface Answered {
  /** In the order in which the answers came. */
  readonly given: Given[];
  /** How many there were when the last answer had come that came late, 0 without any; and how many examples had been considered then. */
  readonly upToLate: number;
  readonly after: number;
  /** Questions without an answer. */
  readonly open: number;
}

/** The answers of a pass; labels that an earlier one had bought were not asked for. */
export function answeredIn(entries: Entries): Answered {
  const given: Given[] = [];
  let [upToLate, after, open] = [0, 0, 0];
  for (const entry of entries) {
    if (entry.entry === 'end' || (entry.entry === 'example' && (entry.outcome !== 'asked' || isKnown(entry)))) continue;
    const { position, row, label } = entry;
    if (label === undefined) open++;
    else given.push({ position, row, answer: label ?? 'abstains' });
    if (entry.entry === 'answer') {
      open--;
      [upToLate, after] = [given.length, entry.after];
    }
  }
  return { given, upToLate, after, open };
}
