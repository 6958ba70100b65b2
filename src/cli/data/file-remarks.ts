import { shellWord } from '../../data/readers/column-kinds.ts';
import { count, plural } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import type { Dataset } from '../../rows/dataset.ts';

/** Columns that a remark names. */
const MOST_NAMED = 8;

/** "a, b, c and 5 more" */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${count(names.length - MOST_NAMED)} more` : '';
  return names.slice(0, MOST_NAMED).join(', ') + more;
}

/** What looks like a mistake in how a file is read, and rows that are left out, a line each. */
export function readingRemarks(
  file: string,
  { idColumn, unused = [], differing, encoding }: Pick<Documents, 'idColumn' | 'unused' | 'differing' | 'encoding'>,
): string[] {
  const remarks: string[] = [];
  if (encoding !== undefined)
    remarks.push(
      `${file} is read as ${encoding}; where letters are wrong: iconv -f ENCODING -t UTF-8 ${shellWord(file)} > utf8.csv`,
    );
  if (idColumn !== undefined)
    remarks.push(
      `${file}: the column ${JSON.stringify(idColumn)} holds another whole number in every row and is learned from; ` +
        `--ignore-columns ${shellWord(String(idColumn))} leaves it out`,
    );
  if (unused.length > 0) {
    const one = unused.length === 1;
    remarks.push(
      `${file}: the column${one ? '' : 's'} ${listed(unused)} ${one ? 'is' : 'are'} not learned from; ` +
        '--number-columns or --category-columns adds columns to learn from',
    );
  }
  if (differing !== undefined) {
    const { names, rows, of } = differing;
    remarks.push(
      `${names.join(' and ')} differ in ${count(rows.length)} of the ${count(of)} rows of ${file}: labels are bought there alone, for ` +
        'where they agree neither is ahead; iwal audit says which is right more often',
    );
  }
  return remarks;
}

/** Rows of a pool that have an id or a text in common. */
export function repeatRemarks(
  file: string,
  { ids = [], texts = [], vectorizer }: Pick<Documents, 'ids' | 'texts' | 'vectorizer'>,
): string[] {
  const words = vectorizer?.text.length === 0 ? [] : texts;
  return presentIn([
    repeatText(file, ids, 'id', 'go by the numbers of rows, or name another --id-column'),
    repeatText(file, words, 'text', 'each is a row of its own, which may be asked about'),
  ]);
}

/** Empty cells are no values that repeat. */
function repeatText(file: string, cells: readonly string[], of: string, so: string): string | undefined {
  const firstWith = new Map<string, number>();
  let [repeated, example]: [number, readonly number[]] = [0, []];
  cells.forEach((written, row) => {
    const cell = written.trim();
    const first = firstWith.get(cell);
    if (first === undefined) firstWith.set(cell, row);
    else if (cell !== '' && repeated++ === 0) example = [row + 1, first + 1];
  });
  if (repeated === 0) return undefined;
  const [row, first] = example.map((n) => count(n));
  const repeat = repeated === 1 ? 'repeats' : 'repeat';
  const rows = `${plural(repeated, 'row')} of ${count(cells.length)}`;
  return `${file}: ${rows} ${repeat} the ${of} of an earlier row, as row ${row} that of row ${first}: ${so}`;
}

/** Labels that are there already, and what becomes of them where rows are asked about. */
export function labelledRemarks(file: string, { labelled = 0, rows }: Pick<Dataset, 'labelled' | 'rows'>): string[] {
  if (labelled === 0) return [];
  const [some, all] = [labelled, rows.length].map((n) => count(n));
  return [
    `${file}: ${some} of ${all} rows have a label; labels of the file are not read, and any row may be asked about; ` +
      '--known COLUMN learns from them and asks about the others',
  ];
}
