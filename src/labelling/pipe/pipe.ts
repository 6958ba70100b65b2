import type { z } from 'zod';
import type { NamedClasses } from '../classes.ts';
import type { Respondent } from '../conversation.ts';
import { LONGEST_ANSWER, type AnswerLine } from './answer-lines.ts';
import type { questionSchema } from './lines.ts';
import { errorLine, questionLine, replyIn } from './protocol.ts';
import { AnswerError, type Sight } from '../question.ts';
import { count } from '../../numerics/display.ts';

/** What a session over a pipe is made of. */
export interface PipeParts {
  readonly classes: NamedClasses;
  /** Absent: sees. */
  readonly sight?: Sight;
  /** The text and the columns of a row, where there are any. */
  readonly beside: (row: number) => Pick<z.input<typeof questionSchema>, 'document' | 'text' | 'columns'>;
  readonly print: (line: string) => void;
  /** The next line; undefined when there are no more, which is to quit. */
  readonly line: () => Promise<AnswerLine | undefined>;
}

const TOO_LONG = `no answer: a line of more than ${count(LONGEST_ANSWER)} bytes; expected one answer a line, each ended by a line feed`;

/** A program at the other end of a pipe: reads questions and writes answers, a JSON object a line (protocol.ts). */
export function pipeRespondent({ classes, sight, beside, print, line }: PipeParts): Respondent {
  const refuse = (words: string): void => print(errorLine(words));
  return {
    async ask(question, standing) {
      for (;;) {
        print(questionLine(question, standing, beside(question.row), sight));
        const answer = await line();
        if (answer === undefined) return { kind: 'quit' };
        try {
          if (answer === 'too long') throw new AnswerError(TOO_LONG);
          return replyIn(answer.text, question.number, classes);
        } catch (error) {
          if (!(error instanceof AnswerError)) throw error;
          refuse(error.message);
        }
      }
    },
    finish: () => Promise.resolve({ kind: 'quit' }),
    refuse,
  };
}
