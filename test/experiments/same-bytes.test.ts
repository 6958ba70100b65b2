/** Unchanged: a study run on this version of Node, whichever it is, has the bytes of the committed one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iwalHere, temporaryFolder } from '../support/processes/cli.ts';
import { publishedResults, REPORTS } from '../support/published.ts';

test(`results of a whole study on Node ${process.version}`, async () => {
  const folder = temporaryFolder();
  const { code } = await iwalHere(folder, ['reproduce', 'flip-picture', '--workers', '2']);
  expect(code).toBe(0);
  const made = (name: string): string => readFileSync(join(folder, 'reproduced', 'flip-picture', name), 'utf8');
  expect(made('results.jsonl') === publishedResults('flip-picture')).toBe(true);
  expect(made('summary.json')).toBe(readFileSync(join(REPORTS, 'flip-picture', 'summary.json'), 'utf8'));
});
