import { answeredBy } from '../../ledger/audit/evidence.ts';
import { isKnown, type ExampleEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { passesOf } from '../../ledger/passes.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { judgeOf } from '../../specs/kinds/active-classes.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { ErrorTally } from '../../statistics/error-tally.ts';
import { errorWords, isSaid } from '../../streams/measures/error-words.ts';

/** Questions that the rounds ask together which are told: an error of 10% is known to within 8 points by them if they are drawn evenly. */
const ENOUGH = 50;

/** What is said of the scores of the latest rounds. */
interface LatestError {
  readonly estimate: ErrorEstimate;
  /** The first round that it is about, from 1. */
  readonly from: number;
}

/**
 * How often the scores of the latest rounds were wrong, on the rows that had no label when a round began; undefined before they asked
 * enough.
 *
 *   sum over these rounds of mistakes bought / p,  over  the sum of these rows
 *
 * Which rounds these are was known before their coins, for budgets and scores decide it: the fewest that asked ENOUGH questions, and none
 * before a round whose rows all had the same scores, which predict nothing.
 */
export function latestError(ledger: Ledger): LatestError | undefined {
  const judge = judgeOf(recordedSpec(ledger.file, ledger.header));
  const passes = passesOf(ledger);
  let [from, questions] = [passes.length, 0];
  while (questions < ENOUGH && from > 0 && tells(passes[from - 1]))
    questions += Number((passes[--from].header.spec as RunSpec).budget);
  if (questions < ENOUGH) return undefined;
  const tally = new ErrorTally();
  for (const [r, { entries }] of passes.slice(from).entries()) {
    const before = r * ledger.header.data.rows;
    const open = new Map<number, ExampleEntry>();
    for (const entry of entries) {
      if (entry.entry === 'example' && !isKnown(entry)) {
        tally.consider(1, entry.probability);
        if (entry.outcome === 'asked') tally.buy(before + entry.position);
      }
      const { purchase, label } = answeredBy(entry, open) ?? {};
      if (purchase === undefined || typeof label !== 'number' || isKnown(purchase)) continue;
      const { position, prediction } = purchase;
      tally.answer(before + position, judge.isWrong(prediction, label) ? 'wrong' : 'right', undefined);
    }
  }
  return { estimate: tally.estimate('over'), from: from + 1 };
}

/** The same in a sentence of `iwal next`; none where there is no estimate. */
export function latestErrorText(ledger: Ledger): string[] {
  const { estimate, from } = latestError(ledger) ?? {};
  if (estimate === undefined || !isSaid(estimate)) return [];
  const last = passesOf(ledger).length;
  const rounds = from === last ? `round ${last}` : `rounds ${from} to ${last}`;
  return [
    `error of the scores of ${rounds}, on rows that had no label then: ${errorWords(estimate)}; the model that learns these labels ` +
      'is not judged by them',
  ];
}

/** Whether its scores differ from row to row. */
function tells({ entries }: Ledger): boolean {
  const first = entries.at(0) as ExampleEntry;
  for (const entry of entries)
    if (entry.entry === 'example' && (entry.prediction !== first.prediction || entry.distance !== first.distance)) return true;
  return false;
}
