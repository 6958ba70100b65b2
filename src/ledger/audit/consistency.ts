import { DataError } from '../../files/data-error.ts';
import { unitProbability } from '../../numerics/elementary.ts';
import type { Work } from '../../numerics/work.ts';
import type { QueryRule } from '../../queries/query.ts';
import { Decision } from '../../streams/decision.ts';
import type { Judge } from '../../streams/judge.ts';
import { floorOf, isKnown, type AnswerEntry, type EndEntry, type Entry, type ExampleEntry } from '../entry.ts';
import { addBatches, MAJORITY, majorityOf, type BatchQuestion } from '../batches.ts';
import { settledIn } from '../corrections.ts';
import { ModelChain } from '../model-chain.ts';
import { type Ledger, uncorrected } from '../file/read-ledger.ts';
import type { Known } from '../known.ts';
import { knownBefore, roundIn } from '../passes.ts';
import { RowSet } from '../row-set.ts';

type Complaint = { readonly found: string; readonly legal: string } | undefined;

/** What a run states besides its entries: who judges, how its rule weighs labels, and its rounds; absent: every row is met once. */
interface Stated extends Pick<Known, 'judge'> {
  readonly query: Pick<Known['query'], 'weighting'>;
  readonly rounds?: number;
}

/** Of a probability that a root was taken of. */
const ROUNDING = 1e-9;

/** Entries a piece of the work. */
const PIECE = 10_000;

/**
 * Whether a ledger agrees with itself, line by line: everything that one entry decides about another is computed again.
 *
 * Positions ascend, without gaps where all examples are recorded; no row comes twice, in rounds none twice in one; coin and probability give the outcome and
 * the importance (streams/decision.ts); answers belong to open purchases; errors, costs and totals add up; the chain of models
 * holds. What several people have answered is of those who were asked, once each, and what was learned is what they came to. What stands
 * before a correction is held against the answers that were given then.
 *
 * @throws DataError with the line of the first contradiction.
 */
export function* requireConsistent(ledger: Ledger, stated: Stated): Work<void> {
  const before = uncorrected(ledger);
  if (before !== undefined) yield* requireConsistent(before, stated);
  const check = consistencyOf(ledger, stated);
  let n = 0;
  for (const entry of ledger.entries) {
    check(entry);
    if (n++ % PIECE === 0) yield;
  }
}

/** The same for whoever visits the entries anyway, from the first to the last: what to tell each of them. */
export function consistencyOf(ledger: Ledger, stated: Stated): (entry: Entry) => void {
  requireKnown(ledger);
  requireOpinions(ledger, stated.judge);
  const account = new Account(ledger, stated);
  let n = 0;
  return (entry) => {
    const complaint = account.add(entry);
    if (complaint !== undefined) throw new DataError({ file: ledger.file, line: ledger.lines[n], ...complaint });
    n++;
  };
}

/** What the entries so far come to. */
class Account {
  readonly #header: Ledger['header'];
  readonly #judge: Judge;
  readonly #weighting: QueryRule['weighting'];
  readonly #floor: number;
  readonly #chain: ModelChain;
  readonly #decision = new Decision();
  /** Those of this round, and those that are never considered. */
  #rows = new RowSet();
  readonly #outside: readonly number[];
  readonly #round: number;
  readonly #open = new Map<number, ExampleEntry>();
  /** Entries that another answer than they know has become part of. */
  #settled: number;
  #examples = 0;
  /** Their importance, as far as entries tell it. */
  #considered = 0;
  #labels = 0;
  #spent = 0;
  #importanceSum = 0;
  #errorSum = 0;
  #refusedImportance = 0;
  #implied = 0;

  constructor(ledger: Ledger, { judge, query, rounds }: Stated) {
    const { header } = ledger;
    this.#round = roundIn(ledger, { rounds }).round ?? Infinity;
    this.#settled = settledIn(ledger);
    this.#header = header;
    this.#judge = judge;
    this.#weighting = query.weighting;
    // Ledgers of rows with importances that do not say it of a unit were begun by an earlier version.
    this.#floor = this.#isWeighted ? (header.minimumOfUnits ?? 0) : (floorOf(header) ?? 0);
    this.#chain = ModelChain.of(ledger);
    this.#outside = [...knownBefore(ledger).keys()];
    this.#beginRound();
  }

  /** Takes the next entry in; says what is wrong with it. */
  add(entry: Entry): Complaint {
    this.#settled--;
    switch (entry.entry) {
      case 'example':
        return this.#wrongPlace(entry) ?? this.#wrongDecision(entry) ?? this.#wrongPurchase(entry) ?? this.#wrongModel(entry);
      case 'answer':
        return this.#wrongAnswer(entry) ?? this.#wrongModel(entry);
      case 'end':
        return this.#wrongTotals(entry) ?? this.#wrongModel(entry);
    }
  }

