import { settledIn } from '../ledger/corrections.ts';
import { isKnown } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/file/read-ledger.ts';
import type { Answer } from '../streams/oracles/annotator.ts';

/** An answer that was given, and to which question. */
export interface Given {
  readonly position: number;
  readonly row: number;
  readonly answer: Answer;
}

/**
 * The answers of a pass, in the order in which they came, and how many questions are open. Labels that an earlier pass had bought were not
 * asked for.
 *
 * `upToLate`: how many there were when the last answer had come that came late or was corrected, 0 without any; `after`: how many examples
 * had been considered then. A correction is as late as what stands before it.
 */
export function answeredIn(ledger: Pick<Ledger, 'entries' | 'corrections'>) {
  const given: Given[] = [];
  const settled = settledIn(ledger);
  let [upToLate, after, open, n] = [0, 0, 0, 0];
  for (const entry of ledger.entries) {
    if (n++ === settled && settled > 0) upToLate = given.length;
    if (n <= settled && entry.entry === 'example') after = entry.position + 1;
    if (entry.entry === 'end' || (entry.entry === 'example' && (entry.outcome !== 'asked' || isKnown(entry)))) continue;
    const { position, row, label } = entry;
    if (label === undefined) open++;
    else given.push({ position, row, answer: label ?? 'abstains' });
    if (entry.entry === 'answer') {
      open--;
      [upToLate, after] = [given.length, entry.after];
    }
  }
  if (n === settled) upToLate = given.length;
  return { given, upToLate, after, open };
}
