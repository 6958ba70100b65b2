import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locate } from '../../../src/data/public/local-copies.ts';
import { loadCopy } from '../../../src/studies/data/data-source.ts';
import { temporaryFolder } from '../../support/processes/cli.ts';

/** Law of the catalogue: a file with classes 1 and 2 whose positive class is 1 is read that way, as published. */

it.each([
  ['mushrooms', 'poisonous ones, 3,916 of 8,124'],
  ['skin_nonskin', 'skin, 50,859 of 245,057'],
])('%s: class 1 is positive (%s)', async (name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), '1 1:1\n2 2:1\n2 3:1\n');
  const caches = {
    cacheFolder: join(folder, 'cache'),
    warn: (message: string) => {
      expect.fail(message);
    },
  };
  const { labels } = await loadCopy({ ...locate(name, [folder])!, rows: 3 }, caches);
  expect([...labels]).toEqual([1, -1, -1]);
});
