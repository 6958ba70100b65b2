/** Laws of what a person sees: it fits the terminal, whatever the text; it obeys nobody; it says why and how things stand. */
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { namedClasses } from '../../../src/labelling/classes.ts';
import { textOfRow } from '../../../src/labelling/pool.ts';
import width from 'string-width';
import { printable, wrap } from '../../../src/labelling/terminal/columns.ts';
import { reasonOf, type Question, type Standing } from '../../../src/labelling/question.ts';
import { farewellView, finishView, helpView, questionView, screenOf, shownText } from '../../../src/labelling/terminal/view.ts';
import { forAll } from '../../support/for-all.ts';
import { rowOf, rowsOf } from '../../support/rows/rows.ts';

const plain = createColors(false);
const question: Question = {
  number: 13,
  position: 40,
  row: 203,
  probability: 0.128,
  importance: 7.8,
  prediction: -0.43,
  predicted: -1,
  classes: 2,
  reads: 'flip',
  distance: 0.43,
  weightToFlip: 47.9,
};
const standing: Standing = {
  examples: 40,
  pool: 1000,
  labels: 12,
  labelsLeft: 38,
  importanceSum: 39,
  refusedImportance: 0,
  error: { kind: 'point', value: 0.12, low: 0.05, high: 0.2, rows: 40, isStopped: false, unanswered: 0, why: null },
};
const classes = namedClasses(['other', 'corporate'], { negative: -1, positive: 1 });

/** Any text: words, very long ones, Chinese, emoji, escape sequences, tabs and line feeds. */
const anyText = fc.oneof(
  fc.lorem({ maxCount: 300 }),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: fc.constantFrom('猫', '👩‍🚀', 'é', 'x', ' ', '\u001b[2J', '\t', '\n', '\u0301', '한'), maxLength: 400 }),
);

test('what a person reads at once', () => {
  expect(questionView(question, standing, shownText('a rise in profits', 80), classes, { columns: 80, colors: plain })).toEqual(
    [
      '------------------------------------------------------ question 13, row 204 --',
      'a rise in profits',
      '',
      'asked with probability 0.13: a weight of 48 on the other label would flip the',
      'prediction',
      'predicted other (-0.43) | 12 bought, 38 left | error estimated 12.00%, 95%',
      'interval 5.00% to 20.00% | seen 40 of 1000',
      '[1/o] other  [2/c] corporate  [s]kip  [u]ndo  [q]uit  [?] help',
    ].map((line, n) => (n === 0 ? line.padStart(80, '-') : line)),
  );
});

test('every line fits, and no more than a terminal of 24 is shown at once', () => {
  forAll([anyText, anyText, fc.integer({ min: 40, max: 80 })], (text, name, columns) => {
    const named = namedClasses([name.trim() || 'a', `${name}!`], { negative: -1, positive: 1 });
    const shown = shownText(text, columns);
    const lines = [
      ...questionView(question, standing, shown, named, { columns, colors: plain }),
      ...helpView(named, columns),
      ...finishView(standing, columns),
      ...farewellView(standing, ['a remark'], columns),
    ];
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
    expect(shown.lines.length).toBeLessThanOrEqual(12);
    expect(lines.join('')).not.toMatch(/[\p{Control}]/u);
  });
  expect(
    questionView(question, standing, shownText('word '.repeat(5000), 80), classes, { columns: 80, colors: plain }).length,
  ).toBeLessThan(24);
});

test('wrapping loses and adds nothing, and composes characters that are canonically the same', () => {
  expect(wrap('\u{f900} e\u{301}', 9)).toEqual(['\u{8c48} \u{e9}']);
  forAll([anyText, fc.integer({ min: 2, max: 80 })], (text, columns) => {
    const bare = (each: string): string => each.replaceAll(' ', '');
    expect(bare(wrap(printable(text), columns).join(''))).toBe(bare(printable(text).normalize()));
  });
});

test('a text that is cut says so, and the whole of it is to be had', () => {
  const text = Array.from({ length: 100 }, (_, n) => `line ${n}`).join('\n');
  expect(shownText(text, 80).lines.at(-1)).toBe('(cut here: 89 more lines, [m] shows them)');
  expect(shownText(text, 80, Infinity)).toEqual({ lines: text.split('\n'), isCut: false });
  expect(shownText('', 80).lines).toEqual(['(empty)']);
});

test('colours are around lines, never in them', () => {
  const lines = (isColored: boolean) =>
    questionView(question, standing, shownText('text', 80), classes, { columns: 80, colors: createColors(isColored) });
  expect(lines(true).join('')).toContain('\u001b[');
  expect(lines(true).map(stripVTControlCharacters)).toEqual(lines(false));
});

