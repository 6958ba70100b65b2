import { guessRows, type Guess } from '../rows/guesses.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Judge } from '../streams/judge.ts';
import { EntryColumns, type Entries } from './entries.ts';
import { isKnown } from './entry.ts';
import type { Ledger } from './file/read-ledger.ts';
import { passesOf } from './passes.ts';
import { examplesIn } from './replay/replay.ts';

/** What the passes of a ledger come to where each is a round with scores of its own. */
export interface Meetings {
  readonly entries: Entries;
  readonly examples: number;
  /** R, the one under way included. */
  readonly rounds: number;
}

/**
 * The passes of a ledger of scores from outside (`scores` of the spec) as the R rounds of one: positions count on, and a row that an earlier
 * round bought keeps the prediction it was bought on. The estimate of a round,
 *
 *   T_hat_r = sum of z over rows bought before + sum of z/p over rows bought in it,     E[T_hat_r | all before] = T,
 *
 * is unbiased whatever decided its scores and its budget. Rounds count alike: T_hat is their mean, whose number is no matter of the coins as
 * long as nobody stops because of them; certificates hold whenever one stops.
 */
export function meetingsOf(ledger: Ledger): Meetings {
  const passes = passesOf(ledger);
  const { rows } = ledger.header.data;
  const entries = new EntryColumns();
  const bought = new Map<number, number>();
  for (const [r, { entries: own }] of passes.entries()) {
    const first = r * rows;
    for (const entry of own) {
      if (entry.entry === 'end') {
        if (r === passes.length - 1) entries.push({ ...entry, examples: first + entry.examples });
        continue;
      }
      const position = first + entry.position;
      if (entry.entry === 'answer') {
        entries.push({ ...entry, position, after: first + entry.after });
        continue;
      }
      const prediction = isKnown(entry) ? bought.get(entry.row)! : entry.prediction;
      if (entry.outcome === 'asked') bought.set(entry.row, prediction);
      entries.push({ ...entry, position, prediction });
    }
  }
  return { entries, examples: (passes.length - 1) * rows + examplesIn(ledger), rounds: passes.length };
}

/** The scores that a pass was asked with, as its entries tell them; undefined where it has not met every row. */
export function scoresIn({ entries, header }: Ledger, judge: Judge): SparseRows | undefined {
  const guesses: Guess[] = [];
  for (const entry of entries) {
    if (entry.entry !== 'example') continue;
    const { row, prediction, distance } = entry;
    guesses[row] = { guessed: judge.predictedClass(prediction), confidence: undefined, distance };
  }
  return examplesIn({ entries }) < header.data.rows ? undefined : guessRows(guesses, judge.classes!);
}
