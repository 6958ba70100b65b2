import type { SparseRows } from '../rows/sparse-rows.ts';
import { isKnown, type Draft, type Header, type Testimony } from '../ledger/entry.ts';
import { openLedger, type Beginning, type LedgerFile } from '../ledger/file/ledger-file.ts';
import { importancesFor } from '../ledger/pool-identity.ts';
import type { Ledger } from '../ledger/file/read-ledger.ts';
import { startOf, type PassParts } from '../ledger/passes.ts';
import type { Accounts } from '../ledger/replay/replay.ts';
import { Recorder } from '../ledger/recorder.ts';
import type { Course } from '../statistics/error-tally.ts';
import type { State } from '../numerics/state.ts';
import type { Work } from '../numerics/work.ts';
import { consideredOf, type Start } from '../specs/start.ts';
import type { ActiveLearner } from '../streams/active-learner.ts';
import { recall, type Stream } from '../streams/active-learn.ts';
import type { Answer } from '../streams/annotator.ts';
import { both } from '../streams/both.ts';
import { BandMeter } from '../streams/band-meter.ts';
import { ErrorMeter, whyNoEstimate } from '../streams/error-meter.ts';
import { bandNeedWords, bandWords, certifiedWords } from '../streams/stop-words.ts';
import { Checkpoints, type Checkpoint } from './checkpoints.ts';
import type { Effect, PastAnswer, Question, Standing } from './question.ts';

/** Everything that decides a session but its answers. */
export interface Plan extends Beginning {
  /** The ledger; begun where there is none. */
  readonly file: string;
  readonly header: Header;
  /** What a second process is told about the time of this one. */
  readonly now: string;
  readonly rows: SparseRows;
  /** The rows' own; used by sessions that were begun with them. */
  readonly importances?: Float64Array;
  /** Who answers: stands in every answer that is written from now on. */
  readonly annotator?: string;
  /** The row at each position. */
  readonly order: Uint32Array;
  /** Labels that may be bought; Infinity without a budget. */
  readonly budget: number;
  /** An active learner at the start of a pass; of the first one if absent. */
  readonly build: (start?: Start) => ActiveLearner;
  /** What earlier passes were made of. */
  readonly passes: PassParts;
}

/** What a session works with. */
interface Parts {
  readonly ledger: LedgerFile;
  readonly recorder: Recorder;
  readonly meter: ErrorMeter;
  /** Absent where the labels can certify nothing. */
  readonly band: BandMeter | undefined;
  /** What is considered. */
  readonly stream: Stream;
  /** What the pass begins with; undefined for the first one. */
  readonly start: Start | undefined;
}

/** An answer that was given, and where. */
interface Given {
  readonly position: number;
  readonly answer: Answer;
}

/** Examples passed over in a piece of work. */
const PIECE = 1000;

/** Opens the session of a plan where its ledger ends, or begins it. */
export function* openSession(plan: Plan): Work<LabelSession> {
  const { file, header, now } = plan;
  const ledger = yield* openLedger(file, header, now, plan);
  let isOpen = false;
  try {
    const start = yield* startOf(ledger.said!, plan.passes);
    const meter = new ErrorMeter();
    const band = bandOf(ledger.header);
    const take = signing(ledger.take, plan.annotator);
    const watch = band === undefined ? meter : both(meter, band);
    const recorder = new Recorder({ record: header.record, cost: sessionCost, take, watch });
    const importances = importancesFor(ledger.header, plan.importances);
    const stream = { rows: plan.rows, order: consideredOf(plan.order, start), ...(importances !== undefined && { importances }) };
    const session = new LabelSession(plan, { ledger, recorder, meter, band, stream, start });
    yield* session.resume();
    isOpen = true;
    return session;
  } finally {
    if (!isOpen) ledger.close();
  }
}

/**
 * Labelling live: the active learner of every simulation (streams/active-learner.ts) asks one question at a time, whoever
 * answers, and every answer is in the ledger before it is learned.
 *
 * Laws (test/labelling/session.test.ts): cut the ledger off at any byte and open the session again, and no answer but one half
 * written is lost, nothing is asked twice, and it ends in the same entries and the same state, bit for bit. An undo is written
 * too; the run goes back to the latest checkpoint before the answer (checkpoints.ts), and is then in the state it had.
 *
 * Whatever may take long is work in pieces (numerics/work.ts); an answer is in the ledger after the first.
 *
 * Errors: DataError as in ledger/file/ledger-file.ts, after which the session is over; DivergenceError of the learner.
 */
export class LabelSession {
  readonly #plan: Plan;
  readonly #parts: Parts;
  readonly #checkpoints: Checkpoints;
  #active: ActiveLearner;
  /** Everything that was answered or skipped. */
  #given: Given[] = [];
  #question: Question | undefined;
  #isFinished = false;
  #isOpen = true;

