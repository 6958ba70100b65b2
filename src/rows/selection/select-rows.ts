import type { Costs } from '../costs.ts';
import type { Dataset } from '../dataset.ts';
import { bufferOfRows } from '../kernels/memory.ts';
import { sharedFloat64, sharedUint32 } from '../building/shared-arrays.ts';
import { SparseRows } from '../sparse-rows.ts';

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
