/** A build that is older than its sources is told from one that is not, and made anew: tests never judge an old build. */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildFirst, staleSource } from '../.config/build-first.ts';
import { threadFile } from '../src/files/own-package.ts';
import { temporaryFolder } from './support/processes/temporary.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const { path, write, text: textOf } = temporaryFolder();
mkdirSync(path('src'));
const compilerOptions = { outDir: 'dist', rootDir: '.', module: 'nodenext', target: 'es2023', types: [] };
write('package.json', '{ "type": "module" }');
write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));

/** Writes the source as somebody does who edits it a moment after the last build. */
function edit(text: string, secondsFromNow: number): void {
  write('src/index.ts', text);
  const at = Date.now() / 1000 + secondsFromNow;
  utimesSync(path('src/index.ts'), at, at);
}

it('is made where there is none, left alone where it is new, and made again after an edit', () => {
  edit('export const answer = 1;\n', -60);
  expect(staleSource(path('.'))).toBe('src/index.ts');
  buildFirst(path('.'));
  expect(staleSource(path('.'))).toBeUndefined();
  expect(textOf('dist/src/index.js')).toContain('answer = 1');

  edit('export const answer = 2;\n', 60);
  expect(staleSource(path('.'))).toBe('src/index.ts');
  buildFirst(path('.'));
  expect(textOf('dist/src/index.js')).toContain('answer = 2');
});

it('has a file for every thread that is started', () => {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const started = sources.flatMap((name) =>
    [...readFileSync(join(src, name), 'utf8').matchAll(/threadFile\('([^']+)'\)/g)].map(([, thread]) => thread),
  );
  expect(started.length).toBeGreaterThan(5);
  expect(started.filter((thread) => !existsSync(threadFile(thread)))).toEqual([]);
  expect(sources.filter((name) => /(?<!on-)thread\.ts$/.test(name)).sort()).toEqual(
    [...new Set(started)].map((name) => `${name}.ts`).sort(),
  );
});

it('is that of these tests too', () => expect(staleSource()).toBeUndefined());
