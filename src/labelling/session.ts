import { DataError } from '../files/data-error.ts';
import type { Ledger } from '../ledger/file/read-ledger.ts';
import type { FreshEntry } from '../ledger/entry.ts';
import { finalError, requireFreshPredictions, rowsToDraw } from '../ledger/passes.ts';
import { RowSet } from '../ledger/row-set.ts';
import { count } from '../numerics/display.ts';
import { present } from '../numerics/present.ts';
import type { Stateful, State } from '../numerics/state.ts';
import { finished, type Work } from '../numerics/work.ts';
import { isFree } from '../specs/run.ts';
import type { Course } from '../statistics/error-tally.ts';
import type { Answer } from '../streams/oracles/annotator.ts';
import { freshEstimate } from '../streams/fresh.ts';
import { answeredIn, type Given } from './given.ts';
import { Labelling, opened, PIECE, sessionAccounts, sessionCost, testimonyOf } from './labelling.ts';
import type { Parts, Plan, AccountStates } from './labelling.ts';
import { AnswerError, type Effect, type PastAnswer, type Question, type Standing } from './question.ts';
import type { Chained } from '../ledger/model-chain.ts';

/** A fresh label: which row, what the model in the end said of it, and the answer; null where nobody could tell. */
type FreshLabel = Pick<FreshEntry, 'row' | 'prediction' | 'label'>;

/**
 * Labels that are asked for once a session is over, to tell the error of the model in the end: rows that it has not learned, in the
 * order of a draw of their own (streams/fresh.ts). Nothing learns them, and they are part of no other number.
 */
interface FreshLabels {
  readonly rows: Uint32Array;
  /** Of the first rows. */
  readonly given: FreshLabel[];
}

/**
 * Opens the session of a plan where its ledger ends, or begins it.
 *
 * @throws DataError: a batch of questions waits for its answers (batch/session.ts).
 */
