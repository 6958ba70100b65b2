import { type Slots, slotOf } from '../../../rows/building/growing.ts';
import { kernelBuffer } from '../../../rows/kernels/kernels.ts';
import { SparseRows } from '../../../rows/sparse-rows.ts';

/** A result that has rows. */
export interface Rowed {
  readonly rows: SparseRows;
}

/** The same on its way to another thread: entries that stand in a slot are left out. */
export type Sent<R extends Rowed> = Omit<R, 'rows'> & {
  readonly rows: Pick<SparseRows, 'offsets' | 'columns' | 'squaredNorms'> & Partial<Pick<SparseRows, 'indices' | 'values'>>;
};

/** So many slots, in memory of kernels where that can be had. */
export function newSlots(count: number, entries: number): Slots {
  const bytes = count * 8 * entries;
  return { memory: kernelBuffer(bytes) ?? new SharedArrayBuffer(bytes), entries };
}

export function sent<R extends Rowed>(result: R, { memory }: Slots): Sent<R> {
  const { offsets, columns, squaredNorms, indices, values } = result.rows;
  return { ...result, rows: { offsets, columns, squaredNorms, ...(indices.buffer !== memory && { indices, values }) } };
}

export function arrived<R extends Rowed>(result: Sent<R>, slots: Slots, slot: number): R {
  const { offsets, columns, squaredNorms } = result.rows;
  const views = slotOf(slots, slot).views(offsets.at(-1)!);
  const { indices = views[0], values = views[1] } = result.rows;
  return { ...result, rows: new SparseRows(offsets, indices, values, columns, squaredNorms) } as unknown as R;
}
