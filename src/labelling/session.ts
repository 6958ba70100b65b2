/**
 * Labelling live: the active learner of every simulation (streams/active-learner.ts) asks one question at a time, whoever answers,
 * and every answer is in the ledger before it is learned.
 *
 * Laws (test/labelling/session.test.ts): cut the ledger off at any byte and open the session again, and no answer but one half
 * written is lost, nothing is asked twice, and it ends in the same entries and the same state, bit for bit. An undo is written
 * too; the state before the answer is rebuilt as after a restart, from the ledger.
 *
 * Errors: DataError as in ledger/ledger-file.ts, after which the session is over; DivergenceError of the learner.
 */
import type { SparseRows } from '../data/sparse-rows.ts';
import type { Header } from '../ledger/entry.ts';
import { openLedger, type LedgerFile } from '../ledger/ledger-file.ts';
import { importancesFor } from '../ledger/pool-identity.ts';
import { Recorder } from '../ledger/recorder.ts';
import type { State } from '../numerics/state.ts';
import type { ActiveLearner } from '../streams/active-learner.ts';
import type { Stream } from '../streams/active-learn.ts';
import type { Answer } from '../streams/annotator.ts';
import type { Question, Standing } from './question.ts';

/** Everything that decides a session but its answers. */
export interface Plan {
  /** The ledger; begun where there is none. */
  readonly file: string;
  readonly header: Header;
  /** What a second process is told about the time of this one. */
  readonly now: string;
  readonly rows: SparseRows;
  /** The rows' own; used by sessions that were begun with them. */
  readonly importances?: Float64Array;
  /** The row at each position. */
  readonly order: Uint32Array;
  /** Labels that may be bought; Infinity without a budget. */
  readonly budget: number;
  /** A fresh active learner. */
  readonly build: () => ActiveLearner;
}

/** A session from one opening of its ledger to the next. */
interface Opened {
  readonly ledger: LedgerFile;
  readonly active: ActiveLearner;
  readonly recorder: Recorder;
  /** What is considered. */
  readonly stream: Stream;
}

export class LabelSession {
  readonly #plan: Plan;
  #opened: Opened;
  /** Where questions were answered or skipped. */
  #positions: number[] = [];
  #question: Question | undefined;
  #isFinished = false;
  #isOpen = true;

  /** Goes on where the ledger ends. */
  constructor(plan: Plan) {
    this.#plan = plan;
    this.#opened = this.#open();
  }

  /** What is to be answered next; undefined when every example has been considered. */
  get question(): Question | undefined {
    return this.#question;
  }

  get standing(): Standing {
    const { situation, consideredImportance, importanceSum, refusedImportance, errorEstimate } = this.#opened.active;
    const { time: examples, queries: labels } = situation;
    const [pool, labelsLeft] = [this.#plan.order.length, this.#plan.budget - labels];
    const weighted = consideredImportance !== examples && { consideredImportance };
    return { examples, pool, labels, labelsLeft, ...weighted, importanceSum, refusedImportance, errorEstimate };
  }

  /** Whether the pool has importances, and the session was begun without them and goes on so. */
  get leavesImportancesOut(): boolean {
    const { header } = this.#plan;
    return header.data.importances !== undefined && this.#opened.stream.importances === undefined;
  }

  /** What decides how the session goes on. */
  state(): State {
    return this.#opened.active.state();
  }

  label(label: number): void {
    this.#settle(label);
  }

  /** Nobody can tell: costs nothing. */
  skip(): void {
    this.#settle('abstains');
  }

  /** Takes the last answer back; false where there is none. */
  undo(): boolean {
    const position = this.#positions.at(-1);
    if (position === undefined) return false;
    this.#isOpen = false;
    this.#opened.ledger.undo(position);
    this.#opened = this.#open();
    this.#isOpen = true;
    return true;
  }

  /** Sums a session up in which every example has been considered. */
  finish(): void {
    if (this.#isFinished) return;
    this.#opened.recorder.end(null);
    this.#isFinished = true;
  }

  /** Lets the ledger go; what was answered is kept. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#opened.ledger.close();
  }

  #open(): Opened {
    const { file, header, now, rows, importances: given, order, budget, build } = this.#plan;
    const ledger = openLedger(file, header, now);
    try {
      const active = build();
      const recorder = new Recorder({ record: header.record, cost: costOf, take: ledger.take });
      const importances = importancesFor(ledger.ledger.header, given);
      const stream = { rows, order, ...(importances !== undefined && { importances }) };
      ledger.resume(active, stream, (_row, spent) => budget - spent, recorder);
      const { entries } = ledger.ledger;
      this.#positions = entries.flatMap((entry) => (entry.entry === 'example' && entry.outcome === 'asked' ? [entry.position] : []));
      this.#isFinished = entries.at(-1)?.entry === 'end';
      const opened = { ledger, active, recorder, stream };
      this.#question = this.#seek(opened);
      return opened;
    } catch (error) {
      ledger.close();
      throw error;
    }
  }

  #settle(answer: Answer): void {
    const question = this.#question;
    if (question === undefined) throw new RangeError('no question is open');
    const { active, recorder } = this.#opened;
    const { row, position, importance } = question;
    recorder.answered(active, row, answer);
    if (answer === 'abstains') active.pass(this.#plan.rows, row);
    else active.tell(this.#plan.rows, row, answer, importance);
    this.#positions.push(position);
    this.#question = this.#seek(this.#opened);
  }

  /** Considers examples up to the next that is asked about. */
  #seek({ active, recorder, stream }: Opened): Question | undefined {
    const { rows, importances, order } = stream;
    const { situation } = active;
    while (situation.time < order.length) {
      const row = order[situation.time];
      const importance = active.ask(rows, row, this.#plan.budget - situation.queries, importances === undefined ? 1 : importances[row]);
      recorder.considered(active, row);
      if (importance > 0) return this.#questionAbout(active, row);
      active.pass(rows, row);
    }
    return undefined;
  }

  #questionAbout({ situation, decision, query, learner }: ActiveLearner, row: number): Question {
    const { time: position, prediction, distance, weightToFlip } = situation;
    const { probability, importance } = decision;
    const number = this.#positions.length + 1;
    return { number, position, row, probability, importance, prediction, predicted: learner.side(prediction), reads: query.reads, distance, weightToFlip };
  }
}

function costOf(_row: number, answer: Answer | 'later'): number {
  return answer === 'abstains' ? 0 : 1;
}
