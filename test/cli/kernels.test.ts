/** IWAL_KERNELS: equal files with either word, and a word that names nothing is a misuse. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shell, temporaryFolder } from '../support/processes/cli.ts';

test('IWAL_KERNELS chooses how rows are walked, and nothing else', async () => {
  const folder = temporaryFolder();
  const script = `
    "$iwal" generate rcv1-like --documents 15000 --out d.iwal
    IWAL_KERNELS=wasm "$iwal" learn d.iwal --model wasm.iwalmodel
    IWAL_KERNELS=js "$iwal" learn d.iwal --model js.iwalmodel
    IWAL_KERNELS=wasm "$iwal" simulate d.iwal --json > wasm.json
    IWAL_KERNELS=js "$iwal" simulate d.iwal --json > js.json`.replaceAll('"$iwal"', '$iwal');
  const { code, stderr } = await shell(folder, `set -e\n${script}`);
  expect(code, stderr).toBe(0);
  const file = (name: string): string => readFileSync(join(folder, name), 'latin1');
  const untimed = (name: string): object => ({ ...(JSON.parse(file(name)) as object), seconds: 0 });
  expect(file('wasm.iwalmodel') === file('js.iwalmodel')).toBe(true);
  expect(untimed('wasm.json')).toEqual(untimed('js.json'));
});

test('IWAL_KERNELS=wsm is a misuse that says what was meant', async () => {
  const { code, stdout, stderr } = await shell(temporaryFolder(), 'IWAL_KERNELS=wsm $iwal describe nothing.svm');
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: "iwal: IWAL_KERNELS: there are no kernels 'wsm'; expected 'wasm' or 'js', did you mean 'wasm'?\n",
  });
});
