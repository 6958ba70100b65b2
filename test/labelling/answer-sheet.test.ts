/**
 * What programs make of a sheet of questions comes back as it was meant, whatever they do to tables; what is wrong with one stands in
 * test/cli/sessions/labels/sheets.txt.
 */
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { sheetLines } from '../../src/labelling/batch/answer-sheet.ts';
import { answersOf } from '../../src/labelling/batch/answers.ts';

type SheetAnswers = ReturnType<typeof answersOf>;
import { questionSheet, sheetRemarks } from '../../src/labelling/batch/question-sheet.ts';
import { questionAfter, type BatchQuestion } from '../../src/ledger/batches.ts';
import { namedClasses } from '../../src/labelling/classes.ts';
import { readRecords } from '../../src/data/documents/records.ts';
import { toyTask } from '../support/toy.ts';

const folder = mkdtempSync(join(tmpdir(), 'iwal-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'a.csv');
const features = toyTask({ rows: 4, columns: 2, seed: 1 }).rows;

const classes = namedClasses(['other', 'relevant'], { negative: -1, positive: 1 });
const drawn = { pass: 0, probability: 1, importance: 1, prediction: 0 };
const asked = (rows: readonly number[], answer?: BatchQuestion['answer']): BatchQuestion[] =>
  rows.map((row, position) => ({
    ...questionAfter(undefined, { ...drawn, position, row, key: 'b1234e567', size: rows.length, panel: undefined }, 1),
    answer,
  }));

async function answers(text: string, questions = asked([4, 0, 7]), ids?: readonly string[]): Promise<SheetAnswers> {
  writeFileSync(file, text);
  return answersOf(await sheetLines(file), { file, classes, questions, corrects: true, ...(ids && { ids }) });
}

const of = ({ answers: all, repeated, empty }: SheetAnswers): readonly [Readonly<Record<number, unknown>>, number, number] => [
  Object.fromEntries(all.map(({ question, answer }) => [question.row, answer])),
  repeated,
  empty,
];

describe('a sheet', () => {
  it('is as it says', () => {
    const ids = ['a', 'b', 'c', 'd', '007'];
    const text = questionSheet(
      asked([4, 0]),
      { ids, rows: features, texts: ids.map((_, row) => `text "${row}",\r\nmore`) },
      classes,
    );
    expect(text).toBe(
      'batch,row,id,label,classes,text\n' +
        'b1234e567,5,007,,other | relevant,"text ""4"",\r\nmore"\n' +
        'b1234e567,1,a,,other | relevant,"text ""0"",\r\nmore"\n',
    );
  });

  it('answers the question about a row that is open, where an earlier pass has asked about it too', async () => {
    const questions = [...asked([4, 0], 'abstains'), ...asked([4])];
    const { answers: all, repeated } = await answers('batch,row,label\nb1234e567,5,relevant\nb1234e567,1,skip\n', questions);
    expect([all, repeated]).toEqual([[{ question: questions[2], answer: 1 }], 1]);
  });

  it('corrects an answer once', async () => {
    await expect(answers('row,label\n5,relevant\n5,other\n', asked([4], 'abstains'))).rejects.toThrow(/the answer in line 2/);
  });

  it('holds any text as it is, and comes back from any dialect, in any order, with any columns (property)', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 3, maxLength: 3 });
    const words = ['other', 'RELEVANT', ' relevant ', 'skip', '?', ''];
    const meant = [-1, 1, 1, 'abstains', 'abstains', undefined];
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(fc.nat(5), { minLength: 3, maxLength: 3 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\ufeff'),
        fc.shuffledSubarray(['batch', 'id', 'classes', 'text'] as const),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        async (shown, chosen, delimiter, end, mark, columns, order) => {
          const ids = ['r0', 'r1', 'r2'];
          writeFileSync(file, questionSheet(asked([0, 1, 2]), { ids, rows: features, texts: shown }, classes));
          const records: (readonly string[])[] = [];
          for await (const { cells } of readRecords(file, { delimiter: ',' })) records.push(cells);
          const [head, ...rows] = records;
          expect(rows.map((cells) => cells[head.indexOf('text')])).toEqual(shown);
          const kept = [...columns, 'row', 'label'];
          const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
          const lines = order.map((n) =>
            kept.map((name) => quoted(name === 'label' ? words[chosen[n]] : rows[n][head.indexOf(name)])).join(delimiter),
          );
          const [found, repeated, empty] = of(
            await answers(`${mark}${[kept.join(delimiter), ...lines, ''].join(end)}`, asked([0, 1, 2]), ids),
          );
          expect(found).toEqual(Object.fromEntries(chosen.flatMap((c, n) => (meant[c] === undefined ? [] : [[n, meant[c]]]))));
          expect([repeated, empty]).toEqual([0, chosen.filter((c) => meant[c] === undefined).length]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may lack empty cells at the end of its rows, and have empty rows behind it', async () => {
    expect(of(await answers('row;text;label\n5;a;other\n1;b\n8\n;;\n;;\n'))).toEqual([{ 4: -1 }, 0, 2]);
  });

  it('finds questions by their ids where there are no rows', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    expect(of(await answers('label,id\nrelevant,h\nother,a\n', undefined, ids))).toEqual([{ 7: 1, 0: -1 }, 0, 0]);
  });

  it('takes numbers as spreadsheet programs write them', async () => {
    writeFileSync(file, 'row,label\n5.0,1.0\n1,0\n');
    const numbers = namedClasses(['0', '1'], { negative: -1, positive: 1 });
    const context = { file, classes: numbers, questions: asked([4, 0, 7]) };
    expect(of(answersOf(await sheetLines(file), context))).toEqual([{ 4: 1, 0: -1 }, 0, 0]);
  });

  it('a class that is called skip is a class', async () => {
    writeFileSync(file, 'row,label\n5,skip\n1,?\n');
    const names = namedClasses(['skip', 'go'], { negative: -1, positive: 1 });
    const context = { file, classes: names, questions: asked([4, 0, 7]) };
    expect(of(answersOf(await sheetLines(file), context))).toEqual([{ 4: -1, 0: 'abstains' }, 0, 0]);
  });

  it('counts what is known already, in the session or twice in the file', async () => {
    expect(of(await answers('row,label\n5,other\n5,OTHER\n', asked([4, 0])))).toEqual([{ 4: -1 }, 1, 0]);
    expect(of(await answers('row,label\n5,other\n', asked([4], -1)))).toEqual([{}, 1, 0]);
  });
});

test('texts that a spreadsheet program would run or cut are told, and written as they are', () => {
  const questions = asked([0, 1, 2, 3]);
  const pool = { rows: features, texts: ['=1+1', 'plain', '@x', 'x'.repeat(40_000)] };
  expect(questionSheet(questions, pool, classes)).toContain(',=1+1\n');
  expect(sheetRemarks(questions, pool)).toEqual([
    '2 questions have a text or id that begins with =, +, -, @ or a tab, written as it is: a spreadsheet program may ' +
      'run it as a formula, unless its columns are imported as text',
    '1 question has a text of more than 32,767 characters, of which spreadsheet programs show the beginning alone',
  ]);
  expect(sheetRemarks(asked([1]), pool)).toEqual([]);
});
