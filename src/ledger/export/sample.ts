import { CONSTANT, type Dataset, selectRows } from '../../rows/dataset.ts';
import { isKnown } from '../entry.ts';
import type { Entries } from '../entries.ts';

/** Column of a feature 0. */
const FIRST = CONSTANT + 1;

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
}

/**
 * The labelled rows of a ledger with their importances, in the order of their labels. In rounds a row is one row, with the mean of what it
 * counts in each round: (h + i (R - k)) / R where the k-th of R rounds bought it with importance h.
 */
export function sampleOf(
  entries: Entries,
  pool: Pick<Dataset, 'name' | 'rows'>,
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
  return { dataset: { name, rows, labels, importances }, ids, firstId: pool.rows.indices.includes(FIRST) ? 0 : 1 };
}
