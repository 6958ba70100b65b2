import type { NamedClasses } from '../classes.ts';
import type { Respondent } from '../conversation.ts';
import { sentence, type Question, type Reply, type Sight, type Standing } from '../question.ts';
import { finishView, helpView, keysView, questionView, shownText, type Screen } from './view.ts';

/** What a session in a terminal is made of. */
export interface TerminalParts {
  readonly classes: NamedClasses;
  /** Absent: sees. */
  readonly sight?: Sight;
  /** What there is to read about a row. */
  readonly textOf: (row: number) => string;
  readonly screen: Screen;
  readonly print: (line: string) => void;
  /** The next key that is pressed. */
  readonly key: () => Promise<string>;
}

/** The key that shows the question again, by custom; a keyboard gives it where the screen may have been lost. */
export const REDRAW = 'ctrl-l';

/** A person at a terminal: sees questions, presses keys. */
export class TerminalRespondent implements Respondent {
  readonly #parts: TerminalParts;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  async ask(question: Question, standing: Standing): Promise<Reply> {
    const { classes, textOf, screen, sight } = this.#parts;
    const text = textOf(question.row);
    const shown = shownText(text, screen.columns);
    const draw = (): void => {
      this.#print(questionView(question, standing, shown, classes, screen, sight));
    };
    draw();
    for (;;) {
      const key = await this.#parts.key();
      if (key === REDRAW) {
        draw();
        continue;
      }
      const reply = this.#replyTo(key);
      if (reply !== undefined) return reply;
      if (key === 'm' && shown.isCut) this.#print(shownText(text, screen.columns, Infinity).lines);
      else this.#explain(key);
      this.#print(keysView(classes, shown.isCut, screen.columns));
    }
  }

  async finish(standing: Standing): Promise<Reply> {
    for (;;) {
      this.#print(finishView(standing, this.#parts.screen.columns));
      const key = await this.#parts.key();
      if (key === 'q') return { kind: 'quit' };
      if (key === 'u') return { kind: 'undo' };
    }
  }

  refuse(words: string): void {
    this.#print([sentence(words)]);
  }

  #replyTo(key: string): Reply | undefined {
    const chosen = this.#parts.classes.find(({ keys }) => keys.includes(key));
    if (chosen !== undefined) {
      this.#print([`> ${chosen.name}`, '']);
      return { kind: 'label', label: chosen.label };
    }
    if (key === 'q') return { kind: 'quit' };
    if (key !== 's' && key !== 'u') return undefined;
    this.#print([key === 's' ? '> skipped' : '> undo', '']);
    return { kind: key === 's' ? 'skip' : 'undo' };
  }

  #explain(key: string): void {
    const { classes, screen } = this.#parts;
    this.#print(key === '?' ? helpView(classes, screen.columns) : [`'${key}' means nothing here; [?] tells the keys.`]);
  }

  #print(lines: readonly string[]): void {
    for (const line of lines) this.#parts.print(line);
  }
}
