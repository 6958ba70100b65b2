import type { z } from 'zod';
import type { NamedClasses } from '../classes.ts';
import type { Respondent } from '../conversation.ts';
import { LONGEST_ANSWER, type AnswerLine } from './answer-lines.ts';
import type { questionSchema } from './lines.ts';
import { errorLine, questionLine, replyIn } from './protocol.ts';
import { AnswerError, type Question, type Reply, type Sight, type Standing } from '../question.ts';
import { count } from '../../numerics/display.ts';

/** What a session over a pipe is made of. */
export interface PipeParts {
  readonly classes: NamedClasses;
  /** Absent: sees. */
  readonly sight?: Sight;
  /** The text and the columns of a row, where there are any. */
  readonly beside: (row: number) => Pick<z.input<typeof questionSchema>, 'text' | 'columns'>;
  readonly print: (line: string) => void;
  /** The next line; undefined when there are no more, which is to quit. */
  readonly line: () => Promise<AnswerLine | undefined>;
}

const TOO_LONG = `no answer: a line of more than ${count(LONGEST_ANSWER)} bytes; expected one answer a line, each ended by a line feed`;

/** A program at the other end of a pipe: reads questions and writes answers, a JSON object a line (protocol.ts). */
export class PipeRespondent implements Respondent {
  readonly #parts: PipeParts;

  constructor(parts: PipeParts) {
    this.#parts = parts;
  }

  async ask(question: Question, standing: Standing): Promise<Reply> {
    const { classes, sight, beside, print, line } = this.#parts;
    for (;;) {
      print(questionLine(question, standing, beside(question.row), sight));
      const answer = await line();
      if (answer === undefined) return { kind: 'quit' };
      if (answer === 'too long') {
        print(errorLine(TOO_LONG));
        continue;
      }
      try {
        return replyIn(answer.text, question.number, classes);
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error;
        print(errorLine(error.message));
      }
    }
  }

  finish(): Promise<Reply> {
    return Promise.resolve({ kind: 'quit' });
  }

  refuse(words: string): void {
    this.#parts.print(errorLine(words));
  }
}