test('the screen: at most 80 columns, colours unless the environment has none', () => {
  expect([200, 80, 60, 10, 0, undefined].map((columns) => screenOf(columns, {}).columns)).toEqual([80, 80, 60, 40, 80, 80]);
  const bold = (environment: Record<string, string>): string => screenOf(80, environment).colors.bold('x');
  expect(bold({ TERM: 'xterm' })).not.toBe('x');
  expect([bold({ TERM: 'xterm', NO_COLOR: '1' }), bold({ TERM: 'dumb' })]).toEqual(['x', 'x']);
});

test('why it was asked, for every kind of rule', () => {
  const reason = (more: Partial<Question>): string => reasonOf({ ...question, ...more });
  expect(reason({})).toBe('asked with probability 0.13: a weight of 48 on the other label would flip the prediction');
  expect(reason({ weightToFlip: 123456 })).toBe(
    'asked with probability 0.13: a weight of 120,000 on the other label would flip the prediction',
  );
  expect(reason({ weightToFlip: Infinity, probability: 1e-7 })).toBe(
    'asked with probability 1e-7: no weight on the other label would flip the prediction',
  );
  expect(reason({ distance: 0, probability: 1 })).toBe(
    'asked with probability 1: the model has no evidence for either class yet',
  );
  expect(reason({ reads: 'prediction', probability: 0.5 })).toBe(
    'asked with probability 0.5: the prediction is 0.43 from the threshold between the classes',
  );
  expect(reason({ reads: 'counts', probability: 0.1 })).toBe(
    'asked with probability 0.1: this rule asks about all rows with the same probability',
  );
});

test('how things stand: no word of an error that nothing is known of, nor of a budget without one', () => {
  const status = (more: Partial<Standing>): string =>
    questionView(question, { ...standing, ...more }, shownText('', 80), classes, { columns: 80, colors: plain }).at(-2)!;
  const error = { kind: 'at most', value: null, low: 0, high: 0.5, rows: 2, isStopped: false, unanswered: 0, why: null } as const;
  const nothing = { ...error, kind: 'nothing', low: null, high: null, why: 'no label was learned' } as const;
  expect(status({ labels: 1, labelsLeft: Infinity, examples: 2, importanceSum: 10, error })).toBe(
    'no mistake was seen | seen 2 of 1000',
  );
  expect(status({ labels: 0, importanceSum: 0, error: nothing })).toBe(
    'predicted other (-0.43) | 0 bought, 38 left | seen 40 of 1000',
  );
  expect(farewellView({ ...standing, error: nothing }, [], 80)[1]).toBe(
    'error of the predictions: no estimate (no label was learned)',
  );
});

test('the end', () => {
  expect(finishView({ ...standing, labelsLeft: 0 }, 80)).toEqual([
    'The budget is spent: 12 labels bought. [u]ndo the last answer, [<] change an',
    'earlier one, or [q]uit.',
  ]);
  expect(finishView(standing, 80)).toEqual([
    'All 1000 rows have been considered, 12 labels bought. [u]ndo the last answer,',
    '[<] change an earlier one, or [q]uit.',
  ]);
  expect(farewellView(standing, ['half of it was bought'], 80)).toEqual([
    '12 bought, 38 left | error estimated 12.00%, 95% interval 5.00% to 20.00% | seen',
    '40 of 1000; sum of importance 39',
    'half of it was bought',
    'Everything is saved; the same command continues here.',
  ]);
});

test('a row without a text: its features, the largest first, as the file numbers them', () => {
  const values: Partial<Record<number, number>> = { 0: 1, 3: 0.5, 8: -2, 9: 0.5 };
  expect(textOfRow({ rows: rowsOf([rowOf(10, (j) => values[j])]) }, 0)).toBe('7:-2 2:0.5 8:0.5');
});

test('keys: numbers always, first letters where they mean one class and nothing else', () => {
  const keys = (first: string, second: string): readonly string[][] =>
    namedClasses([first, second], { negative: 0, positive: 1 }).map((each) => [...each.keys]);
  expect(keys('negative', 'positive')).toEqual([
    ['1', 'n'],
    ['2', 'p'],
  ]);
  expect([keys('ham', 'spam'), keys('Undone', 'questioned')]).toEqual([
    [['1', 'h'], ['2']],
    [['1'], ['2']],
  ]);
  expect([keys('cat', 'Cow'), keys('2', '1')]).toEqual([
    [['1'], ['2']],
    [['1'], ['2']],
  ]);
  expect(keys('äpfel', '猫')).toEqual([
    ['1', 'ä'],
    ['2', '猫'],
  ]);
});
