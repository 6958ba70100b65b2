/** Laws of `iwal describe`: the numbers of a small file, for a person and for a program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { iwal, temporaryFolder } from '../support/cli.ts';

const FILE = '1 1:2 3:0.5\n-1 1:1\n-1 1:4 2:8 3:1\n1\n';

test('--json: one object with the numbers counted by hand', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.svm'), FILE);
  const { code, stdout } = await iwal(folder, ['describe', 'a.svm', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'a',
    rows: { rows: 4, features: 3, nonZeros: 6, meanLength: 1.5, documentFrequency: [[1, 0.75], [2, 0.5]] },
    labels: { counts: [[-1, 2], [1, 2]], positiveRate: 0.5 },
    groups: null,
  });
});

test('for a person: the same in words', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.svm'), FILE);
  const { code, stdout } = await iwal(folder, ['describe', 'a.svm']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^a: 4 rows, 3 features, 6 non-zeros \(1\.5 a row\)\nlabels -1 \(2\), 1 \(2\); 50\.00% positive\n\n/);
  expect(stdout).toMatch(/\nrank of a feature +1 +2\nshare of rows that hold it +0\.75 +0\.5\n$/);
});

test.each(['a.csv', 'A.CSV.GZ', 'a.csv.bz2', 'a.csv.xz'])('a table called %s takes the options of tables; what is in it tells how it is packed', async (name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), gzipSync('2,1\n3,-1\n'));
  const { stdout, stderr } = await iwal(folder, ['describe', name, '--label-column', '2', '--json']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ rows: { rows: 2, features: 1 }, labels: { counts: [[-1, 1], [1, 1]] } });
});
