/**
 * Laws of the JSON lines between a session and a program: what is asked, and what is an answer; what is said to anything else
 * stands in test/cli/sessions/labels/pipe.txt.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namedClasses } from '../../src/labelling/classes.ts';
import { pipeRespondent } from '../../src/labelling/pipe/pipe.ts';
import { doneLine, questionLine, replyIn } from '../../src/labelling/pipe/protocol.ts';
import { AnswerError } from '../../src/labelling/question.ts';
import { forAll } from '../support/for-all.ts';

const classes = namedClasses(['ham', 'spam'], { negative: -1, positive: 1 });
const question = {
  number: 3,
  position: 17,
  row: 204,
  probability: 0.5,
  importance: 2,
  prediction: -0.25,
  predicted: -1,
  classes: 2,
  reads: 'counts',
  distance: 0,
  weightToFlip: 0,
} as const;
const standing = {
  examples: 17,
  pool: 100,
  labels: 2,
  labelsLeft: 8,
  importanceSum: 16,
  refusedImportance: 0,
  error: { kind: 'point', value: 0.125, low: 0.1, high: 0.2, rows: 17, isStopped: false, unanswered: 0, why: null },
} as const;

test('the last line says each number of its own: the pass from 1, what was known, the model in the end apart from the predictions', () => {
  const estimate = { ...standing.error, value: 0.5, low: 0.4, high: 0.6, rows: 83 };
  const final = { labels: 4, estimate, classes: { smallerClass: 0.1, balancedError: standing.error, fScore: estimate } };
  expect(JSON.parse(doneLine({ ...standing, pass: 1, known: 7, outside: 5, final }, ['r']))).toMatchObject({
    ...{ pass: 2, known: 7, outside: 5, labels: 2, examples: 17, importanceSum: 16, remarks: ['r'] },
    ...{ errorEstimate: 0.125, errorLow: 0.1, errorHigh: 0.2 },
    final: {
      ...{ labels: 4, rows: 83, errorEstimate: 0.5, errorLow: 0.4, errorHigh: 0.6 },
      classText: expect.stringMatching(/^the smaller class has 10.00% .* balanced error 12.50% .*, F-score 50.00%/) as string,
    },
  });
});

test('who is blind is not told the prediction, neither by the line nor by the pipe', async () => {
  expect(JSON.parse(questionLine(question, standing, {}, 'blind'))).not.toHaveProperty('prediction');
  for (const sight of ['blind', 'sees', undefined] as const) {
    const lines: string[] = [];
    const respondent = pipeRespondent({
      ...{ classes, beside: () => ({}), print: (line: string) => lines.push(line), line: () => Promise.resolve(undefined) },
      ...(sight && { sight }),
    });
    expect(await respondent.ask(question, standing)).toEqual({ kind: 'quit' });
    expect('prediction' in (JSON.parse(lines[0]) as object)).toBe(sight !== 'blind');
  }
});

test('a question is one line', () => {
  const line = questionLine(question, standing, { text: 'two\nlines' });
  expect(line).not.toContain('\n');
  const asked = { question: 3, position: 17, id: 204, probability: 0.5, importance: 2, prediction: -0.25 };
  expect(JSON.parse(line)).toEqual({ ...asked, labelsLeft: 8, text: 'two\nlines' });
  const unbounded = questionLine(question, { ...standing, labelsLeft: Infinity });
  expect(JSON.parse(unbounded)).toEqual({ ...asked, labelsLeft: null });
});

test('the last line sums up', () => {
  const errorText = 'estimated 12.50%, 95% interval 10.00% to 20.00%';
  expect(JSON.parse(doneLine(standing, ['a remark']))).toEqual({
    done: true,
    labels: 2,
    examples: 17,
    importanceSum: 16,
    errorEstimate: 0.125,
    errorLow: 0.1,
    errorHigh: 0.2,
    errorText,
    remarks: ['a remark'],
  });
});

describe('answers', () => {
  test.each([
    ['{"question":3,"label":"spam"}', { kind: 'answer', answer: 1 }],
    ['{"question":3,"label":-1}', { kind: 'answer', answer: -1 }],
    [' {"label": "ham", "question": 3.0} ', { kind: 'answer', answer: -1 }],
    ['{"question":3,"skip":true}', { kind: 'answer', answer: 'abstains' }],
    ['{"question":3,"undo":true}', { kind: 'undo' }],
    ['{"question":3,"correct":1,"label":"spam"}', { kind: 'answer', answer: 1, correct: 1 }],
    ['{"question":3,"correct":2,"skip":true}', { kind: 'answer', answer: 'abstains', correct: 2 }],
    ['{"question":3,"quit":true}', { kind: 'quit' }],
  ])('%s', (line, reply) => expect(replyIn(line, 3, classes)).toEqual(reply));

  test('whatever comes is an answer or an AnswerError', () => {
    forAll([fc.oneof(fc.string(), fc.json())], (line) => {
      try {
        expect(['answer', 'undo', 'quit']).toContain(replyIn(line, 3, classes).kind);
      } catch (error) {
        expect(error).toBeInstanceOf(AnswerError);
      }
    });
  });
});
