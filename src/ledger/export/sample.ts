import { CONSTANT, type Dataset } from '../../rows/dataset.ts';
import { selectRows } from '../../rows/select-rows.ts';
import type { Entry } from '../entry.ts';

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
}

export function sampleOf(entries: readonly Entry[], pool: Pick<Dataset, 'name' | 'rows'>): Sample {
  const learned = entries.filter(
    (entry): entry is Exclude<Entry, { entry: 'end' }> & { label: number } =>
      entry.entry !== 'end' && typeof entry.label === 'number',
  );
  const ids = Uint32Array.from(learned, ({ row }) => row);
  const labels = Float64Array.from(learned, ({ label }) => label);
  const importances = Float64Array.from(learned, ({ importance }) => importance);
  const { name, rows } = selectRows({ ...pool, labels: new Float64Array(pool.rows.length) }, ids, pool.name);
  return { dataset: { name, rows, labels, importances }, ids, firstId: pool.rows.indices.includes(FIRST) ? 0 : 1 };
}
