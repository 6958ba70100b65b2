import type { Work } from '../../numerics/work.ts';
import type { Course } from '../../statistics/error-tally.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import { Labelling, opened, PIECE, refundOf, sessionAccounts, testimonyOf, type Plan } from '../labelling.ts';
import { batchesIn, keyOf, majorityOf, MAJORITY, panelFor, questionAfter, waitsFor } from '../../ledger/batches.ts';
import type { BatchQuestion, People } from '../../ledger/batches.ts';
import type { Remark } from '../../ledger/entry.ts';
import { AnswerError, type PastAnswer, type Question } from '../question.ts';

/** An answer to a question of the pass under way. */
export interface BatchAnswer {
  readonly question: BatchQuestion;
  readonly answer: Answer;
  /** Who gives it; that of the plan, or nobody who is named, if absent. */
  readonly annotator?: string;
  readonly remark?: Remark;
}

/** Opens the session of a plan where its ledger ends, or begins it. */
export function openBatches(plan: Plan): Work<BatchSession> {
  return opened(plan, BatchSession);
}

/**
 * Labelling in batches, for tools that ask many questions at once: the stream is considered up to the n-th question under the model
 * as it stands, and nothing is learned before an answer is there.
 *
 * Each p_t, its coin and the prediction are in the ledger when the row is considered; an answer is learned when it comes, with the
 * importance i/p_t that its question was asked with, and judges the prediction it was asked on (streams/active-learner.ts): what holds
 * of importances holds of late answers. A question is paid for when it is asked; where nobody can tell the price is given back, and buys
 * another label.
 *
 * A batch may be dealt to several people (ledger/batches.ts). What each says of a row that all are asked about is in the ledger when it
 * comes; the row is learned once, when everybody has answered and most agree, or when somebody else decides.
 *
 * There is one batch at a time: the next begins when every question has its answer, "cannot tell" being one. Answers are learned in the
 * order of their questions, whatever the order in which they are handed over. Several people who answer one question at a time
 * (`questionFor`) wait for nobody: each question of theirs is a batch of one that begins while those of others are open.
 *
 * Laws (test/labelling/batch.test.ts): a batch of one asks and learns what a session of one question at a time does; cut the ledger off at
 * any byte, and asking again gives the same questions and the same bytes; it is the run that a simulation has whose answers come late.
 *
 * @throws as LabelSession's.
 */
export class BatchSession extends Labelling {
  #questions: BatchQuestion[] = [];

  protected get course(): Course {
    return this.isFinished ? 'over' : 'under way';
  }

  /** All questions that were ever asked in batches, in their order, those of earlier passes too. */
  get questions(): readonly BatchQuestion[] {
    return this.#questions;
  }

  /** Those that wait for their answers. */
  get open(): readonly BatchQuestion[] {
    return this.#questions.filter(({ answer }) => answer === undefined);
  }

  /** Goes through what the ledger says, and finishes a batch in the midst of which a process has died. */
  *resume(): Work<void> {
    const { ledger, recorder, stream } = this.parts;
    const whole = yield* ledger.resume(this.active, stream, sessionAccounts(this.plan.budget).left, recorder);
    const { questions, sinceAnswer } = batchesIn(whole);
    this.#questions = questions;
    this.isFinished = whole.entries.at(-1)?.entry === 'end';
    const last = questions.at(-1);
    if (sinceAnswer > 0) yield* this.#seek(last!.size, sinceAnswer, last!.panel);
    // A process may have died between the last of several answers and what they came to.
    for (const question of this.open) this.#agree(question);
  }

  /**
   * Asks so many questions, fewer where the budget or the pool ends; nothing where questions wait for their answers. Without a
   * question that is open afterwards every example has been considered. `panel`: several people who share them.
   */
  *ask(size: number, panel?: People): Work<void> {
    if (this.isFinished || this.open.length > 0) return;
    yield* this.#seek(size, 0, panel);
    this.#sumUp();
  }

  /** What a person has to answer, a new question of their own where nothing waits for them; undefined: nothing now. */
  *questionFor(name: string, people: People): Work<BatchQuestion | undefined> {
    const waiting = (): BatchQuestion | undefined => this.open.find((each) => waitsFor(each, name));
    if (waiting() === undefined && !this.isFinished) {
      yield* this.#seek(1, 0, panelFor(name, people, this.#questions.at(-1), this.#pass));
      this.#sumUp();
    }
    return waiting();
  }

  /** An open question as the person sees it who has answered so many. */
  shownAs({ position, row, probability, importance, prediction }: BatchQuestion, answers: number): Question {
    const { judge, query, loss } = this.active;
    const { classes = 0 } = judge;
    const distance = classes === 2 ? Math.abs(prediction - loss.threshold!) : 0;
    const said = { position, row, probability, importance, prediction, predicted: this.active.labelOf(prediction), classes };
    const of = { ...this.ofGuess, isOfSeveral: true } as const;
    return { ...said, number: answers + 1, reads: query.reads, distance, weightToFlip: Infinity, ...of };
  }

