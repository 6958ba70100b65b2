/** `iwal/rows`: sparse rows, the loops over their features, and datasets of them. */
export { addScaled, dot, SparseRows } from '../rows/sparse-rows.ts';
export { SparseRowsBuilder, type SparseRowsLimits } from '../rows/building/sparse-rows-builder.ts';
export { chooseKernels, type KernelChoice } from '../rows/kernels/choice.ts';
export type { Kernels } from '../rows/kernels/kernels.ts';
export type { KernelMemory } from '../rows/kernels/memory.ts';
export { KernelNumbers } from '../rows/kernels/numbers.ts';
export type { GrowingEntries } from '../rows/building/growing-entries.ts';
export { SizeError, type Room } from '../rows/building/room.ts';
export type { Costs } from '../rows/costs.ts';
export type { Dataset } from '../rows/dataset.ts';
export { shardsOf } from '../rows/selection/shards.ts';
export type { Split } from '../rows/selection/split.ts';
export { withConstant, type Constant } from '../rows/constant.ts';
export {
  describe,
  type CostStatistics,
  type Description,
  type LabelStatistics,
  type Profile,
  type RowStatistics,
} from '../rows/describe.ts';
