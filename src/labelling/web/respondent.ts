import { classOf, type NamedClasses } from '../classes.ts';
import type { Respondent } from '../conversation.ts';
import { AnswerError, replyIn } from '../pipe/protocol.ts';
import { textOfRow, type Pool } from '../pool.ts';
import type { Question, Reply, Sight, Standing } from '../question.ts';
import type { LabelSession } from '../session.ts';
import type { Changes } from './changes.ts';
import { highlighted, type Segment } from './highlights.ts';
import { endingText, excerptOf, sidesOf, standingLines, whyLines, type Shown } from './shown.ts';

/** What a session on a page is made of, besides itself and its pool. */
export interface WebParts {
  readonly classes: NamedClasses;
  readonly sight: Sight;
  readonly changes: Changes;
  /** The reply, or the error of whoever interrupts the program. */
  readonly unlessInterrupted: (reply: Promise<Reply>) => Promise<Reply>;
}

/** Answers that the page offers to go back to. */
const PAST = 10;

/**
 * A person at a page: what is shown is plain data that windows ask for, an answer is a line of the protocol for programs
 * (pipe/protocol.ts).
 *
 * An answer is acknowledged when the session shows what comes after it, and then it is in the ledger.
 */
export class WebRespondent implements Respondent {
  readonly #labelling: LabelSession;
  readonly #pool: Pool;
  readonly #parts: WebParts;
  #shown: Shown | undefined;
  #version = 0;
  #note: string | undefined;
  #reply: ((reply: Reply) => void) | undefined;

  constructor(labelling: LabelSession, pool: Pool, parts: WebParts) {
    [this.#labelling, this.#pool, this.#parts] = [labelling, pool, parts];
  }

  /** What is shown now; undefined before the first question. */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** Counts what was shown. */
  get version(): number {
    return this.#version;
  }

  ask(question: Question, standing: Standing): Promise<Reply> {
    const { sight, classes } = this.#parts;
    const text = this.#segmentsOf(question.row).map((segment) => (sight === 'blind' ? withoutSide(segment) : segment));
    const why = whyLines(question, this.#labelling.effect, classes, sight);
    const towards = sight === 'blind' || classes.range ? {} : { towards: sidesOf(question, classes) };
    const fresh = question.fresh === undefined ? {} : { fresh: question.fresh };
    this.#show('asking', standing, { question: { row: question.row, text, why, ...towards, ...fresh } });
    return this.#next();
  }

  async finish(standing: Standing): Promise<'undo' | 'quit'> {
    this.#note = endingText(standing);
    this.#show('over', standing, {});
    const { kind } = await this.#next();
    return kind === 'undo' ? 'undo' : 'quit';
  }

  refuseUndo(): void {
    this.#note = 'There is no answer to take back.';
  }

  /** The session is left: nothing can be answered any more. */
  leave(standing: Standing): void {
    this.#show('left', standing, {});
  }

  /**
   * Takes an answer, a line of the protocol; resolves when it is kept and what comes after it is shown.
   *
   * @throws AnswerError for what is no answer, or not one to the open question.
   */
  async answer(line: string): Promise<void> {
    const [reply, shown] = [this.#reply, this.#shown];
    if (reply === undefined || shown === undefined) throw new AnswerError('no question is open at the moment');
    const given = replyIn(line, shown.open, this.#parts.classes);
    if (shown.state === 'over' && (given.kind === 'label' || given.kind === 'skip'))
      throw new AnswerError('no question is left; expected "undo":true or "quit":true');
    this.#reply = undefined;
    reply(given);
    // Windows that come and go are changes too: only a new question, or the end, tells that an answer is kept.
    await this.#parts.changes.until(() => this.#reply !== undefined || this.#shown?.state === 'left');
  }

  #next(): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => {
      this.#reply = resolve;
    });
    this.#parts.changes.tell();
    return this.#parts.unlessInterrupted(reply);
  }

  /** What there is to read about a row, with what moved its prediction marked. */
  #segmentsOf(row: number): Segment[] {
    const text = textOfRow(this.#pool, row);
    const { rows, vectorizer } = this.#pool;
    return vectorizer === undefined ? [{ text }] : highlighted(text, { vectorizer, rows, row, weights: this.#labelling.weights });
  }

  #show(state: Shown['state'], standing: Standing, more: Pick<Shown, 'question'>): void {
    const { classes } = this.#parts;
    const answers = this.#labelling.answers(PAST);
    const { labels, labelsLeft, examples, pool: rows } = standing;
    this.#version++;
    this.#shown = {
      state,
      pool: this.#pool.name,
      classes: classes.map((each) => ({ name: each.name, keys: each.keys })),
      ...(classes.range && { range: classes.range }),
      open: (answers.at(-1)?.number ?? 0) + 1,
      ...more,
      progress: { labels, left: labelsLeft === Infinity ? null : labelsLeft, examples, pool: rows },
      standing: [...standingLines(standing, state), ...(state === 'asking' ? [] : this.#labelling.remarks)],
      answers: answers.map(({ number, row, label }) => ({
        number,
        name: label === null ? null : classOf(classes, label).name,
        excerpt: excerptOf(textOfRow(this.#pool, row)),
      })),
      ...(this.#note !== undefined && { note: this.#note }),
    };
    this.#note = undefined;
    if (state === 'left') this.#parts.changes.tell();
  }
}

function withoutSide({ text, strength }: Segment): Segment {
  return { text, ...(strength !== undefined && { strength }) };
}
