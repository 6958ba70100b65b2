/**
 * LAW of the files that tasks of a cluster read: the parts of a dataset come back as they were learned from, classes and costs among
 * them.
 */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDataset } from '../../../src/data/index.ts';
import { prepareSplit, readSplit } from '../../../src/studies/cluster/run-folder.ts';
import { entriesOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';

const { path, write } = temporaryFolder();
const plain = ({ rows, ...dataset }: Dataset): object => ({ ...dataset, entries: entriesOf(rows) });

it('comes back with the names of its classes and their costs, each in files of its own', async () => {
  const folder = path('splits');
  const cheap = await readDataset(write('a.vw', '1:0 2:1 3:0.5 | a\n2:0 3:0 1:2 | a b\n'), { labels: 'class' });
  const dear = { ...cheap, costs: { ...cheap.costs!, costs: cheap.costs!.costs.map((cost) => 2 * cost) } };
  const nameless = { name: cheap.name, rows: cheap.rows, labels: cheap.labels };
  const without = { ...nameless, classNames: cheap.classNames! };
  for (const train of [cheap, dear, without, nameless]) {
    const prepared = await prepareSplit({ train, test: cheap }, folder);
    const split = readSplit('a', prepared);
    expect([plain(split.train), plain(split.test!)]).toEqual([plain(train), plain(cheap)]);
  }
  expect(readdirSync(folder)).toHaveLength(8);
});
