import { answeredBy } from '../../ledger/audit/evidence.ts';
import { isKnown, type ExampleEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { passesOf } from '../../ledger/passes.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { judgeOf } from '../../specs/kinds/active-classes.ts';
import { budgetOf } from '../../specs/run.ts';
import { ErrorTally } from '../../statistics/error-tally.ts';

/** Questions that the rounds ask together which are told: an error of 10% is known to within 8 points by them if they are drawn evenly. */
const ENOUGH = 50;

/**
 * How often the scores of the latest rounds were wrong, on the rows that had no label when a round began, and which rounds
 * these are; undefined before they asked enough.
 *
 *   sum over these rounds of mistakes bought / p,  over  the sum of these rows
 *
 * Which rounds these are was known before their coins, for budgets and scores decide it: the fewest that asked ENOUGH questions, and none
 * before a round whose rows all had the same scores, which predict nothing.
 */
export function latestError(ledger: Ledger) {
  const { file, header } = ledger;
  const passes = passesOf(ledger);
  let [from, questions] = [passes.length, 0];
  while (questions < ENOUGH && from > 0 && tells(passes[from - 1]))
    questions += budgetOf(recordedSpec(file, passes[--from].header), header.data.rows);
  if (questions < ENOUGH) return undefined;
  const judge = judgeOf(recordedSpec(file, header));
  const tally = new ErrorTally();
  for (const [r, { entries }] of passes.slice(from).entries()) {
    const open = new Map<number, ExampleEntry>();
    for (const entry of entries) {
      if (entry.entry === 'end' || (entry.entry === 'example' && isKnown(entry))) continue;
      const key = r * header.data.rows + entry.position;
      if (entry.entry === 'example') tally.consider(1, entry.probability);
      if (entry.entry === 'example' && entry.outcome === 'asked') tally.buy(key);
      const { purchase, label } = answeredBy(entry, open) ?? {};
      if (typeof label === 'number') tally.answer(key, judge.isWrong(purchase!.prediction, label) ? 'wrong' : 'right', undefined);
    }
  }
  const { length } = passes;
  return { estimate: tally.estimate('over'), rounds: from + 1 < length ? `rounds ${from + 1} to ${length}` : `round ${length}` };
}

/** Whether its scores differ from row to row. */
function tells({ entries }: Ledger): boolean {
  const { prediction, distance } = entries.at(0) as ExampleEntry;
  for (const entry of entries)
    if (entry.entry === 'example' && (entry.prediction !== prediction || entry.distance !== distance)) return true;
  return false;
}
