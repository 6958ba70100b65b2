import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setEnvironmentData } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { moduleIdentity } from '../../../src/specs/parts/identity.ts';
import { loadParts, loadPartsOfProcess } from '../../../src/specs/parts/load.ts';
import { loadedParts, thrownInParts } from '../../../src/specs/parts/loaded.ts';
import { parts, sourceOf } from '../../../src/specs/parts/registry.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

/** LAWS of loading own parts in a process: known by the hash of their file from then on, and refused where the file has changed. */

const { path } = temporaryFolder();

function written(name: string, more = ''): string {
  const file = path(name);
  const part = name.replace(/\W/g, '-');
  const traits = "{ timeTo: () => 0, startsFrom: 'prediction', needs: 'any step' }";
  const lines = [
    `const updates = { '${part}': () => 0 };`,
    `Object.assign(updates['${part}'], ${traits});`,
    'export default { updates };',
  ];
  writeFileSync(file, `${more}${lines.join('\n')}\n`);
  return file;
}

it('adds what a file exports, and notes its hash', async () => {
  const file = written('mine.mjs');
  await loadParts([file]);
  expect(parts.updates).toHaveProperty('mine-mjs');
  expect(loadedParts()).toEqual([expect.objectContaining({ file, hash: sourceOf('mine-mjs')!.hash })]);
});

it('names the file and line of what is thrown there, and of nothing else', () => {
  const [{ file, url }] = loadedParts();
  const thrownAt = (...places: readonly string[]): Error =>
    Object.assign(new TypeError('mine'), {
      stack: ['TypeError: mine', ...places.map((place) => `    at f (${place})`)].join('\n'),
    });
  expect(thrownInParts(thrownAt(`${url}:2:7`, 'file:///elsewhere.mjs:9:1'))).toBe(`${file}:2: TypeError: mine`);
  expect(thrownInParts(thrownAt('file:///elsewhere.mjs:9:1', `${url}:2:7`))).toBeUndefined();
  for (const other of [new Error('here'), Object.assign(new Error('no stack'), { stack: undefined }), 'a text'])
    expect(thrownInParts(other)).toBeUndefined();
});

it('refuses a file that changes itself while it is loaded', async () => {
  const more = "import { appendFileSync } from 'node:fs';\nappendFileSync(new URL(import.meta.url), ' ');\n";
  const file = written('restless.mjs', more);
  await expect(loadParts([file])).rejects.toThrow(`${file}: it has changed while it was loaded; run the command again`);
  expect(loadedParts()).toHaveLength(1);
});

it.runIf(process.versions.node.startsWith('20.'))(
  'refuses TypeScript where Node does not run it, and no other names',
  async () => {
    for (const name of ['typed.ts', 'typed.mts'])
      await expect(loadParts([written(name)])).rejects.toThrow('does not run TypeScript; expected JavaScript, or Node 22.18');
  },
);

it('loads into a thread what its process had loaded, and refuses what has changed since', async () => {
  const [same, changed] = ['same.mjs', 'changed.mjs'].map((name) => written(name));
  const url = (file: string): string => pathToFileURL(file).href;
  setEnvironmentData('iwal parts', JSON.stringify([{ file: same, url: url(same), hash: await moduleIdentity(same) }]));
  await loadPartsOfProcess();
  expect(parts.updates).toHaveProperty('same-mjs');
  setEnvironmentData('iwal parts', JSON.stringify([{ file: changed, url: url(changed), hash: await moduleIdentity(same) }]));
  await expect(loadPartsOfProcess()).rejects.toThrow(`${changed}: it has changed while it was loaded`);
});
