import { kernelBuffer } from '../../../src/rows/kernels/kernels.ts';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';

/** The same rows in a memory of kernels, however few they are. */
export function onKernels({ offsets, indices, values, columns, squaredNorms }: SparseRows): SparseRows {
  const [starts, entries] = [offsets.length, indices.length];
  const buffer = kernelBuffer(4 * starts + 8 * entries)!;
  const moved = new SparseRows(
    new Uint32Array(buffer, 0, starts),
    new Uint32Array(buffer, 4 * starts, entries),
    new Float32Array(buffer, 4 * (starts + entries), entries),
    columns,
    squaredNorms,
  );
  moved.offsets.set(offsets);
  moved.indices.set(indices);
  moved.values.set(values);
  return moved;
}
