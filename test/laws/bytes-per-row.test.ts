/** LAW of the passes: a row leaves nothing on the heap, in the built program and with the engine as the program sets it. */
import { describe, expect, it } from 'vitest';
import { onThread } from '../../src/files/on-thread.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { passes, type PassName } from '../bench/kernels.ts';
import { builtUrl } from '../support/processes/built.ts';

const THREAD = new URL(builtUrl('test/support/rows/bytes-thread.js'));
/** Looking at the heap leaves some hundred bytes on it, shared by the rows in between. A number on the heap takes 16. */
const NOTHING = 1;
/** A pacer searches for its knob more often towards the end, and a search leaves some arrays: 1.9 bytes a row on Node 20, 22 and 24. */
const PACED = 4;

describe('bytes that a row leaves on the heap (law)', () => {
  const train = manyShortRows();

  it.each(Object.keys(passes) as PassName[])('%s', async (pass) => {
    const [bytes] = await onThread<number>(THREAD, { train, pass }, new AbortController().signal);
    expect(bytes).toBeLessThan(pass.endsWith('paced') ? PACED : NOTHING);
  });
});

/** So many entries that kernels walk them, and so many rows that the engine has compiled all there is long before the last. */
function manyShortRows(): Dataset {
  const [rows, entries, columns] = [400_000, 5, 1000];
  const random = randomStream(1, 'bytes per row');
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let sum = random.normal();
    for (let k = 0; k < entries; k++) {
      const feature = random.below(columns);
      builder.add(feature, random.next());
      sum += feature < columns / 2 ? 1 : -1;
    }
    builder.endRow();
    labels[i] = sum > 0 ? 1 : -1;
  }
  return { name: 'short rows', rows: builder.build(columns), labels };
}
