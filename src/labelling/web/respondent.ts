import { classOf, type NamedClasses } from '../classes.ts';
import type { SharedRespondent } from '../conversation.ts';
import type { Labelling } from '../labelling.ts';
import { excerptOf } from '../../files/printable.ts';
import { present } from '../../numerics/present.ts';
import { endingText } from '../pass-words.ts';
import { replyIn } from '../pipe/protocol.ts';
import { columnsOfRow, textOfRow, type Pool } from '../pool.ts';
import { AnswerError, sentence } from '../question.ts';
import type { Effect, PastAnswer, Question, Reply, Sight, Standing } from '../question.ts';
import type { Changes } from './changes.ts';
import { highlighted, type Segment } from './highlights.ts';
import { columnsShown, sidesOf, standingLines, whyLines, type Shown } from './shown.ts';

/** What a page shows of a session that is one person's, where there are several. */
export interface Own {
  readonly answers: (atMost: number) => PastAnswer[];
  readonly canUndo?: boolean;
  /** Absent where questions of several people are open. */
  readonly effect?: Effect;
}

/** What a session on a page is made of, besides itself and its pool. */
export interface WebParts {
  readonly classes: NamedClasses;
  readonly sight: Sight;
  /** Who answers, and what is theirs; absent: the session has one person. */
  readonly name?: string;
  readonly own: Own;
  readonly changes: Changes;
  /** The reply, or the error of whoever interrupts the program. */
  readonly unlessInterrupted: (reply: Promise<Reply>) => Promise<Reply>;
}

/** Answers that the page shows at first. */
const PAST = 10;

/**
 * A person at a page: what is shown is plain data that windows ask for, an answer is a line of the protocol for programs
 * (pipe/protocol.ts).
 *
 * An answer is acknowledged when the session shows what comes after it, and then it is in the ledger.
 */
export class WebRespondent implements SharedRespondent {
  readonly #labelling: Labelling;
  readonly #pool: Pool;
  readonly #parts: WebParts;
  #shown: Shown | undefined;
  #more: Pick<Shown, 'question'> = {};
  #version = 0;
  #note: string | undefined;
  #reply: ((reply: Reply) => void) | undefined;

  constructor(labelling: Labelling, pool: Pool, parts: WebParts) {
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

  /** The latest answers, so many at most; the latest last. */
  past(atMost = Infinity): Shown['answers'] {
    return this.#parts.own.answers(atMost).map(({ number, row, label }) => ({
      number,
      name: label === null ? null : classOf(this.#parts.classes, label).name,
      excerpt: excerptOf(textOfRow(this.#pool, row)),
    }));
  }

  ask(question: Question, standing: Standing): Promise<Reply> {
    const { sight, classes } = this.#parts;
    const side = sight === 'blind' && { side: undefined };
    const text = this.#segmentsOf(question).map((segment): Segment => present({ ...segment, ...side }));
    const why = whyLines(question, this.#parts.own.effect, classes, sight);
    const towards = sight === 'blind' || classes.range ? {} : { towards: sidesOf(question, classes) };
    const fresh = question.fresh === undefined ? {} : { fresh: question.fresh };
    const columns = columnsShown(columnsOfRow(this.#pool, question.row));
    this.#show('asking', standing, { question: { row: question.row, text, columns, why, ...towards, ...fresh } });
    return this.#next();
  }

  async finish(standing: Standing): Promise<Reply> {
    this.#note = endingText(standing);
    this.#show('over', standing, {});
    return this.#next();
  }

  refresh(standing: Standing): void {
    if (this.#reply === undefined) return;
    // There may be something to ask again.
    if (this.#shown?.state === 'over') this.#take({ kind: 'undo' });
    else {
      this.#show('asking', standing, this.#more);
      this.#parts.changes.tell();
    }
  }

  refuse(words: string): void {
    this.#note = sentence(words);
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
    const shown = this.#shown;
    if (this.#reply === undefined || shown === undefined) throw new AnswerError('no question is open at the moment');
    const given = replyIn(line, shown.open, this.#parts.classes);
    if (shown.state === 'over' && given.kind === 'answer' && given.correct === undefined)
      throw new AnswerError('no question is left; expected "undo":true or "quit":true');
    this.#take(given);
    // Windows that come and go are changes too: only a new question, or the end, tells that an answer is kept.
    await this.#parts.changes.until(() => this.#reply !== undefined || this.#shown?.state === 'left');
  }

  #take(reply: Reply): void {
    const take = this.#reply!;
    this.#reply = undefined;
    take(reply);
  }

  #next(): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => {
      this.#reply = resolve;
    });
    this.#parts.changes.tell();
    return this.#parts.unlessInterrupted(reply);
  }

  /** What there is to read about a row, with what moved its prediction marked. */
  #segmentsOf({ row, prediction }: Question): Segment[] {
    const text = textOfRow(this.#pool, row);
    const { rows, vectorizer } = this.#pool;
    if (vectorizer === undefined) return [{ text }];
    return highlighted(text, { vectorizer, rows, row, weights: this.#labelling.weightsTowards(prediction) });
  }

  #show(state: Shown['state'], standing: Standing, more: Pick<Shown, 'question'>): void {
    const { classes, name } = this.#parts;
    const answers = this.past(PAST);
    const { labels, labelsLeft, examples, pool: rows } = standing;
    this.#version++;
    this.#more = more;
    this.#shown = {
      state,
      pool: name === undefined ? this.#pool.name : `${this.#pool.name} · ${name}`,
      classes: classes.map((each) => ({ name: each.name, keys: each.keys })),
      ...(classes.range && { range: classes.range }),
      open: (answers.at(-1)?.number ?? 0) + 1,
      ...more,
      progress: { labels, left: labelsLeft === Infinity ? null : labelsLeft, examples, pool: rows },
      standing: [...standingLines(standing, state), ...(state === 'asking' ? [] : this.#labelling.remarks)],
      canUndo: this.#parts.own.canUndo === true,
      answers,
      ...(this.#note !== undefined && { note: this.#note }),
    };
    this.#note = undefined;
    if (state === 'left') this.#parts.changes.tell();
  }
}
