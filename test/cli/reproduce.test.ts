/** Laws of `iwal reproduce` that need no finished study: it can be stopped, and leaves only what it will go on from. */
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ended, start, temporaryFolder } from '../support/cli.ts';

test('SIGINT ends it with one line and leaves no report', async () => {
  const folder = temporaryFolder();
  const child = start(folder, ['reproduce', '--seeds', '1', '--workers', '1', '--out', 'reports']);
  const end = ended(child);
  while (!readdirSync(folder).includes('datasets')) await setTimeout(50);
  child.kill('SIGINT');
  const { code, stdout, stderr } = await end;
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr.split('\n').slice(-2)).toEqual(['iwal: interrupted', '']);
  const left = readdirSync(folder, { recursive: true }).map(String);
  expect(left.filter((name) => name.includes('.iwal-') || name.endsWith('.md') || name.endsWith('.png'))).toEqual([]);
});
