/** The remark on features of very different sizes: the short way, which looks at few rows, says what all of them say. */
import { expect, it } from 'vitest';
import { scaleRemarks, sizeRemarks, SizeWatch } from '../../../src/cli/data/remarks.ts';
import { pow } from '../../../src/numerics/pow.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { largestValues } from '../../../src/rows/feature-scaling.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { learnerSpec } from '../../../src/cli/models/model.ts';
import { descent } from '../../support/descent.ts';
import { rowOf, rowsOf } from '../../support/rows/rows.ts';

const sensitive = learnerSpec({ ...descent(1) });

/** Features whose sizes differ by up to so many powers of ten. */
function sized(seed: number, powers: number): SparseRows {
  const random = randomStream(seed, 'sizes');
  const columns = 2 + random.below(12);
  const sizes = Array.from({ length: columns }, () => pow(10, powers * random.next()));
  const share = random.next();
  const row = () => rowOf(columns, (j) => (random.next() < share ? sizes[j] * (random.next() - 0.5) : undefined));
  return rowsOf(Array.from({ length: 40 }, row), columns);
}

it('is that of the largest values of all rows', () => {
  let reported = 0;
  for (let seed = 1; seed <= 600; seed++) {
    const rows = sized(seed, (seed % 6) + 0.5);
    const remarks = scaleRemarks(sensitive, rows);
    expect(remarks, `seed ${seed}`).toEqual(sizeRemarks(sensitive, largestValues(rows)));
    reported += remarks.length;
  }
  expect(reported).toBeGreaterThan(50);
  expect(reported).toBeLessThan(550);
});

it('of pieces is that of all of them; who could look again is asked to where it matters, and else looked away for nothing', () => {
  let again = 0;
  let none = 0;
  for (let seed = 1; seed <= 600; seed++) {
    const pieces = [0, 1, 2, 3].map((k) => sized(4 * seed + k, ((seed + k) % 6) + 0.5));
    const largest = pieces.reduce<Float64Array>((before, rows) => largestValues(rows, before), new Float64Array(0));
    const expected = sizeRemarks(sensitive, largest);
    const [reader, stream] = [true, false].map((canReadAgain) => {
      const watch = new SizeWatch(canReadAgain);
      for (const rows of pieces) watch.add(rows);
      return watch.remarks(sensitive);
    });
    expect(stream, `seed ${seed}`).toEqual(expected);
    if (reader === undefined) again++;
    else expect(reader, `seed ${seed}`).toEqual(expected);
    if (expected.length === 0) none++;
  }
  expect(again).toBeGreaterThan(5);
  expect(again).toBeLessThan(none);
});

it('does without the constant, and stands at exactly a hundredfold', () => {
  const of = (...values: readonly number[]): SparseRows => rowsOf([[...values.entries()]]);
  expect(scaleRemarks(sensitive, of(1000, 1, 1, 1))).toEqual([]);
  expect(scaleRemarks(sensitive, of(1, 1, 1, 99.99))).toEqual([]);
  expect(scaleRemarks(sensitive, of(1, 1, 1, 100))).toEqual([expect.stringContaining('values up to 100, most of them up to 1')]);
});
