import { csvCell } from '../../files/printable.ts';
import { shortest } from '../../data/svmlight-writer.ts';
import { decimals } from '../../numerics/display.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { guessIn } from '../../rows/guesses.ts';
import { CellMeans, CONFIDENCES, confidenceOf } from '../../statistics/cell-means.ts';
import type { Judge } from '../../streams/judge.ts';
import type { Entries } from '../entries.ts';

/**
 * What a ledger knows of every row of its pool of guesses, as CSV: `row` from 1, `id` where there are ids, `guess`, `right` (the estimated
 * probability that the guess is right: the share of right ones in all labels of the same guess and confidence, drawn towards that of all,
 * statistics/cell-means.ts; nothing before the first label), `label` where
 * somebody has said it, `p` with which it was asked about (none behind the end of a budget).
 *
 * @throws RangeError for rows that are no guesses.
 */
export function* correctedText(
  entries: Entries,
  { rows, ids }: Pick<Dataset, 'rows' | 'ids'>,
  judge: Judge,
  names: readonly string[],
): Generator<string> {
  const means = new CellMeans(2, CONFIDENCES);
  const guesses = Array.from({ length: rows.length }, (_, row) => guessIn(rows, row));
  const cells = guesses.map(({ guessed, distance }) => guessed * CONFIDENCES + confidenceOf(distance));
  const [labels, probabilities] = [new Map<number, number>(), new Map<number, number>()];
  for (const entry of entries) {
    if (entry.entry === 'end') continue;
    const { row, importance, label } = entry;
    if (entry.entry === 'example') probabilities.set(row, entry.probability);
    if (typeof label !== 'number') continue;
    labels.set(row, judge.classOf(label));
    means.add(cells[row], judge.classOf(label) === guesses[row].guessed ? 1 : 0, importance);
  }
  const right = cells.map((cell) => (means.labels === 0 ? '' : decimals(means.guesses(cell)[1], 4)));
  const lineOf = (row: number): string[] => {
    const [label, p] = [labels.get(row), probabilities.get(row)];
    const said = [label === undefined ? '' : names[label], p === undefined ? '' : String(shortest(p))];
    return [String(row + 1), ...(ids ? [ids[row]] : []), names[guesses[row].guessed], right[row], ...said];
  };
  yield `${['row', ...(ids ? ['id'] : []), 'guess', 'right', 'label', 'p'].join(',')}\n`;
  for (let row = 0; row < rows.length; row++) yield `${lineOf(row).map(csvCell).join(',')}\n`;
}
