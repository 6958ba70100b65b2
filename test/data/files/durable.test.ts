/** LAW of what is written whole: the file is on the disk before it has its name, and its name before anything else happens. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Disk, renameDurably, writeContents } from '../../../src/files/durable.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, text } = temporaryFolder();

/** The calls of the system, done and written down; a sync by what stood there then. */
function observed(calls: string[]): Disk {
  return {
    sync: async (name) => {
      const handle = await open(name, 'r');
      await handle.sync();
      await handle.close();
      calls.push(`sync ${name}${existsSync(path('new')) ? ', new there' : ''}`);
    },
    rename: async (from, to) => {
      await rename(from, to);
      calls.push(`rename ${from} ${to}`);
    },
  };
}

it('file, rename, folder: in this order', async () => {
  const calls: string[] = [];
  await renameDurably(write('written', 'contents'), path('new'), observed(calls));
  expect(calls).toEqual([
    `sync ${path('written')}`,
    `rename ${path('written')} ${path('new')}`,
    `sync ${path('.')}, new there`.replace('/.', ''),
  ]);
  expect(text('new')).toBe('contents');
});

it('a file that cannot be synced keeps its old name', async () => {
  const failing: Disk = { ...observed([]), sync: () => Promise.reject(new Error('input/output error')) };
  await expect(renameDurably(write('kept', 'contents'), path('never'), failing)).rejects.toThrow('input/output error');
  expect([existsSync(path('kept')), existsSync(path('never'))]).toEqual([true, false]);
});

it('whole files take that way', async () => {
  await writeContents(path('whole'), 'contents');
  expect(text('whole')).toBe('contents');
});

it('nothing else in src renames, but for locks, which mean nothing after a crash', () => {
  const src = new URL('../../../src/', import.meta.url);
  const renaming = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /const \{[^}]*\brename(Sync)?\b[^}]*\} = builtin\('node:fs/.test(readFileSync(new URL(name, src), 'utf8')));
  expect(renaming.toSorted()).toEqual(['files/durable.ts', 'files/lock.ts']);
});