export function openSession(plan: Plan): Work<LabelSession> {
  return opened(plan, LabelSession);
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
 * @throws DataError as in ledger/file/ledger-file.ts, after which the session is over; DivergenceError of the learner.
 */
export class LabelSession extends Labelling {
  #checkpoints: Checkpoints;
  /** Everything that was answered or skipped. */
  #given: Given[] = [];
  /** Answers that cannot be taken back: those up to the last one that came late. */
  #settled = 0;
  #question: Question | undefined;
  /** Answers that stand and are to be learned again, in the middle of an undo. */
  #owed = 0;
  /** Asked for after the end; undefined before, and where none are wanted and there are none. */
  #fresh: FreshLabels | undefined;
  /** The model that fresh labels judge; undefined before. */
  #home: Stateful | undefined;

  /** To be had from `openSession`. */
  constructor(plan: Plan, parts: Parts) {
    super(plan, parts);
    this.#checkpoints = new Checkpoints(this.#checkpoint(0));
  }

  /** What is to be answered next; undefined when every example has been considered. */
  get question(): Question | undefined {
    return this.#question;
  }

  /** The latest answers, so many at most; the latest last. */
  answers(atMost: number): PastAnswer[] {
    const labels = this.#given.map(({ row, answer }) => ({ row, label: answer === 'abstains' ? null : answer }));
    const all = [...labels, ...(this.#fresh?.given ?? [])];
    const first = Math.max(0, all.length - atMost);
    return all.slice(first).map(({ row, label }, n) => ({ number: first + n + 1, row, label }));
  }

  /** Whether an answer can be taken back. */
  get canUndo(): boolean {
    return this.#given.length > this.#settled || (this.#fresh?.given.length ?? 0) > 0;
  }

  /** What a label would do to the prediction of the open question. */
  get effect(): Effect {
    const { active } = this;
    const { row } = this.#question!;
    return {
      learned: active.learnedImportance(active.decision.importance),
      toFlip: active.importanceToChange(this.plan.rows, row),
    };
  }

  /** Whether the model has learned every answer that stands: not in the middle of an undo. */
  get isUpToDate(): boolean {
    return this.#owed === 0;
  }

  protected get course(): Course {
    return this.#question === undefined || this.#question.fresh !== undefined ? 'over' : 'under way';
  }

  protected override get final(): Standing['final'] {
    const fresh = this.#fresh;
    return fresh && fresh.given.length > 0 ? freshEstimate(fresh.rows.length, this.active.judge, fresh.given) : undefined;
  }

  /** Sums the stream up in which every example has been considered; the next fresh label that is wanted is asked for then. */
  override finish(): void {
    super.finish();
    this.#question = this.#freshQuestion();
  }

  /** Goes through what the ledger says, to its end. */
  *resume(): Work<void> {
    const { ledger, recorder, stream } = this.parts;
    this.#checkpoints = new Checkpoints(this.#checkpoint(0));
    [this.#fresh, this.#home] = [undefined, undefined];
    const whole = yield* ledger.resume(this.active, stream, sessionAccounts(this.plan.budget).left, recorder, (read) => {
      const { given, upToLate, after } = answeredIn(read);
      const first = Math.max(upToLate, given.length - this.#checkpoints.size);
      const kept = given.slice(first).map(({ position }) => position + 1);
      let answers = first;
      let isLate = upToLate > 0;
      return {
        after: isLate ? [after, ...kept] : kept,
        look: () => {
          if (isLate) this.#checkpoints.beginAt(this.#checkpoint(upToLate));
          else this.#checkpoints.keep(this.#checkpoint(++answers));
          isLate = false;
        },
      };
    });
    const { entries, fresh = [] } = whole;
    const { given, upToLate, open } = answeredIn(whole);
    if (open > 0) throw this.#isBusy(open);
    this.#given = given;
    this.#settled = upToLate;
    this.isFinished = entries.at(-1)?.entry === 'end';
    yield* this.#seek();
    if (fresh.length > 0) this.#goOnFresh(whole, fresh);
  }

  /** The fresh labels that the ledger has are those of this draw and this model. */
  #goOnFresh(ledger: Ledger, fresh: NonNullable<Ledger['fresh']>): void {
    finalError(ledger);
    requireFreshPredictions(ledger, (row) => this.#predictInTheEnd(row));
    this.#fresh = this.#freshLabels(fresh.map(({ entry }) => entry));
  }

  /** What the model says of a row that the session ends with. */
  #predictInTheEnd(row: number): number {
    this.#home ??= finished(this.takenHome()).learner;
    return this.active.predictionOf(this.#home, this.plan.rows, row);
  }

  #freshLabels(given: readonly FreshLabel[]): FreshLabels {
    const { ledger, start } = this.parts;
    const learned = new RowSet();
    for (const { row, answer } of this.#given) if (answer !== 'abstains') learned.add(row);
    const rows = rowsToDraw(ledger.header, (row) => learned.has(row) || isFree(row, start));
    return { rows, given: [...given] };
  }

  /** The next fresh label that is wanted, as a question; undefined where none is. */
  #freshQuestion(): Question | undefined {
    const { fresh: wanted = 0 } = this.plan;
    if (wanted === 0) return undefined;
    this.#fresh ??= this.#freshLabels([]);
    const { rows, given } = this.#fresh;
    const most = Math.min(wanted, rows.length);
    if (given.length >= most) return undefined;
    const row = rows[given.length];
    const question = this.#questionOn(row, this.#predictInTheEnd(row));
    return {
      ...question,
      probability: most / rows.length,
      importance: rows.length / most,
      distance: question.classes > 2 ? 0 : Math.abs(question.prediction - this.active.loss.threshold!),
      weightToFlip: Infinity,
      fresh: { number: given.length + 1, wanted: most },
    };
  }

  #answerFresh({ row, prediction }: Question, answer: Answer): void {
    const label = answer === 'abstains' ? null : answer;
    const said = { row, prediction, label, cost: sessionCost(row, answer) };
    this.parts.ledger.keepFresh({ entry: 'fresh', ...said, ...testimonyOf(this.parts.signed) });
    this.#fresh!.given.push(said);
    this.#question = this.#freshQuestion();
  }

  #isBusy(open: number): DataError {
    const found = `a batch of which ${count(open)} question${open === 1 ? ' waits for its answer' : 's wait for their answers'}`;
    const legal =
      'the answers first (--answers ask.csv; where several people were asked, --serve --annotator ana,ben); --batch writes the ' +
      'questions again';
    return new DataError({ file: this.plan.file, found, legal });
  }

  /** Takes the last answer back; false where there is none that can be: what came late, in a batch, stands. */
  *undo(): Work<boolean> {
    const fresh = this.#fresh?.given.length ?? 0;
    if (fresh > 0) {
      this.parts.ledger.undoFresh(fresh - 1, present({ annotator: this.plan.annotator }));
      this.#fresh!.given.pop();
      this.#question = this.#freshQuestion();
      return true;
    }
    if (this.#given.length === this.#settled) return false;
    this.#fresh = undefined;
    this.#home = undefined;
    const last = this.#given.pop()!;
    const checkpoint = this.#checkpoints.backTo(this.#given.length);
    const { answers, active, place } = checkpoint;
    this.parts.ledger.undo(last.position, place, present({ annotator: this.plan.annotator }));
    this.goBack(checkpoint);
    this.active.restore(active);
    const again = this.#given.splice(answers);
    this.#owed = again.length;
    yield* this.#seek();
    for (const { answer } of again) {
      this.#owed--; // learned before the first piece ends
      yield* this.answer(answer, again.length + answers);
    }
    return true;
  }

  /**
   * Gives the n-th answer, from 1, another label; those behind it stay, and cannot be taken back any more.
   *
   * @throws AnswerError where it cannot be corrected.
   */
  *correct(number: number, answer: Answer): Work<void> {
    const given = this.#given.at(number - 1);
    if (given === undefined)
      throw new AnswerError(`answer ${number} cannot be corrected: expected one of 1 to ${this.#given.length}`);
    this.requireCorrectable(given, answer);
    this.#owed = 1;
    yield* this.learnAnew(given, answer);
    this.#owed = 0;
  }

  /** Answers the open question; who abstains cannot tell, which costs nothing. `known`: how many answers are known to come to. */
  *answer(answer: Answer, known = 0): Work<void> {
    const question = this.#question;
    if (question === undefined) throw new RangeError('no question is open');
    if (question.fresh !== undefined) {
      this.#answerFresh(question, answer);
      return;
    }
    const { row, position, importance } = question;
    this.parts.recorder.answered(this.active, row, answer);
    if (answer === 'abstains') this.active.pass(this.plan.rows, row);
    else this.active.tell(this.plan.rows, row, answer, importance);
    this.#given.push({ position, row, answer });
    const answers = this.#given.length;
    if (answers > known - this.#checkpoints.size) this.#checkpoints.keep(this.#checkpoint(answers));
    yield* this.#seek();
  }

  /** Considers examples up to the next that is asked about. */
  *#seek(): Work<void> {
    const { active } = this;
    const { situation } = active;
    this.#question = undefined;
    while (situation.time < this.parts.stream.order.length && !active.isOver(this.left)) {
      const row = this.considerNext();
      if (row !== undefined) {
        this.#question = this.#questionAbout(row);
        return;
      }
      if (situation.time % PIECE === 0) yield;
    }
  }

  #questionAbout(row: number): Question {
    const { situation, decision } = this.active;
    const { prediction, distance, weightToFlip } = situation;
    const { probability, importance } = decision;
    return { ...this.#questionOn(row, prediction), probability, importance, ...this.ofGuess, distance, weightToFlip };
  }

  /** What any question says of its row. */
  #questionOn(
    row: number,
    prediction: number,
  ): Pick<Question, 'number' | 'position' | 'row' | 'prediction' | 'predicted' | 'classes' | 'reads'> {
    const { situation, query, judge } = this.active;
    const number = this.#given.length + (this.#fresh?.given.length ?? 0) + 1;
    const predicted = this.active.labelOf(prediction);
    return { number, position: situation.time, row, prediction, predicted, classes: judge.classes ?? 0, reads: query.reads };
  }

  #checkpoint(answers: number): Checkpoint {
    return { answers, active: this.active.state(), ...this.accounts(), place: this.parts.ledger.place() };
  }
}

/** The state of a session at some answer, from which it can go on. */
export interface Checkpoint extends AccountStates {
  /** Answers before it. */
  readonly answers: number;
  readonly active: State;
  /** Where the ledger's chain of models is. */
  readonly place: Chained;
}

/** Bytes. */
const MEMORY = 256e6;
const [FEWEST, MOST] = [4, 64];

/**
 * States of a session after its latest answers, so that taking one back computes nothing again but what was passed over since the
 * answer before it.
 *
 * As many as fit into the memory they may take, at least four; and the state before the first answer that may be taken back, from
 * which everything can be computed again.
 */
export class Checkpoints {
  #start: Checkpoint;
  /** Oldest first. */
  readonly #latest: Checkpoint[] = [];
  /** How many are kept. */
  readonly size: number;

  constructor(start: Checkpoint) {
    this.#start = start;
    this.size = Math.min(MOST, Math.max(FEWEST, Math.floor(MEMORY / bytesOf(start.active))));
  }

  /** Nothing before this one is gone back to: it is told before any is kept. */
  beginAt(checkpoint: Checkpoint): void {
    this.#start = checkpoint;
  }

  keep(checkpoint: Checkpoint): void {
    this.#latest.push(checkpoint);
    if (this.#latest.length > this.size) this.#latest.shift();
  }

  /** The latest one with at most so many answers before it; later ones are forgotten. */
  backTo(answers: number): Checkpoint {
    while ((this.#latest.at(-1)?.answers ?? 0) > answers) this.#latest.pop();
    return this.#latest.at(-1) ?? this.#start;
  }
}

function bytesOf(state: State): number {
  return Object.values(state).reduce<number>(
    (sum, part) => sum + (typeof part === 'number' ? 8 : part instanceof Float64Array ? part.byteLength : bytesOf(part)),
    0,
  );
}
