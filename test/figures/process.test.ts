/**
 * Laws that need a process of their own: another process draws the same bytes, so does a machine without fonts, and the drawing
 * libraries are loaded by the first figure only.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { renderFigure } from '../../src/figures/chart/figure-file.ts';
import { builtUrl } from '../support/processes/built.ts';
import { learningCurves } from './support/samples.ts';

/** What a process prints. */
function run(code: string, environment: Record<string, string> = {}): string {
  const figures = JSON.stringify(builtUrl('src/entry/figures.js'));
  return execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `const { renderFigure } = await import(${figures});\n${code}`],
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
