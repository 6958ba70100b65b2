import { csvCell } from '../../files/printable.ts';
import { count } from '../../numerics/display.ts';
import type { NamedClasses } from '../classes.ts';
import type { BatchQuestion } from '../../ledger/batches.ts';

/** What of a pool stands in a sheet of questions. */
export interface SheetPool {
  /** One a row, where the pool has some. */
  readonly ids?: readonly string[];
  readonly textOf: (row: number) => string;
}

/** Most characters that spreadsheet programs keep of a cell. */
const LONGEST_CELL = 32_767;
/** What makes a formula of a cell in spreadsheet programs. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A batch of questions as CSV (RFC 4180, UTF-8, lines end in LF), a question a row in the order in which they were asked:
 *
 *   batch    what tells this batch and project from others: to be left as it is
 *   row      the row of the pool, from 1
 *   id       its id, where the pool has ids
 *   label    empty: here goes the answer
 *   classes  the names to choose from, negative first
 *            then further columns: who is asked, or what others have answered
 *   text     what the question is about, as it is: nothing is put before a text that a spreadsheet program takes for a formula
 */
export function questionSheet(
  questions: readonly BatchQuestion[],
  { ids, textOf }: SheetPool,
  classes: NamedClasses,
  further: Readonly<Record<string, (question: BatchQuestion) => string>> = {},
): string {
  const names = classes.map(({ name }) => name).join(' | ');
  const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`;
  const head = ['batch', 'row', ...(ids === undefined ? [] : ['id']), 'label', 'classes', ...Object.keys(further), 'text'];
  const rows = questions.map((question) => {
    const { key, row } = question;
    const more = Object.values(further).map((cell) => cell(question));
    return line([key, String(row + 1), ...(ids === undefined ? [] : [ids[row]]), '', names, ...more, textOf(row)]);
  });
  return line(head) + rows.join('');
}

/** What spreadsheet programs do to some of these questions, in words. */
export function sheetRemarks(questions: readonly BatchQuestion[], { ids, textOf }: SheetPool): string[] {
  const rows = questions.map(({ row }) => row);
  const formulas = rows.filter((row) => FORMULA.test(textOf(row)) || FORMULA.test(ids?.[row] ?? ''));
  const long = rows.filter((row) => textOf(row).length > LONGEST_CELL);
  const are = (n: number): string => (n === 1 ? '1 question has' : `${count(n)} questions have`);
  return [
    ...(formulas.length === 0
      ? []
      : [
          `${are(formulas.length)} a text or id that begins with =, +, -, @ or a tab, written as it is: ` +
            'a spreadsheet program may run it as a formula, unless its columns are imported as text',
        ]),
    ...(long.length === 0
      ? []
      : [
          `${are(long.length)} a text of more than ${count(LONGEST_CELL)} characters, of which spreadsheet programs show ` +
            'the beginning alone',
        ]),
  ];
}
