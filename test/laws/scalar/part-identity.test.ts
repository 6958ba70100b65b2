import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { programVersion } from '../../../src/files/own-package.ts';
import { moduleIdentity } from '../../../src/specs/parts/identity.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

/** LAWS of what a parts file is known by: the text of all that it imports, and nothing else; what cannot be followed is refused. */

const folder = temporaryFolder();

/** Writes files into a folder of their own; the identity of the first. */
async function identityOf(where: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    const file = folder.path(`${where}/${name}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return moduleIdentity(folder.path(`${where}/${Object.keys(files)[0]}`));
}

const packageJson = (name: string, version: string): string => JSON.stringify({ name, version });
const plain = {
  'mine.mjs':
    "import { a } from './lib/a.mjs';\nimport fs from 'node:fs';\nimport path from 'path';\nexport default { a, fs, path };\n",
  'lib/a.mjs': "import data from '../data.json' with { type: 'json' };\nimport './b.js';\nexport const a = data;\n",
  'lib/b.js': "import '../mine.mjs';\nexport const here = import.meta.url;\n",
  'data.json': '[1]',
};

it('does not depend on where it lies and what it is called', async () => {
  const there = await identityOf('there', plain);
  expect(there).toMatch(/^[0-9a-f]{16}$/);
  expect(await identityOf('elsewhere/deep', plain)).toBe(there);
});

it('changes with the text of every file it comes to', async () => {
  const found = [await identityOf('changed', plain)];
  for (const name of Object.keys(plain))
    found.push(await identityOf('changed', { ...plain, [name]: `${plain[name as keyof typeof plain]} ` }));
  expect(new Set(found).size).toBe(5);
});

it('changes with the version of a package, the nearest one that is installed', async () => {
  const using = (name: string, at: string, version: string, where: string) =>
    identityOf(where, {
      'sub/mine.mjs': `import { x } from '${name}/part.js';\nexport default x;\n`,
      [`${at}node_modules/${name}/package.json`]: packageJson(name, version),
    });
  const one = await using('some-package', '', '1.0.0', 'p1');
  expect(await using('some-package', 'sub/', '1.0.0', 'p2')).toBe(one);
  expect(await using('some-package', '', '1.0.1', 'p3')).not.toBe(one);
  expect(await using('some-package', 'sub/', '2.0.0', 'p1')).not.toBe(one);
  expect(await using('@scope/package', '', '1.0.0', 'p4')).not.toBe(one);
});

it('does not change with the version of iwal that runs, and does with that of another one', async () => {
  const own = (where: string, version: string) =>
    identityOf(where, {
      'mine.mjs': "import { recipe } from 'iwal/numerics';\nexport default recipe;\n",
      'node_modules/iwal/package.json': packageJson('iwal', version),
    });
  const other = await identityOf('o1', {
    'mine.mjs': "import { recipe } from 'iwal/numerics';\nexport default recipe;\n",
    'package.json': packageJson('iwal', programVersion()),
  });
  expect(await own('o2', programVersion())).toBe(other);
  expect(await own('o3', '0.0.1')).not.toBe(other);
  const likewise = await identityOf('o4', {
    'mine.mjs': "import { recipe } from 'iwal/numerics';\nexport default recipe;\n",
    'package.json': packageJson('another', programVersion()),
    'node_modules/iwal/package.json': packageJson('iwal', programVersion()),
  });
  expect(likewise).toBe(other);
});

it.each([
  ['a dynamic import', "const a = 1;\nawait import('./a.mjs');\nexport default a;\n", /mine\.mjs:2: a dynamic import/],
  [
    'a loader',
    "import { createRequire } from 'node:module';\nexport default createRequire;\n",
    /:1: imports 'node:module', which loads/,
  ],
  ['a loader by its short name', "import m from 'module';\nexport default m;\n", /imports 'module', which loads/],
  [
    'an address',
    "import a from 'https://example.org/a.mjs';\nexport default a;\n",
    /:1: imports 'https:.*expected a relative file/,
  ],
  ['an absolute path', "\n\nimport a from '/a.mjs';\nexport default a;\n", /:3: imports '\/a\.mjs'/],
  ['a name of its own package', "import a from '#a';\nexport default a;\n", /imports '#a'/],
  [
    'a package that is not there',
    "import a from '@no/such/part.js';\nexport default a;\n",
    /the package '@no\/such' is not installed/,
  ],
  ['another one', "import a from 'no-such/part.js';\nexport default a;\n", /the package 'no-such' is not installed/],
  ['a file that is not there', "import a from './none.mjs';\nexport default a;\n", /mine\.mjs:1: imports .*none\.mjs: /],
  [
    'another kind of file',
    "import a from './a.wasm';\nexport default a;\n",
    /a\.wasm: a file ending in '\.wasm'; expected \.mjs/,
  ],
  ['no module', 'module.exports = {};\n', /no ES module/],
  ['no JavaScript', 'export default {;\nimport ;', /mine\.mjs: /],
])('%s is refused with its place', async (what, text, message) => {
  await expect(identityOf(`refused ${what}`, { 'mine.mjs': text, 'a.wasm': '' })).rejects.toThrow(message);
  await expect(moduleIdentity(folder.path('nothing here.mjs'))).rejects.toThrow(/^.*nothing here\.mjs: /);
});