  /** To be had from `openSession`. */
  constructor(plan: Plan, parts: Parts) {
    this.#plan = plan;
    this.#parts = parts;
    this.#active = plan.build(parts.start);
    this.#checkpoints = new Checkpoints(this.#checkpoint(0));
  }

  /** What is to be answered next; undefined when every example has been considered. */
  get question(): Question | undefined {
    return this.#question;
  }

  /** What the pass begins with; undefined for a first one that knows nothing. */
  get start(): Start | undefined {
    return this.#parts.start;
  }

  get standing(): Standing {
    const { situation, consideredImportance, importanceSum, refusedImportance } = this.#active;
    const { time: examples, queries: labels } = situation;
    const [pool, labelsLeft] = [this.#parts.stream.order.length, this.#plan.budget - labels];
    const weighted = consideredImportance !== examples && { consideredImportance };
    const error = this.#parts.meter.estimate(this.#active, this.#course);
    const { stopping } = this.#active;
    const stop = stopping && { words: certifiedWords(stopping), isReached: this.#course === 'over' && stopping.isReached };
    const { start } = this.#parts;
    const again = start && {
      ...(start.pass > 0 && { pass: start.pass, known: start.known.size }),
      ...(start.outside.size > 0 && { outside: start.outside.size }),
    };
    return {
      examples,
      pool,
      labels,
      labelsLeft,
      ...again,
      ...weighted,
      importanceSum,
      refusedImportance,
      error,
      ...(stop ? { stop } : this.#band),
    };
  }

  /** Whether the pool has importances, and the session was begun without them and goes on so. */
  get leavesImportancesOut(): boolean {
    const { header } = this.#plan;
    return header.data.importances !== undefined && this.#parts.stream.importances === undefined;
  }

  /** What is remarkable about the sample so far, a line each. */
  get remarks(): string[] {
    return this.#parts.meter.remarks(this.#active, this.#course);
  }

  /** The latest answers, so many at most; the latest last. */
  answers(atMost: number): PastAnswer[] {
    const first = Math.max(0, this.#given.length - atMost);
    return this.#given.slice(first).map(({ position, answer }, n) => ({
      number: first + n + 1,
      row: this.#parts.stream.order[position],
      label: answer === 'abstains' ? null : answer,
    }));
  }

  /** What a label would do to the prediction of the open question. */
  get effect(): Effect {
    const { learner, decision, situation } = this.#active;
    const { row } = this.#question!;
    const sensitivity = learner.sensitivity(this.#plan.rows, row, situation.prediction);
    return {
      learned: this.#active.learnedImportance(decision.importance),
      toFlip: learner.weightToFlip(situation.prediction, sensitivity),
    };
  }

  /** What has been learned, a weight a feature, as a fresh array. */
  get weights(): Float64Array {
    return this.#active.learner.weights();
  }

  /** What is certified, or what it takes; nothing for rules whose labels certify nothing. */
  get #band(): Pick<Standing, 'band'> {
    const { band, stream } = this.#parts;
    const { query, learner } = this.#active;
    if (band === undefined || whyNoEstimate(query, learner.loss) !== undefined) return {};
    const { band: certified, rowsNeeded } = band;
    if (certified !== undefined) return { band: bandWords(certified) };
    return { band: bandNeedWords({ rowsNeeded, pool: stream.order.length, budget: this.#plan.budget }) };
  }

  get #course(): Course {
    return this.#question === undefined ? 'over' : 'under way';
  }

  /** What decides how the session goes on. */
  state(): State {
    return this.#active.state();
  }

  /** What of the ledger was cut off when it was opened, as a remark. */
  get remark(): string | undefined {
    return this.#parts.ledger.remark;
  }

  /** Goes through what the ledger says, to its end. */
  *resume(): Work<void> {
    const { ledger, recorder, stream } = this.#parts;
    const { entries } = yield* ledger.resume(this.#active, stream, sessionAccounts(this.#plan.budget).left, recorder, (whole) => {
      const given = givenIn(whole.entries);
      const first = Math.max(0, given.length - this.#checkpoints.size);
      let answers = first;
      return {
        after: given.slice(first).map(({ position }) => position + 1),
        look: () => {
          this.#checkpoints.keep(this.#checkpoint(++answers));
        },
      };
    });
    this.#given = givenIn(entries);
    this.#isFinished = entries.at(-1)?.entry === 'end';
    yield* this.#seek();
  }

  *label(label: number): Work<void> {
    yield* this.#settle(label);
  }

  /** Nobody can tell: costs nothing. */
  *skip(): Work<void> {
    yield* this.#settle('abstains');
  }

  /** Takes the last answer back; false where there is none. */
  *undo(): Work<boolean> {
    const last = this.#given.pop();
    if (last === undefined) return false;
    const { ledger, recorder, meter: account, band: bands } = this.#parts;
    const { answers, active, meter, band, spent, place } = this.#checkpoints.backTo(this.#given.length);
    ledger.undo(last.position, place, signatureOf(this.#plan.annotator));
    this.#active = this.#plan.build(this.#parts.start);
    this.#active.restore(active);
    account.restore(meter);
    if (band !== undefined) bands?.restore(band);
    recorder.restore(spent);
    this.#isFinished = false;
    const again = this.#given.splice(answers);
    yield* this.#seek();
    for (const { answer } of again) yield* this.#settle(answer, again.length + answers);
    return true;
  }

  /** Sums a session up in which every example has been considered. */
  finish(): void {
    if (this.#isFinished) return;
    this.#parts.recorder.end(null);
    this.#isFinished = true;
  }

  /** Lets the ledger go; what was answered is kept. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#parts.ledger.close();
  }

  /** Answers the open question; `known`: how many answers are known to come to. */
  *#settle(answer: Answer, known = 0): Work<void> {
    const question = this.#question;
    if (question === undefined) throw new RangeError('no question is open');
    const { row, position, importance } = question;
    this.#parts.recorder.answered(this.#active, row, answer);
    if (answer === 'abstains') this.#active.pass(this.#plan.rows, row);
    else this.#active.tell(this.#plan.rows, row, answer, importance);
    this.#given.push({ position, answer });
    const answers = this.#given.length;
    if (answers > known - this.#checkpoints.size) this.#checkpoints.keep(this.#checkpoint(answers));
    yield* this.#seek();
  }

  /** Considers examples up to the next that is asked about. */
  *#seek(): Work<void> {
    const { budget } = this.#plan;
    const { rows, importances, order } = this.#parts.stream;
    const active = this.#active;
    const { situation } = active;
    this.#question = undefined;
    while (situation.time < order.length) {
      const row = order[situation.time];
      if (active.isOver(budget - situation.queries)) return;
      const importance = active.ask(rows, row, budget - situation.queries, importances === undefined ? 1 : importances[row]);
      this.#parts.recorder.considered(active, row);
      if (importance === 0) active.pass(rows, row);
      else if (active.knownLabel !== undefined) recall(active, rows, row, importance, this.#parts.recorder);
      else {
        this.#question = this.#questionAbout(row);
        return;
      }
      if (situation.time % PIECE === 0) yield;
    }
  }

  #questionAbout(row: number): Question {
    const { situation, decision, query, learner } = this.#active;
    const { time: position, prediction, distance, weightToFlip } = situation;
    const { probability, importance } = decision;
    const number = this.#given.length + 1;
    return {
      number,
      position,
      row,
      probability,
      importance,
      prediction,
      predicted: learner.side(prediction),
      reads: query.reads,
      distance,
      weightToFlip,
    };
  }

  #checkpoint(answers: number): Checkpoint {
    const { ledger, recorder, meter, band } = this.#parts;
    const accounts = { meter: meter.state(), ...(band && { band: band.state() }) };
    return { answers, active: this.#active.state(), ...accounts, spent: recorder.spent, place: ledger.place() };
  }
}

/** For a run whose smallest probability was known before the first question. */
function bandOf({ minimumProbability, spec }: Header): BandMeter | undefined {
  const minimum = minimumProbability ?? (spec as { readonly floor?: number }).floor;
  return minimum === undefined ? undefined : new BandMeter(minimum);
}

function givenIn(entries: Ledger['entries']): Given[] {
  const given: Given[] = [];
  for (const entry of entries) {
    if (entry.entry === 'example' && entry.outcome === 'asked' && !isKnown(entry))
      given.push({ position: entry.position, answer: entry.label ?? 'abstains' });
  }
  return given;
}

/** Takes drafts as `take` does, answers with the name of who gave them. */
function signing(take: (draft: Draft) => void, annotator: string | undefined): (draft: Draft) => void {
  const signature = signatureOf(annotator);
  return (draft) => {
    take(draft.entry === 'example' && draft.outcome === 'asked' && !isKnown(draft) ? Object.assign(draft, signature) : draft);
  };
}

function signatureOf(annotator: string | undefined): Pick<Testimony, 'annotator'> {
  return annotator === undefined ? {} : { annotator };
}

/** What asking costs: nothing where there is no answer. */
export function sessionCost(_row: number, answer: Answer | 'later'): number {
  return answer === 'abstains' ? 0 : 1;
}

/** What a session of such a budget charges. */
export function sessionAccounts(budget: number): Accounts {
  return { cost: sessionCost, left: (_row, spent) => budget - spent };
}
