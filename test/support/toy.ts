/** Small random binary tasks for laws that need a stream: sparse rows with a constant, a linear truth, some label noise. */
import type { Dataset } from '../../src/rows/dataset.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import { randomStream } from '../../src/numerics/random.ts';

export function toyTask({
  rows,
  columns = 20,
  noise = 0.05,
  seed,
}: {
  rows: number;
  columns?: number;
  noise?: number;
  seed: number;
}): Dataset {
  const random = randomStream(seed, 'toy');
  const truth = Array.from({ length: columns }, () => random.normal());
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let margin = 0;
    builder.add(0, 1);
    for (let j = 1; j < columns; j++) {
      if (random.next() < 0.7) continue;
      const value = Math.fround(random.normal());
      builder.add(j, value);
      margin += truth[j] * value;
    }
    builder.endRow();
    labels[i] = margin > 0 === random.next() >= noise ? 1 : -1;
  }
  return { name: 'toy', rows: builder.build(columns), labels };
}
