import { csvLine } from '../../files/printable.ts';
import { count } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import { legalAnswers, type NamedClasses } from '../classes.ts';
import type { BatchQuestion } from '../../ledger/batches.ts';
import { columnsOfRow, textOfRow, type Pool } from '../pool.ts';

/** What of a pool stands in a sheet of questions. */
type SheetPool = Pick<Pool, 'ids' | 'rows' | 'texts' | 'shown'>;

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
 *   classes  the names to choose from, negative first; of numbers the range
 *            then further columns: who is asked, or what others have answered, and what is to be shown
 *   text     what the question is about, as it is: nothing is put before a text that a spreadsheet program takes for a formula
 */
export function questionSheet(
  questions: readonly BatchQuestion[],
  pool: SheetPool,
  classes: NamedClasses,
  further: Readonly<Record<string, (question: BatchQuestion) => string>> = {},
): string {
  const { ids, shown } = pool;
  const names = legalAnswers(classes, ' | ');
  const own = ['batch', 'row', ...(ids === undefined ? [] : ['id']), 'label', 'classes', ...Object.keys(further)];
  // No name twice: answers are found by names.
  const columns = shown?.names.filter((name) => ![...own, 'id', 'annotator', 'text'].includes(name.toLowerCase())) ?? [];
  const rows = questions.map((question) => {
    const { key, row } = question;
    const cells = columnsOfRow(pool, row);
    const more = [...Object.values(further).map((cell) => cell(question)), ...columns.map((name) => cells[name] ?? '')];
    return csvLine([key, String(row + 1), ...(ids === undefined ? [] : [ids[row]]), '', names, ...more, textOfRow(pool, row)]);
  });
  return csvLine([...own, ...columns, 'text']) + rows.join('');
}

/** What spreadsheet programs do to some of these questions, in words. */
export function sheetRemarks(questions: readonly BatchQuestion[], pool: SheetPool): string[] {
  const textOf = (row: number): string => textOfRow(pool, row);
  const rows = questions.map(({ row }) => row);
  const formulas = rows.filter((row) => FORMULA.test(textOf(row)) || FORMULA.test(pool.ids?.[row] ?? ''));
  const long = rows.filter((row) => textOf(row).length > LONGEST_CELL);
  const are = (n: number): string => (n === 1 ? '1 question has' : `${count(n)} questions have`);
  return presentIn([
    formulas.length > 0 &&
      `${are(formulas.length)} a text or id that begins with =, +, -, @ or a tab, written as it is: ` +
        'a spreadsheet program may run it as a formula, unless its columns are imported as text',
    long.length > 0 &&
      `${are(long.length)} a text of more than ${count(LONGEST_CELL)} characters, of which spreadsheet programs show ` +
        'the beginning alone',
  ]);
}
