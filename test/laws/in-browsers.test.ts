import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { wat } from '../../.config/wat.js';
import { built } from '../support/processes/built.ts';

/** What all that loads these may count on: no file, no Buffer, no process. */
const BARE = { TextEncoder, TextDecoder, SharedArrayBuffer, atob };

/** Entry points that compute and touch no file before they are asked to, and rooms that have none. */
const COMPUTING = 'losses updates optimizers queries statistics numerics rows reductions streams learners'.split(' ');
const ROOMS = ['src/text/document-rows.ts', 'src/fits/choose.ts', 'src/fits/calibration.ts'];
const root = fileURLToPath(new URL('../..', import.meta.url));

/** LAW: what a browser can do it can load, as it is published: bundled for one, nothing of Node is left to import. */
describe('bundled for a browser', () => {
  it.each([...COMPUTING, 'labelling', 'ledger', 'laws'])('%s imports nothing of Node', async (name) => {
    expect((await bundled(name)).imports).toEqual([]);
  });

  it.each([...COMPUTING, ...ROOMS])('%s begins where there is nothing of Node', async (name) => {
    const { code, imports } = await bundled(name);
    expect(imports).toEqual([]);
    expect(Object.keys(runInContext(`${code};bundle`, createContext({ ...BARE })) as object)).not.toEqual([]);
  });
});

async function bundled(name: string): Promise<{ code: string; imports: string[] }> {
  const build = await rolldown({
    input: name.endsWith('.ts') ? root + name : built(`src/entry/${name}.js`),
    platform: 'browser',
    external: isBuiltin,
    logLevel: 'silent',
    plugins: [wat()],
    tsconfig: `${root}tsconfig.json`,
  });
  const { output } = await build.generate({ format: 'iife', name: 'bundle', codeSplitting: false });
  return { code: output[0].code, imports: [...output[0].imports, ...output[0].dynamicImports] };
}
