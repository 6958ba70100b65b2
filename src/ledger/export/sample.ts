import { CONSTANT, type Dataset, selectRows } from '../../rows/dataset.ts';
import { isKnown } from '../entry.ts';
import type { Entries } from '../entries.ts';
import { shortest } from '../../data/svmlight-writer.ts';
import { csvLine } from '../../files/printable.ts';
import { decimals } from '../../numerics/display.ts';
import { guessIn } from '../../rows/guesses.ts';
import { CellMeans, CONFIDENCES, confidenceOf } from '../../statistics/cell-means.ts';
import type { Judge } from '../../streams/judge.ts';

/** Column of a feature 0. */
const FIRST = CONSTANT + 1;

/** What stands beside the rows of a pool; where two guesses differ, which rows of the file they are. */
type PoolTexts = Pick<Dataset, 'ids' | 'texts'> & { readonly differing?: { readonly rows: readonly number[] } };

/**
 * The labelled sample of a ledger: the rows whose labels were learned, in the order in which they were, each with its importance.
 *
 * A learner that takes importances and learns it in this order sees what the run saw, implied labels aside (oracular-cal and
 * active-cover learn their own predictions between purchases, which nobody bought); one that minimises an importance-weighted
 * loss has an unbiased estimate of the loss on the whole pool, wherever the rule is unbiased.
 */
export interface Sample {
  /** Its labels are those that were learned. */
  readonly dataset: Dataset & { readonly importances: Float64Array };
  /** The row of the pool that each row was. */
  readonly ids: Uint32Array;
  /** From which number the pool counts its features: 0 where one of its rows has a feature 0. */
  readonly firstId: 0 | 1;
  /** What the pool calls its features, in their order; absent where it numbers them. */
  readonly names?: readonly string[];
  /** Of each row of the pool, where it has them. */
  readonly pool: PoolTexts;
  /** The name of the class of a label; absent: labels are numbers. */
  readonly nameOf?: (label: number) => string;
}

/**
 * The labelled rows of a ledger with their importances, in the order of their labels. In rounds a row is one row, with the mean of what it
 * counts in each round: (h + i (R - k)) / R where the k-th of R rounds bought it with importance h.
 */
export function sampleOf(
  entries: Entries,
  pool: Pick<Dataset, 'name' | 'rows'> & PoolTexts,
  { rounds = 1, round = Infinity }: { readonly rounds?: number; readonly round?: number } = {},
): Sample {
  const [rowOf, labelOf, importanceOf]: [number[], number[], number[]] = [[], [], []];
  for (const entry of entries) {
    if (entry.entry === 'end' || typeof entry.label !== 'number') continue;
    const { importance, position, rowImportance = 1 } = entry;
    if (rounds > 1 && entry.entry === 'example' && isKnown(entry)) continue;
    rowOf.push(entry.row);
    labelOf.push(entry.label);
    importanceOf.push((importance + rowImportance * (rounds - 1 - Math.floor(position / round))) / rounds);
  }
  const ids = Uint32Array.from(rowOf);
  const labels = Float64Array.from(labelOf);
  const importances = Float64Array.from(importanceOf);
  const { name, rows } = selectRows({ ...pool, labels: new Float64Array(pool.rows.length) }, ids, pool.name);
  return { dataset: { name, rows, labels, importances }, ids, pool, firstId: pool.rows.indices.includes(FIRST) ? 0 : 1 };
}

/** The importances of the sample, one a line, for a file of their own: LIBSVM (`svm-train -W`), LightGBM and XGBoost read them so. */
export function* weightLines({ dataset: { importances } }: Sample): Generator<string> {
  for (const importance of importances) yield `${importance}\n`;
}

/**
 * The sample as Vowpal Wabbit text: `label importance row|id:value …`, the row of the pool as the tag.
 *
 * Features are named by their ids and stand in the unnamed namespace, so that a reader with enough bits gives them the columns
 * they had: 2^bits must exceed the largest id, and readers of this project and Vowpal Wabbit add the constant themselves. Numbers
 * are written so that they read back bit for bit.
 */
export function* vwText({ dataset, ids }: Sample): Generator<string> {
  const { rows, labels, importances } = dataset;
  const { offsets, indices, values } = rows;
  for (let i = 0; i < rows.length; i++) {
    let line = `${labels[i]} ${importances[i]} ${ids[i]}|`;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      if (indices[k] !== CONSTANT) line += ` ${indices[k] - 1}:${shortest(values[k])}`;
    }
    yield `${line}\n`;
  }
}

/**
 * What was said of answers besides, as CSV, an answer with a note or a flag a line: `row` of the pool from 1, `label` as it stands (none where
 * nobody could tell), `annotator`, `flag` (1 or nothing), `note`.
 */
export function* notesText(entries: Entries): Generator<string> {
  yield csvLine(['row', 'label', 'annotator', 'flag', 'note']);
  for (const entry of entries) {
    if (entry.entry === 'end' || (entry.note === undefined && entry.flag === undefined)) continue;
    const { row, label, annotator = '', flag, note = '' } = entry;
    yield csvLine([String(row + 1), String(label ?? ''), annotator, flag ? '1' : '', note]);
  }
}

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
    throw new RangeError(
      `a table of ${features} features is too wide; svmlight and vw text hold them, --format table has texts in their place`,
    );
  const isNamed = names?.length === features && !names.some((name) => LEADING.includes(name));
  const header = isNamed ? names : Array.from({ length: features }, (_, k) => `f${firstId + k}`);
  yield csvLine([...LEADING, ...header]);
  for (let i = 0; i < rows.length; i++) {
    const cells = new Float64Array(rows.columns);
    for (let k = offsets[i]; k < offsets[i + 1]; k++) cells[indices[k]] = values[k];
    yield `${[ids[i], labels[i], importances[i], ...Array.from(cells.subarray(first), shortest)].join(',')}\n`;
  }
}

/**
 * The labels for people and spreadsheets, as CSV: `row` of the file from 1, `id` where there are ids, `label` by its name, `importance`, and
 * `text` where there are texts.
 */
export function* tableText({ dataset: { labels, importances }, ids: rows, pool, nameOf = String }: Sample): Generator<string> {
  const { ids, texts, differing } = pool;
  yield csvLine(['row', ...(ids ? ['id'] : []), 'label', 'importance', ...(texts ? ['text'] : [])]);
  for (const [n, row] of rows.entries()) {
    const [id, text] = [ids, texts].map((cells) => (cells ? [cells[row]] : []));
    yield csvLine([String((differing?.rows[row] ?? row) + 1), ...id, nameOf(labels[n]), String(importances[n]), ...text]);
  }
}

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
  yield csvLine(['row', ...(ids ? ['id'] : []), 'guess', 'right', 'label', 'p']);
  for (let row = 0; row < rows.length; row++) yield csvLine(lineOf(row));
}
