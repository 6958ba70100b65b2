/**
 * `npm run build`: dist/ from src/, experiments/ and the tools in test/, in one go: bundle.js makes the JavaScript, and tsc, which
 * does not check types, the declarations; `npm run check` does.
 *
 * What an earlier build left goes. `dist/built` is as old as the begin of the build: a source that is newer was not in it.
 */
import { execFile } from 'node:child_process';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { bundles, filesIn } from './bundle.js';
import { labelPage } from './page.js';

const { resolve } = createRequire(import.meta.url);

const begin = new Date();
await Promise.all([declarations(), bundles()]);
await labelPage();
for (const file of filesIn('dist')) if (statSync(file).mtime < begin) rmSync(file);
writeFileSync('dist/built', '');
utimesSync('dist/built', begin, begin);

async function declarations() {
  const tsc = resolve('typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [
      tsc,
      '-p',
      'tsconfig.json',
      '--declaration',
      '--emitDeclarationOnly',
      '--noCheck',
    ]);
  } catch (error) {
    throw new Error(`no declarations:\n${error.stdout}`, { cause: error });
  }
}
