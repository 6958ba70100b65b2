import { kernelBuffer } from '../../../src/rows/kernels/kernels.ts';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';

/** The same rows in a memory of kernels, however few they are. */
export function onKernels({ offsets, indices, values, columns, squaredNorms }: SparseRows): SparseRows {
  const buffer = kernelBuffer(8 * indices.length)!;
  const moved = new SparseRows(
    offsets,
    new Uint32Array(buffer, 0, indices.length),
    new Float32Array(buffer, 4 * indices.length, indices.length),
    columns,
    squaredNorms,
  );
  moved.indices.set(indices);
  moved.values.set(values);
  return moved;
}
