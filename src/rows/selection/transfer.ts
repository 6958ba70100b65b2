import type { Dataset } from '../dataset.ts';
import { adoptMemory } from '../kernels/memory.ts';
import { SparseRows } from '../sparse-rows.ts';
import type { Split } from './split.ts';

/** The splits of a study by dataset name, as a structured clone delivers them. */
export type SharedSplits = ReadonlyMap<string, Split>;

/** The splits of a study, rebuilt. */
export function rebuiltSplits(shared: SharedSplits): ReadonlyMap<string, Split> {
  return new Map([...shared].map(([name, split]) => [name, rebuiltSplit(split)]));
}

/** A split whose parts came from another thread, which sends data without methods. */
export function rebuiltSplit({ train, validation, test }: Split): Split {
  return {
    train: rebuilt(train),
    ...(validation === undefined ? {} : { validation: rebuilt(validation) }),
    ...(test === undefined ? {} : { test: rebuilt(test) }),
  };
}

/**
 * A dataset as it arrives at a worker thread: a structured clone shares the buffers but strips classes, so rows are rebuilt around
 * the same memory.
 */
export function rebuilt(dataset: Dataset): Dataset {
  const { offsets, indices, values, columns, squaredNorms, memory } = dataset.rows;
  if (memory !== undefined) adoptMemory(memory);
  return { ...dataset, rows: new SparseRows(offsets, indices, values, columns, squaredNorms) };
}
