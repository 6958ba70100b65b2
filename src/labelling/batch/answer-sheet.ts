import { readRecords } from '../../data/documents/records.ts';
import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';

/** A line of a sheet of answers, as it is written. */
export interface SheetLine {
  /** In the file, from 1. */
  readonly line: number;
  readonly batch: string | undefined;
  readonly row: string | undefined;
  readonly id: string | undefined;
  /** Who answers; '' where no column says it. */
  readonly annotator: string;
  /** '' for none. */
  readonly label: string;
}

const DELIMITERS = [',', ';', '\t'];
const COLUMNS = ['label', 'row', 'id', 'batch', 'annotator'];
const [LABEL, ROW] = COLUMNS;

/**
 * The lines of a sheet of answers: a table with a column `label`, and `row` or `id`, or both; `batch` and `annotator` where they have
 * come back. Other columns are left alone, names stand in any case and order.
 *
 * Programs rewrite tables: comma, semicolon and tab, CRLF, a byte order mark and rows that lack empty cells at their end are all fine.
 *
 * @throws DataError: no such column; those of readRecords.
 */
export async function sheetLines(file: string): Promise<SheetLine[]> {
  const { delimiter, names, head } = await opening(file);
  const place = (name: string): number | undefined => {
    const at = names.indexOf(name);
    return at < 0 ? undefined : at;
  };
  const [label, row, id, batch, annotator] = COLUMNS.map(place);
  if (label === undefined) throw lacks(file, head, LABEL, names);
  if (row === undefined && id === undefined) throw lacks(file, head, ROW, names);
  const lines: SheetLine[] = [];
  for await (const { line, cells } of readRecords(file, { delimiter })) {
    if (line === head) continue;
    const cell = (at: number | undefined): string | undefined => (at === undefined ? undefined : (cells[at] ?? '').trim());
    // A row of empty cells is what spreadsheet programs leave behind a table.
    if (cells.every((each) => each.trim() === '')) continue;
    const [said, name] = [cell(label) ?? '', cell(annotator) ?? ''];
    lines.push({ line, batch: cell(batch), row: cell(row), id: cell(id), annotator: name, label: said });
  }
  return lines;
}

/**
 * The delimiter by which the first row, in line `head`, names the column of labels; where none does, the one that names most columns.
 */
async function opening(file: string) {
  const openings: { readonly delimiter: string; readonly names: readonly string[]; readonly head: number }[] = [];
  for (const delimiter of DELIMITERS)
    for await (const { line: head, cells } of readRecords(file, { delimiter })) {
      const found = { delimiter, names: cells.map((cell) => cell.trim().toLowerCase()), head };
      if (found.names.includes(LABEL)) return found;
      openings.push(found);
      break;
    }
  if (openings.length === 0) throw new DataError({ file, found: 'no lines', legal: 'a table of answers, its first row names' });
  return openings.reduce((best, each) => (each.names.length > best.names.length ? each : best));
}

function lacks(file: string, line: number, column: string, names: readonly string[]): DataError {
  const legal = 'the file that --batch wrote, its column label filled: label, and row or id';
  return new DataError({ file, line, found: `no column '${column}'${didYouMean(column, names)}`, legal });
}
