/** Laws of the folders that half-written files are in: they say whose they are, and go when nobody is left to remove them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryIn } from '../../../src/files/owner.ts';
import { writeContents } from '../../../src/files/durable.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const gone = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();

it('a folder is where it was asked for, and named after this process', () => {
  mkdirSync(path('named'));
  const folder = temporaryIn(path('named'));
  expect(readdirSync(path('named')).map((name) => path(join('named', name)))).toEqual([folder]);
  expect(folder).toContain(`/.iwal-${process.pid}-${hostname()}-`);
});

it('folders of processes that are gone are removed with what is in them, all others stay', async () => {
  const forsaken = `.iwal-${gone}-${hostname()}-aB39xZ`;
  const others = [
    `.iwal-${process.pid}-${hostname()}-abcdef`,
    `.iwal-${process.ppid}-${hostname()}-abcdef`,
    `.iwal-${gone}-${hostname()}.elsewhere-abcdef`,
    `.iwal-${gone}-${hostname()}`,
    `.iwal-${gone}`,
    '.iwal-abcdef',
    '.iwal-0-x-abcdef',
    '.iwal-notes',
  ];
  mkdirSync(path('many'));
  for (const name of [forsaken, ...others]) {
    mkdirSync(path(`many/${name}`));
    write(`many/${name}/whole`, 'half');
  }
  await writeContents(path('many/a.txt'), 'all of it');
  expect(readdirSync(path('many')).sort()).toEqual([...others, 'a.txt'].sort());
});
