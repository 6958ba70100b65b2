import type { Dataset } from '../../rows/dataset.ts';
import { roomHere } from '../../rows/building/room.ts';
import { selectRows } from '../../rows/selection.ts';
import { orderOf } from '../../specs/order.ts';
import type { StreamSpec } from '../../specs/learner-spec.ts';

/** Data to learn from, and the row at each position. */
export interface Ordered {
  readonly train: Dataset;
  readonly order: Uint32Array;
}

/** The shuffled order that was asked for last of some data, and from the second time on its rows side by side. */
interface Asked {
  readonly seed: number;
  copy?: Dataset;
}

/** Bytes of entries that a processor keeps at hand: fewer are as fast in any order. */
const AT_HAND = 1 << 24;
const BYTES_OF_ENTRY = 8;

/** Forgotten with the data. */
const asked = new WeakMap<Dataset, Asked>();
/** The data that have a copy: there is one at a time. */
let copied: WeakRef<Dataset> | undefined;

/**
 * The data of a run in its order. Rows drawn from all over the memory take twice as long as rows that lie side by side: when a
 * second run asks for the same shuffled order of the same data, its rows are copied into that order, once, for it and the next ones.
 * The examples are the same in the same order, so that results are equal bit for bit; row numbers are those of the copy.
 *
 * One copy is kept, the latest, where the memory of this machine has room for four. Data of fewer bytes than `atHand` get none.
 */
export function inOrder(train: Dataset, spec: Pick<StreamSpec, 'order' | 'seed'>, atHand = AT_HAND): Ordered {
  const bytes = BYTES_OF_ENTRY * train.rows.indices.length;
  const inPlace = (): Ordered => ({ train, order: orderOf(spec, train.rows.length) });
  if (spec.order === 'given' || bytes < atHand) return inPlace();
  const before = asked.get(train);
  if (before?.seed !== spec.seed) {
    asked.set(train, { seed: spec.seed });
    return inPlace();
  }
  if (before.copy === undefined) {
    if (4 * bytes > roomHere()) return inPlace();
    const other = copied?.deref();
    if (other !== undefined && other !== train) asked.delete(other);
    before.copy = selectRows(train, orderOf(spec, train.rows.length), train.name);
    copied = new WeakRef(train);
  }
  return { train: before.copy, order: orderOf({ ...spec, order: 'given' }, train.rows.length) };
}
