/**
 * Laws that need a process of their own: another process draws the same bytes, so does a machine without fonts, and the drawing
 * libraries are loaded by the first figure only. The sources are translated into a folder inside the project, where packages
 * resolve.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderFigure } from '../../src/figures/chart/figure-file.ts';
import { learningCurves } from './support/samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

beforeAll(() => {
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, 'node_modules', '.cache', 'iwal-figures-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const world of ['figures', 'files', 'numerics', 'statistics'])
    for (const name of readdirSync(join(root, 'src', world), { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('.ts'),
    )) {
      mkdirSync(join(folder, world, dirname(name)), { recursive: true });
      const source = readFileSync(join(root, 'src', world, name), 'utf8');
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          target: ts.ScriptTarget.ES2023,
          rewriteRelativeImportExtensions: true,
          verbatimModuleSyntax: true,
        },
      });
      writeFileSync(join(folder, world, name.replace(/\.ts$/, '.js')), outputText);
    }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a process prints. */
function run(code: string, environment: Record<string, string> = {}): string {
  const chart = JSON.stringify(join(folder, 'figures', 'chart', 'figure-file.js'));
  return execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `const { renderFigure } = await import(${chart});\n${code}`],
    { encoding: 'utf8', env: { ...process.env, ...environment } },
  ).trim();
}

const hash = (png: Buffer): string => createHash('sha256').update(png).digest('hex');

const drawAndHash = `
  const { createHash } = await import('node:crypto');
  const png = await renderFigure(${JSON.stringify(learningCurves)});
  console.log(createHash('sha256').update(png).digest('hex'));`;

it('another process draws the same bytes', async () => {
  expect(run(drawAndHash)).toBe(hash(await renderFigure(learningCurves)));
});

it('a machine without fonts and with another language draws the same bytes', async () => {
  const elsewhere = { DISABLE_SYSTEM_FONTS_LOAD: '1', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', TZ: 'Asia/Tokyo' };
  expect(run(drawAndHash, elsewhere)).toBe(hash(await renderFigure(learningCurves)));
});

it('drawing libraries are loaded by the first figure', () => {
  const loaded = `Object.keys(createRequire('/').cache).some((file) => file.includes('chartjs-node-canvas'))`;
  const code = `import { createRequire } from 'node:module';
    const before = ${loaded};
    await renderFigure({ panels: [{ kind: 'bars', title: '', y: { label: '', scale: 'linear' }, groups: [], series: [] }] });
    console.log(before, ${loaded});`;
  expect(run(code)).toBe('false true');
});
