/** `iwal/rows`: sparse rows, the loops over their features, and datasets of them. */
export { addScaled, dot, SparseRows } from '../rows/sparse-rows.ts';
export { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
export { type SparseRowsLimits, type GrowingEntries, SizeError, type Room } from '../rows/building/growing.ts';
export { chooseKernels, type KernelChoice } from '../rows/kernels/choice.ts';
export type { Kernels, KernelMemory } from '../rows/kernels/kernels.ts';
export { KernelNumbers } from '../rows/kernels/numbers.ts';
export { shardsOf, withConstant, type Constant, type Costs, type Dataset, type Split } from '../rows/dataset.ts';
export { describe } from '../rows/describe.ts';
export type { CostStatistics, Description, LabelStatistics, Profile, RowStatistics } from '../rows/describe.ts';
