import { shellWord } from '../../data/readers/column-kinds.ts';
import { foundEncodings } from '../../data/readers/bytes.ts';
import { about, count, plural } from '../../numerics/display.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import type { Dataset } from '../../rows/dataset.ts';

/** Changes of labels in random order from which on half as many are no chance. */
const FEW_CHANGES = 50;
/** Columns that a remark names. */
const MOST_NAMED = 8;

/** "a, b, c and 5 more" */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${count(names.length - MOST_NAMED)} more` : '';
  return names.slice(0, MOST_NAMED).join(', ') + more;
}

/** The encoding that a file was found to have, where it is not UTF-8. */
export function encodingRemarks(file: string): string[] {
  const encoding = foundEncodings.get(file);
  // UTF-16 says so itself, by its byte order mark.
  const hint = encoding === 'UTF-16' ? '' : '; if letters are wrong, --encoding names another';
  return encoding === undefined ? [] : [`${file} is read as ${encoding}${hint}`];
}

/** What looks like a mistake in how a file is read, and rows that are left out, a line each. */
export function readingRemarks(
  file: string,
  { idColumn, unused = [], differing }: Pick<Documents, 'idColumn' | 'unused' | 'differing'>,
): string[] {
  const remarks = encodingRemarks(file);
  if (idColumn !== undefined)
    remarks.push(
      `${file}: the column ${JSON.stringify(idColumn)} is named as ids are, and is learned from; ` +
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

/** Labels that stand class by class: each is predicted by a model that has just learned its neighbours. */
export function orderRemarks(file: string, { labels }: Pick<Dataset, 'labels'>): string[] {
  const [n, counts] = [labels.length, new Map<number, number>()];
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const changes = labels.reduce((sum, label, i) => (i > 0 && label !== labels[i - 1] ? sum + 1 : sum), 0);
  const alike = Array.from(counts.values(), (count) => (count * (count - 1)) / n).reduce((a, b) => a + b, 0);
  const expected = n - 1 - alike;
  if (!(expected >= FEW_CHANGES && 2 * changes < expected)) return [];
  return [
    `rows of ${file} are sorted: from row to row the label changes ${count(changes)} times, in random order some ${about(expected)} ` +
      'times. The progressive error tells nothing of new rows then: shuffle them; --final best tells an error by cross-validation',
  ];
}

/** Ids that do not tell the rows of a pool apart. */
export function idRemarks(file: string, { ids = [] }: Pick<Dataset, 'ids'>): string[] {
  const firstWith = new Map<string, number>();
  const repeated: number[] = [];
  ids.forEach((written, row) => {
    const id = written.trim();
    if (firstWith.has(id)) repeated.push(row);
    else firstWith.set(id, row);
  });
  if (repeated.length === 0) return [];
  const [row] = repeated;
  const id = ids[row].trim();
  return [
    `${file}: ${plural(repeated.length, 'row')} of ${count(ids.length)} repeat the id of an earlier row, as row ${count(row + 1)} ` +
      `repeats ${JSON.stringify(id)} of row ${count(firstWith.get(id)! + 1)}: go by the numbers of rows, or name another --id-column`,
  ];
}

/** Rows of documents that have the same text. */
export function textRemarks(file: string, { texts = [], vectorizer }: Pick<Documents, 'texts' | 'vectorizer'>): string[] {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
  const repeated = filled.length - new Set(filled).size;
  if (repeated === 0 || vectorizer?.text.length === 0) return [];
  const rows = `${plural(repeated, 'row')} of ${count(texts.length)}`;
  return [`${file}: ${rows} ${repeated === 1 ? 'repeats' : 'repeat'} the text of an earlier row, and each may be asked about`];
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
