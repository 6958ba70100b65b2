import type { z } from 'zod';
import { ifPossible } from '../../files/if-possible.ts';
import { meanFields, meanText } from '../../ledger/audit/quantities.ts';
import { estimateFields } from '../../streams/measures/error-words.ts';
import { answerOf, legalAnswers, type NamedClasses } from '../classes.ts';
import { AnswerError, classLines, type Question, type Reply, type Sight, type Standing } from '../question.ts';
import { answerSchema, type doneSchema, type errorSchema, type questionSchema } from './lines.ts';
import { present } from '../../numerics/present.ts';

/**
 * The session as lines of JSON, for programs: a question out, an answer in. lines.ts says what each field is.
 *
 *   {"question":3,"position":17,"id":204,"probability":0.13,"importance":7.7,"prediction":-0.4,"labelsLeft":38,"text":"…"}
 *   {"question":3,"label":"pos"}    or, instead of the label, "skip":true, "undo":true, "quit":true
 *   {"done":true,"labels":12,"examples":1000,"importanceSum":998.2,"errorEstimate":null,"errorLow":0.02,"errorHigh":0.31,
 *    "errorText":"between 2.00% and 31.00%, …","stop":{"words":"certified with 95% confidence: …","isReached":true},"remarks":[]}
 */
export function questionLine(
  { number, position, row, probability, importance, prediction, classes, guess, fresh }: Question,
  { labelsLeft, pass }: Pick<Standing, 'labelsLeft' | 'pass'>,
  beside: Pick<z.input<typeof questionSchema>, 'document' | 'text' | 'columns'> = {},
  sight: Sight = 'sees',
): string {
  const line: z.input<typeof questionSchema> = {
    question: number,
    position,
    id: row,
    probability,
    importance,
    ...(sight === 'sees' && (classes > 0 || guess) && { prediction }),
    labelsLeft: fresh !== undefined ? fresh.wanted + 1 - fresh.number : labelsLeft === Infinity ? null : labelsLeft,
    ...(pass !== undefined && { pass: pass + 1 }),
    ...(fresh !== undefined && { fresh: fresh.number }),
    ...beside,
  };
  return JSON.stringify(line);
}

/** The line that says why the line before was no answer. */
export function errorLine(error: string): string {
  const line: z.input<typeof errorSchema> = { error };
  return JSON.stringify(line);
}

/** The last line of a session. */
export function doneLine(
  { labels, examples, importanceSum, mean, error, classes, stop, pass, known, outside, final }: Standing,
  remarks: readonly string[],
): string {
  const classText = classLines(error, classes).at(0);
  const finalClassText = final && classLines(final.estimate, final.classes).at(0);
  const line: z.input<typeof doneSchema> = {
    done: true,
    ...(pass !== undefined && { pass: pass + 1 }),
    ...present({ known, outside }),
    labels,
    examples,
    importanceSum,
    ...(mean && { mean: { ...meanFields(mean), text: meanText(mean) } }),
    ...estimateFields(error),
    ...present({ classText, stop }),
    ...(final && {
      final: {
        labels: final.labels,
        rows: final.estimate.rows,
        ...estimateFields(final.estimate),
        ...(finalClassText !== undefined && { classText: finalClassText }),
      },
    }),
    remarks: [...remarks],
  };
  return JSON.stringify(line);
}

/**
 * The reply to this question that a line means.
 *
 * @throws AnswerError for a line that is none.
 */
export function replyIn(line: string, open: number, classes: NamedClasses): Reply {
  const { success, data } = answerSchema.safeParse(ifPossible((): unknown => JSON.parse(line)));
  if (!success)
    throw new AnswerError(
      `no answer: ${shortened(line)}; expected {"question":${open},"label":…}, or instead of the label "skip":true, ` +
        '"undo":true or "quit":true',
    );
  if (data.question !== open) throw new AnswerError(`question ${data.question} is not open; ${open} is`);
  if ('undo' in data || 'quit' in data) return { kind: 'undo' in data ? 'undo' : 'quit' };
  const remark = present({ note: data.note, flag: data.flag });
  const of = { ...present({ correct: data.correct }), ...(Object.keys(remark).length > 0 && { remark }) };
  if ('skip' in data) return { kind: 'answer', answer: 'abstains', ...of };
  const { label } = data;
  const { range } = classes;
  const isName = typeof label === 'string' || range !== undefined;
  const meant = isName ? answerOf(classes, String(label)) : classes.find(({ label: own }) => own === label)?.label;
  if (meant !== undefined) return { kind: 'answer', answer: meant, ...of };
  const named = classes.map((each) => `${JSON.stringify(each.name)} (${each.label})`).join(' and ');
  const legal = range ? `expected ${legalAnswers(classes)}` : `there are ${named}`;
  throw new AnswerError(`no ${range ? 'answer' : 'class'}: ${JSON.stringify(label)}; ${legal}`);
}

function shortened(line: string): string {
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