  /**
   * Gives the n-th answer of a person, from 1, another label.
   *
   * @throws AnswerError where it cannot be corrected: one of several about a row, for one.
   */
  *correct(name: string, number: number, answer: Answer): Work<void> {
    const question = this.#ownOf(name).at(number - 1);
    if (question === undefined) throw new AnswerError(`answer ${number} cannot be corrected: expected one that was given`);
    yield* this.change({ question, answer, annotator: name });
  }

  /**
   * Gives a question that has been answered another answer.
   *
   * @throws AnswerError where it cannot be corrected.
   */
  *change({ question, answer, annotator = this.plan.annotator }: BatchAnswer): Work<void> {
    const { row, pass, opinions, answer: before } = question;
    if (before === undefined || opinions.size > 0 || pass !== this.#pass) {
      const legal = 'one of this pass, to a question that nobody else was asked';
      throw new AnswerError(`the answer about row ${row + 1} cannot be corrected: expected ${legal}`);
    }
    const given = { ...question, answer: before };
    this.requireCorrectable(given, answer);
    this.parts.signed.by = annotator;
    yield* this.learnAnew(given, answer);
    this.#sumUp();
  }

  #ownOf(name: string): BatchQuestion[] {
    return this.#questions.filter(({ pass, opinions, by }) => pass === this.#pass && (opinions.has(name) || by === name));
  }

  /** What a person has answered in this pass, in the order of the questions. */
  answersOf(name: string): PastAnswer[] {
    return this.#ownOf(name).map(({ row, opinions, answer }, n) => {
      const said = opinions.get(name) ?? answer!;
      return { number: n + 1, row, label: said === 'abstains' ? null : said };
    });
  }

  get #pass(): number {
    return this.start?.pass ?? 0;
  }

  /** Learns answers to open questions. */
  *learn(answers: readonly BatchAnswer[]): Work<void> {
    const place = ({ question, annotator = '' }: BatchAnswer): number => question.asked.indexOf(annotator);
    const inOrder = [...answers].sort((a, b) => a.question.position - b.question.position || place(a) - place(b));
    for (const { question: asked, answer, annotator, remark } of inOrder) {
      this.say(remark);
      // That of a ledger that a correction has begun anew.
      const question = this.open.find(({ position }) => position === asked.position) ?? asked;
      if (annotator !== undefined && question.asked.length > 1 && question.asked.includes(annotator)) {
        this.parts.ledger.keepOpinion(question, answer, { ...testimonyOf(this.parts.signed), annotator });
        question.opinions.set(annotator, answer);
        this.#agree(question);
      } else this.#settle(question, answer, annotator);
      yield;
    }
    // What a hard cap refuses is considered yet.
    if (this.open.length === 0 && this.left < 1) yield* this.#seek(1, 0);
    this.#sumUp();
  }

  /** Learns what several people came to, where they did. */
  #agree(question: BatchQuestion): void {
    const answer = majorityOf(question);
    if (answer !== undefined) this.#settle(question, answer, MAJORITY);
  }

  #settle(question: BatchQuestion, answer: Answer, by = this.plan.annotator): void {
    const { recorder, stream, signed } = this.parts;
    signed.by = by;
    recorder.answered(this.active, question.row, answer, refundOf(question.row, answer));
    this.active.deliver(stream.rows, question.row, answer);
    [question.answer, question.by] = [answer, by];
  }

  #sumUp(): void {
    const isOver = this.active.situation.time === this.parts.stream.order.length || this.active.isOver(this.left);
    if (isOver && this.open.length === 0) this.finish();
  }

  /** Considers examples up to the last question of a batch of which so many are asked. */
  *#seek(size: number, asked: number, panel?: People): Work<void> {
    const { active } = this;
    const { situation } = active;
    while (asked < size && situation.time < this.parts.stream.order.length) {
      // Behind the last label of a budget the answers come first: what is refused is considered with what they teach.
      if (active.isOver(this.left) || (active.awaited > 0 && this.left < 1)) return;
      // A further round begins when every answer of the one before has come.
      if (active.awaited > 0 && active.rounds?.isNext(situation.time) === true) return;
      const row = this.considerNext();
      if (row !== undefined) {
        this.#note(row, size, panel);
        asked++;
      }
      if (situation.time % PIECE === 0) yield;
    }
  }

  /** The row in the situation is asked about, and its answer comes later. */
  #note(row: number, size: number, panel: People | undefined): void {
    const { recorder, ledger } = this.parts;
    const { time: position, prediction } = this.active.situation;
    const { probability, importance } = this.active.decision;
    const place = { pass: this.#pass, position, row, probability, importance, prediction };
    recorder.flush({ batch: size, ...panel });
    this.active.postpone(row);
    const said = { ...place, key: keyOf(ledger.place().model), size, panel };
    this.#questions.push(questionAfter(this.#questions.at(-1), said, ledger.header.spec));
  }
}
