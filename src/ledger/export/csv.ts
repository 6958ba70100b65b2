import { csvCell } from '../../files/printable.ts';
import { shortest } from '../../data/svmlight-writer.ts';
import type { Sample } from './sample.ts';

/** What spreadsheets hold. */
const MOST_COLUMNS = 16_384;
const LEADING = ['id', 'label', 'importance'];

/**
 * The sample as CSV: id (the row of the pool), label, importance, and a column for every feature, named as in the pool, or by its id:
 * f1, f2, …
 *
 * Ids count from 1, as readers number the columns of a table; from 0 where the pool has a feature 0. Read without id, with the
 * importance as what it is, the sample has the columns of the pool, or those one further.
 *
 * @throws RangeError for a pool of more features than a table should have.
 */
export function* csvText({ dataset, ids, firstId, names }: Sample): Generator<string> {
  const { rows, labels, importances } = dataset;
  const { offsets, indices, values } = rows;
  // Column 0 is the constant, which readers add.
  const first = firstId + 1;
  const features = rows.columns - first;
  if (LEADING.length + features > MOST_COLUMNS)
    throw new RangeError(`a table of ${features} features is too wide; svmlight and vw text hold them`);
  const isNamed = names?.length === features && !names.some((name) => LEADING.includes(name));
  const header = isNamed ? names : Array.from({ length: features }, (_, k) => `f${firstId + k}`);
  yield `${[...LEADING, ...header].map(csvCell).join(',')}\n`;
  for (let i = 0; i < rows.length; i++) {
    const cells = new Float64Array(rows.columns);
    for (let k = offsets[i]; k < offsets[i + 1]; k++) cells[indices[k]] = values[k];
    yield `${[ids[i], labels[i], importances[i], ...Array.from(cells.subarray(first), shortest)].join(',')}\n`;
  }
}
