/** The svmlight writer (law): what it writes is read back as the same dataset, compressed or not. */
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { readDataset } from '../../../src/data/index.ts';
import { writeSvmlight } from '../../../src/data/svmlight-writer.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAllAwaited } from '../../support/for-all.ts';
import { rowOf, rowsOf } from '../../support/rows/rows.ts';

const { path, bytes } = temporaryFolder();

function dataset(values: readonly (readonly number[])[], labels: readonly number[], groups?: Uint32Array): Dataset {
  const rows = rowsOf(values.map((row) => rowOf(row.length + 1, (j) => (j === 0 ? 1 : row[j - 1]))));
  return { name: 'x', rows, labels: Float64Array.from(labels), ...(groups && { groups }) };
}

/** Singles of all magnitudes, whose last entry is not zero so that the width survives. */
const single = fc.float({ noNaN: true, noDefaultInfinity: true });
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const table = fc.array(fc.tuple(fc.array(single, { maxLength: 9 }), finite), { minLength: 1, maxLength: 9 });

it.each(['x.svm', 'x.svm.gz'])('round-trips every single and every double through %s', async (name) => {
  await forAllAwaited([table, fc.option(fc.nat(), { nil: undefined })], async (rows, group) => {
    const values = rows.map(([row]) => [...row, 1]);
    // -0 and 0 are one label in text.
    const labels = rows.map(([, label]) => label + 0);
    const written = dataset(values, labels, group === undefined ? undefined : new Uint32Array(rows.length).fill(group));
    await writeSvmlight(path(name), written);
    expect(await readDataset(path(name))).toEqual(written);
  });
});

it('writes the fewest decimals that read back', async () => {
  await writeSvmlight(path('short.svm.gz'), dataset([[0.1, 1 / 3, 122, 0, 1e-7]], [-1], Uint32Array.of(8)));
  expect(gunzipSync(bytes('short.svm.gz')).toString()).toBe('-1 qid:8 0:0.1 1:0.33333334 2:122 4:1e-7\n');
});

it('refuses importances, for which the format has no place', async () => {
  const weighted = { ...dataset([[1]], [1]), importances: Float64Array.of(2) };
  await expect(writeSvmlight(path('weighted.svm'), weighted)).rejects.toThrow(RangeError);
});