  #wrongPlace({ position, row, outcome }: ExampleEntry): Complaint {
    const { record, data } = this.#header;
    const isNext = record === 'considered' ? position === this.#examples : position >= this.#examples;
    if (!isNext)
      return { found: `position ${position}`, legal: `${this.#examples}${record === 'considered' ? '' : ' or a later one'}` };
    if (row >= data.rows) return { found: `row ${row}`, legal: `a row below ${data.rows}` };
    if (Math.floor(position / this.#round) > Math.floor((this.#examples - 1) / this.#round)) this.#beginRound();
    if (this.#rows.has(row))
      return { found: `row ${row} a second time`, legal: this.#round === Infinity ? 'every row once' : 'every row once a round' };
    if (record === 'purchases' && outcome !== 'asked')
      return { found: `an example that was ${outcome}`, legal: 'purchases only, as the header says' };
    this.#rows.add(row);
    this.#examples = position + 1;
    return undefined;
  }

  #beginRound(): void {
    this.#rows = new RowSet();
    for (const row of this.#outside) this.#rows.add(row);
  }

  #wrongDecision(entry: ExampleEntry): Complaint {
    const { position, probability, coin, importance, rowImportance = 1, outcome, errorRate, weightToFlip, gap } = entry;
    if (!(probability >= 0 && probability <= 1)) return { found: `probability ${probability}`, legal: 'a number in [0, 1]' };
    const least = unitProbability(this.#floor, 1 / rowImportance);
    if (probability < (rowImportance === 1 ? least : (1 - ROUNDING) * least))
      return { found: `probability ${probability}`, legal: `at least ${least}, the smallest one that the run says it has` };
    if (!(coin >= 0 && coin < 1)) return { found: `coin ${coin}`, legal: 'a number in [0, 1)' };
    if (rowImportance !== 1 && !this.#isWeighted)
      return { found: `rowImportance ${rowImportance}`, legal: 'none, in a ledger whose header names no importances' };
    const decision = this.#decision;
    decision.make(probability, coin, this.#weighting, outcome === 'refused' ? 0 : Infinity, rowImportance);
    const given = (): string =>
      `with probability ${probability} and coin ` +
      `${coin}${rowImportance === 1 ? '' : `, for a row of importance ${rowImportance}`}`;
    const considered = this.#consideredIn(position);
    this.#considered += rowImportance;
    return (
      different('outcome', outcome, decision.outcome, given) ??
      different('importance', importance, decision.importance, given) ??
      (considered === undefined || this.#settled >= 0
        ? undefined
        : different('errorRate', errorRate, this.#errorOver(considered), 'by the entries before')) ??
      (weightToFlip === undefined
        ? undefined
        : different('gap', gap, weightToFlip / position, () => `with weightToFlip ${weightToFlip}`))
    );
  }

  #wrongPurchase(entry: ExampleEntry): Complaint {
    const { position, outcome, label, cost, importance, rowImportance = 1 } = entry;
    if (outcome === 'refused') this.#refusedImportance += importance;
    if (outcome === 'implied') this.#implied += rowImportance;
    if (outcome !== 'asked') {
      return label === undefined && cost === undefined
        ? undefined
        : { found: `an answer or a cost where the example was ${outcome}`, legal: 'neither' };
    }
    if (cost === undefined || !(cost >= 0)) return { found: `cost ${String(cost)} of a purchase`, legal: 'a number >= 0' };
    this.#spent += cost;
    const illegal = this.#wrongLabel(label);
    if (illegal !== undefined) return illegal;
    if (label === undefined) this.#open.set(position, entry);
    else this.#learn(entry, label);
    return undefined;
  }

  #wrongAnswer({ position, row, importance, rowImportance, after, label, refund }: AnswerEntry): Complaint {
    const purchase = this.#open.get(position);
    if (purchase === undefined)
      return { found: `an answer to position ${position}`, legal: 'one to a purchase without an answer' };
    this.#open.delete(position);
    if (after < this.#examples) return { found: `an answer after ${after} examples`, legal: `after ${this.#examples} or more` };
    const illegal = this.#wrongLabel(label);
    if (illegal !== undefined) return illegal;
    this.#learn(purchase, label);
    this.#spent -= refund ?? 0;
    const by = 'by its purchase';
    if (refund !== undefined && label !== null) return { found: `refund ${refund}`, legal: 'none, for a label that was told' };
    return (
      (refund === undefined ? undefined : different('refund', refund, purchase.cost!, by)) ??
      different('row', row, purchase.row, by) ??
      different('importance', importance, purchase.importance, by) ??
      different('rowImportance', rowImportance ?? 1, purchase.rowImportance ?? 1, by)
    );
  }

  #wrongLabel(label: number | null | undefined): Complaint {
    if (label === undefined || label === null || this.#judge.isLabel(label)) return undefined;
    return { found: `the label ${label}`, legal: 'one that the learner of the run can learn' };
  }

  #wrongTotals(end: EndEntry): Complaint {
    const { examples, consideredImportance = examples, errorEstimate, refusedImportance, implied } = end;
    const isComplete = this.#header.record === 'considered';
    const considered = this.#consideredIn(examples) ?? consideredImportance;
    const by = 'by the entries before';
    if (examples < this.#examples) return { found: `examples ${examples}`, legal: `${this.#examples} or more, ${by}` };
    return (
      (isComplete ? different('examples', examples, this.#examples, by) : undefined) ??
      different('labels', end.labels, this.#labels, by) ??
      different('spent', end.spent, this.#spent, by) ??
      different('importanceSum', end.importanceSum, this.#importanceSum, by) ??
      different('awaited', end.awaited, this.#open.size, by) ??
      different('consideredImportance', consideredImportance, considered, by) ??
      different('errorEstimate', errorEstimate, this.#errorOver(considered), by) ??
      (isComplete
        ? (different('refusedImportance', refusedImportance, this.#refusedImportance, by) ??
          different('implied', implied, this.#implied, by))
        : undefined)
    );
  }

  #wrongModel(entry: Entry): Complaint {
    const model = this.#chain.after(entry);
    return this.#settled >= 0 ? undefined : different('model', entry.model, model, 'by the answers up to here');
  }

  /** Importance of the examples so far; undefined where entries do not tell it: purchases only, of rows with importances. */
  #consideredIn(examples: number): number | undefined {
    if (this.#header.record === 'considered') return this.#considered;
    return this.#isWeighted ? undefined : examples;
  }

  get #isWeighted(): boolean {
    return this.#header.data.importances !== undefined;
  }

  #errorOver(considered: number): number {
    return considered === 0 ? 0 : this.#errorSum / considered;
  }

  #learn(purchase: ExampleEntry, label: number | null): void {
    if (label === null) return;
    const { importance, prediction } = purchase;
    if (!isKnown(purchase)) this.#labels++;
    this.#importanceSum += importance;
    if (this.#judge.isWrong(prediction, label)) this.#errorSum += importance;
  }
}

/** Labels that were known before the first question: each of another row of the pool, and chained. */
function requireKnown({ file, header, known = [] }: Ledger): void {
  const chain = new ModelChain(header);
  const rows = new Set<number>();
  known.forEach((label, n) => {
    const complaint =
      label.row >= header.data.rows
        ? { found: `row ${label.row}`, legal: `a row below ${header.data.rows}` }
        : rows.has(label.row)
          ? { found: `row ${label.row} a second time`, legal: 'every row once' }
          : different('model', label.model, chain.know(label), 'by the labels up to here');
    if (complaint !== undefined) throw new DataError({ file, line: n + 2, ...complaint });
    rows.add(label.row);
  });
}

/** Answers of people who share a batch: each is of somebody who was asked, and what is learned is what they came to, or a decision. */
function requireOpinions(ledger: Ledger, judge: Judge): void {
  const { file, opinions, entries } = ledger;
  if (opinions === undefined) return;
  const questions: BatchQuestion[] = [];
  addBatches(ledger, questions);
  const byPosition = new Map(questions.map((each) => [each.position, each]));
  for (const { entry, line } of opinions) {
    const { position, row, annotator, label } = entry;
    const { asked = [], opinions: last, row: wanted } = byPosition.get(position) ?? {};
    const isAsked = row === wanted && asked.length > 1 && asked.includes(annotator);
    const isOne = (label === null || judge.isLabel(label)) && last?.get(annotator) === (label ?? 'abstains');
    const found = `opinion ${label} of '${annotator}' on row ${row} at position ${position}`;
    const legal = `one each of ${asked.join(', ')}, on the row of the purchase, a label that the learner can learn`;
    if (!isAsked || !isOne) throw new DataError({ file, line, found, legal });
  }
  const wrong = questions.find((each) => each.answer !== undefined && !isSettledRightly(each));
  if (wrong === undefined) return;
  const n = [...entries].findIndex((each) => each.entry === 'answer' && each.position === wrong.position);
  const found = `the answer ${wrong.answer} of '${wrong.by}' at position ${wrong.position}`;
  const legal = `what ${wrong.asked.join(', ')} came to, or where they did not, a decision of somebody else`;
  throw new DataError({ file, line: ledger.lines[n], found, legal });
}

function isSettledRightly(question: BatchQuestion): boolean {
  const { asked, opinions, answer, by = MAJORITY } = question;
  if (asked.length < 2) return asked.length === 0 || by === asked[0];
  const majority = majorityOf(question);
  if (majority !== undefined) return answer === majority && by === MAJORITY;
  return opinions.size === asked.length && by !== MAJORITY && !asked.includes(by);
}

function different(
  name: string,
  found: number | string | undefined,
  wanted: number | string,
  why: string | (() => string),
): Complaint {
  if (Object.is(found, wanted)) return undefined;
  return { found: `${name} ${String(found)}`, legal: `${wanted} ${typeof why === 'string' ? why : why()}` };
}
