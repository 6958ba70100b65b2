import { murmur3 } from '../numerics/murmur3.ts';
import { sharedFloat64, sharedUint32 } from './building/room.ts';
import { type Constant, withConstant } from './constant.ts';
import type { Costs, Dataset } from './dataset.ts';
import { adoptMemory, bufferOfRows } from './kernels/kernels.ts';
import { SparseRows } from './sparse-rows.ts';

/**
 * Some rows of a dataset, in the order asked for, as a dataset of its own with the same columns.
 *
 * The rows named by `chosen` (row numbers, repeats allowed) under a new name.
 */
export function selectRows(dataset: Dataset, chosen: Uint32Array, name: string): Dataset {
  const { rows, labels, importances, groups, classNames, costs } = dataset;
  const offsets = new Uint32Array(new SharedArrayBuffer(4 * (chosen.length + 1)));
  for (let i = 0; i < chosen.length; i++) offsets[i + 1] = offsets[i] + rows.offsets[chosen[i] + 1] - rows.offsets[chosen[i]];
  const nonZeros = offsets[chosen.length];
  const entries = bufferOfRows(8 * nonZeros);
  const indices = new Uint32Array(entries, 0, nonZeros);
  const values = new Float32Array(entries, 4 * nonZeros, nonZeros);
  const { indices: allIndices, values: allValues } = rows;
  for (let i = 0; i < chosen.length; i++) {
    const end = offsets[i + 1];
    // By hand: views of rows of some tens of entries cost more than their entries.
    for (let k = offsets[i], from = rows.offsets[chosen[i]]; k < end; k++, from++) {
      indices[k] = allIndices[from];
      values[k] = allValues[from];
    }
  }
  const pick = (numbers: ArrayLike<number>): number[] => Array.from(chosen, (row) => numbers[row]);
  return {
    name,
    rows: new SparseRows(offsets, indices, values, rows.columns),
    labels: sharedFloat64(pick(labels)),
    ...(importances === undefined ? {} : { importances: sharedFloat64(pick(importances)) }),
    ...(groups === undefined ? {} : { groups: sharedUint32(pick(groups)) }),
    ...(classNames && { classNames }),
    ...(costs && { costs: selectCosts(costs, chosen) }),
  };
}

function selectCosts({ offsets, classes, costs, lines }: Costs, chosen: Uint32Array): Costs {
  const entries = Array.from(chosen, (row) =>
    Array.from({ length: offsets[row + 1] - offsets[row] }, (_, k) => offsets[row] + k),
  );
  const ends = new Uint32Array(chosen.length + 1);
  entries.forEach(({ length }, i) => (ends[i + 1] = ends[i] + length));
  const all = entries.flat();
  return {
    offsets: ends,
    classes: Uint32Array.from(all, (k) => classes[k]),
    costs: Float64Array.from(all, (k) => costs[k]),
    lines: Uint32Array.from(chosen, (row) => lines[row]),
  };
}

/**
 * The numbers of which `isMeant` says so, in their order; it is asked twice about each.
 *
 * A typed array's own `filter` collects what it keeps in a list, and a list of more than some 10^8 numbers ends the whole process;
 * numbers of rows may be more.
 *
 * @example
 * Array.from(selected(Uint32Array.of(3, 1, 2), (n) => n > 1)) // => [3, 2]
 */
export function selected(numbers: Uint32Array, isMeant: (n: number) => boolean): Uint32Array;
export function selected(numbers: Float64Array, isMeant: (n: number) => boolean): Float64Array;
export function selected<N extends Uint32Array | Float64Array>(numbers: N, isMeant: (n: number) => boolean): N {
  let count = 0;
  for (const number of numbers) if (isMeant(number)) count++;
  const kept = new (numbers.constructor as new (length: number) => N)(count);
  let at = 0;
  for (const number of numbers) if (isMeant(number)) kept[at++] = number;
  return kept;
}

/**
 * 0 to n - 1: the rows as they stand.
 *
 * @example
 * Array.from(upTo(3)) // => [0, 1, 2]
 */
export function upTo(n: number): Uint32Array {
  const numbers = new Uint32Array(n);
  for (let i = 0; i < n; i++) numbers[i] = i;
  return numbers;
}

/**
 * The data of a run: the part that it learns from, and the parts that it is judged on.
 */
export interface Split {
  readonly train: Dataset;
  /** Judges settings: a stated rule may choose by it. */
  readonly validation?: Dataset;
  /** Judges the chosen setting: no rule may choose by it. */
  readonly test?: Dataset;
}

/** The parts with the constant feature that a spec wants; the same where it says nothing, or they have it already. */
export function splitWithConstant(split: Split, { constant }: { readonly constant?: Constant }): Split {
  return everyPart(split, (part) => withConstant(part, constant));
}

/** The parts of a split that are there: train, validation, test. */
export function partsOf({ train, validation, test }: Split): Dataset[] {
  return [train, validation, test].filter((part) => part !== undefined);
}

function everyPart({ train, validation, test }: Split, made: (part: Dataset) => Dataset): Split {
  return {
    train: made(train),
    ...(validation && { validation: made(validation) }),
    ...(test && { test: made(test) }),
  };
}

/** Features of a learner that meets all parts of a split: later parts may know features the first does not. */
export function columnsOf(split: Split): number {
  return Math.max(...partsOf(split).map(({ rows }) => rows.columns));
}

/**
 * Cuts the rows 0 … n-1 into so many shards by a hash of their numbers, shard = murmur3(number as 4 bytes, little-endian) mod shards:
 * the numbers of each shard's rows, ascending. The same on every machine; a shard may be empty.
 *
 * @throws RangeError for a number of shards that is no positive whole number.
 *
 * @example
 * shardsOf(6, 2).map((rows) => [...rows]) // => [[0, 1, 5], [2, 3, 4]]
 */
export function shardsOf(n: number, shards: number): Uint32Array[] {
  if (!(Number.isInteger(shards) && shards >= 1)) throw new RangeError(`the number of shards must be 1 or more, found ${shards}`);
  const bytes = new Uint8Array(4);
  const view = new DataView(bytes.buffer);
  const places = Uint32Array.from({ length: n }, (_, row) => {
    view.setUint32(0, row, true);
    return murmur3(bytes, 0, 4, 0) % shards;
  });
  const sizes = new Uint32Array(shards);
  for (const shard of places) sizes[shard]++;
  const parts = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(shards);
  places.forEach((shard, row) => {
    parts[shard][filled[shard]++] = row;
  });
  return parts;
}

/** The splits of a study by dataset name, as a structured clone delivers them. */
export type SharedSplits = ReadonlyMap<string, Split>;

/** The splits of a study, rebuilt. */
export function rebuiltSplits(shared: SharedSplits): ReadonlyMap<string, Split> {
  return new Map([...shared].map(([name, split]) => [name, rebuiltSplit(split)]));
}

/** A split whose parts came from another thread, which sends data without methods. */
export function rebuiltSplit(split: Split): Split {
  return everyPart(split, rebuilt);
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
