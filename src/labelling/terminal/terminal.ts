import type { PipeParts } from '../pipe/pipe.ts';
import { answerOf, classOf, legalAnswers, type NamedClass } from '../classes.ts';
import type { Respondent } from '../conversation.ts';
import { sentence, type PastAnswer, type Question, type Reply, type Standing } from '../question.ts';
import { answerView, finishView, helpView, keysView, questionView, shownText, type Screen } from './view.ts';

/** What a session in a terminal is made of. */
export interface TerminalParts extends Pick<PipeParts, 'classes' | 'print' | 'sight'> {
  /** What was answered so far. */
  readonly answers: () => readonly PastAnswer[];
  /** What there is to read about a row. */
  readonly textOf: (row: number) => string;
  readonly screen: Screen;
  /** Prints a line with its colours as they are; `print` shows control characters as escapes. */
  readonly draw: (line: string) => void;
  /** The next key that is pressed. */
  readonly key: () => Promise<string>;
}

/** The key that shows the question again, by custom; a keyboard gives it where the screen may have been lost. */
export const REDRAW = 'ctrl-l';

/** The key that changes an earlier answer; no class has it. */
const EARLIER = '<';

/** A person at a terminal: sees questions, presses keys. */
export class TerminalRespondent implements Respondent {
  readonly #parts: TerminalParts;
  /** Of a number, so far. */
  #typed = '';

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  async ask(question: Question, standing: Standing): Promise<Reply> {
    const { classes, textOf, screen, sight } = this.#parts;
    const text = textOf(question.row);
    const shown = shownText(text, screen.columns);
    const draw = (): void => questionView(question, standing, shown, classes, screen, sight).forEach(this.#parts.draw);
    draw();
    this.#typed = '';
    for (;;) {
      const key = await this.#parts.key();
      if (classes.range !== undefined && this.#types(key)) continue;
      const reply = await this.#replyTo(key);
      if (reply !== undefined) return reply;
      if (key === REDRAW || key === EARLIER) draw();
      else {
        if (key === 'm' && shown.isCut) this.#print(shownText(text, screen.columns, Infinity).lines);
        else this.#explain(key);
        this.#print(keysView(classes, shown.isCut, screen.columns));
      }
    }
  }

  async finish(standing: Standing): Promise<Reply> {
    for (;;) {
      this.#print(finishView(standing, this.#parts.screen.columns));
      const key = await this.#parts.key();
      const reply = ['q', 'u', EARLIER].includes(key) ? await this.#replyTo(key) : undefined;
      if (reply !== undefined) return reply;
    }
  }

  /** Another answer to an earlier question, whose number is typed; undefined: all stay. */
  async #correction(): Promise<Reply | undefined> {
    const { answers, classes, screen, textOf } = this.#parts;
    this.#print(['Which answer? The number of its question and Enter; Enter alone: none.']);
    this.#typed = '';
    for (let key = ''; key !== 'return'; key = await this.#parts.key()) {
      if (key === 'q') return { kind: 'quit' };
      this.#types(key);
    }
    const given = answers().find(({ number }) => String(number) === this.#typed);
    if (given === undefined) {
      this.#print(['There is no such answer: all stay as they are.']);
      return undefined;
    }
    this.#print(answerView(given, textOf(given.row), classes, screen.columns));
    this.#typed = '';
    for (;;) {
      const key = await this.#parts.key();
      if (classes.range !== undefined && this.#types(key)) continue;
      if (key === EARLIER) return undefined;
      const reply = await this.#replyTo(key);
      if (reply !== undefined) return reply.kind === 'answer' ? { ...reply, correct: given.number } : reply;
      this.#explain(key);
    }
  }

  refuse(words: string): void {
    this.#print([sentence(words)]);
  }

  /** Whether a key is one of those that write a number. */
  #types(key: string): boolean {
    const isDigit = /^[-.\d]$/.test(key);
    if (!isDigit && (key !== 'backspace' || this.#typed === '')) return false;
    this.#typed = isDigit ? this.#typed + key : this.#typed.slice(0, -1);
    this.#print([`: ${this.#typed}`]);
    return true;
  }

  /** The answer that a key gives: a class has keys of its own, and Enter ends a number. */
  #chosen(key: string): Pick<NamedClass, 'name' | 'label'> | undefined {
    const { classes } = this.#parts;
    if (classes.range === undefined) return classes.find(({ keys }) => keys.includes(key));
    const label = key === 'return' ? answerOf(classes, this.#typed) : undefined;
    return label === undefined ? undefined : classOf(classes, label);
  }

  async #replyTo(key: string): Promise<Reply | undefined> {
    if (key === EARLIER) return this.#correction();
    const chosen = this.#chosen(key);
    if (chosen !== undefined) {
      this.#print([`> ${chosen.name}`, '']);
      return { kind: 'answer', answer: chosen.label };
    }
    if (key === 'q') return { kind: 'quit' };
    if (key !== 's' && key !== 'u') return undefined;
    this.#print([key === 's' ? '> skipped' : '> undo', '']);
    return key === 's' ? { kind: 'answer', answer: 'abstains' } : { kind: 'undo' };
  }

  #explain(key: string): void {
    const { classes, screen } = this.#parts;
    const isNumber = key === 'return' && classes.range !== undefined;
    const wrong = isNumber
      ? `'${this.#typed}' is no answer: ${legalAnswers(classes)} is one.`
      : `'${key}' means nothing here; [?] tells the keys.`;
    this.#print(key === '?' ? helpView(classes, screen.columns) : [wrong]);
    if (isNumber) this.#typed = '';
  }

  #print(lines: readonly string[]): void {
    for (const line of lines) this.#parts.print(line);
  }
}
