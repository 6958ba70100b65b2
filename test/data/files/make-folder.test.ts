import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../src/files/durable.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

/** Laws of makeFolder: all levels or the system's error, of the same kind on every version of Node. */

const folder = temporaryFolder();

/** The system's code for what went wrong. */
function codeOf(path: string): string | undefined {
  try {
    makeFolder(path);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

it('makes every level, and leaves alone what is there', () => {
  const path = folder.path('a/b/c');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('each level that is made is synced into the folder above it before the next one is made; what was there is not', () => {
  const top = folder.path('synced');
  mkdirSync(top);
  const synced: string[] = [];
  makeFolder(join(top, 'a/b'), (parent) => {
    synced.push(`${parent}: ${readdirSync(parent).join()}`);
  });
  expect(synced).toEqual([`${top}: a`, `${join(top, 'a')}: b`]);
  makeFolder(join(top, 'a/b'), () => expect.fail('nothing is new'));
});

it('a file in the place of the folder, of the one above it, and of one further up', () => {
  const file = folder.write('file', '');
  expect([codeOf(file), codeOf(`${file}/a`), codeOf(`${file}/a/b`)]).toEqual(['EEXIST', 'ENOTDIR', 'ENOTDIR']);
});
