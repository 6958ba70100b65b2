/** Unchanged: a study run on this version of Node, whichever it is, has the bytes of the committed one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iwal, temporaryFolder } from '../support/cli.ts';

test(`results of a whole study on Node ${process.version}`, async () => {
  const folder = temporaryFolder();
  const { code } = await iwal(folder, ['reproduce', 'flip-picture', '--out', 'reports', '--workers', '2']);
  expect(code).toBe(0);
  for (const name of ['results.jsonl', 'summary.json']) {
    const committed = readFileSync(new URL(`../../reports/flip-picture/${name}`, import.meta.url), 'utf8');
    expect(readFileSync(join(folder, 'reports', 'flip-picture', name), 'utf8') === committed, name).toBe(true);
  }
});
