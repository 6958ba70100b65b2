/**
 * The examples of own parts and of a service, as a guest has them: in an empty folder with the packed package, checked in strict TypeScript, their
 * own tests and the commands of their pages run.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toyFile } from './support/processes/cli.ts';
import { installPacked } from './support/processes/packed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const examples = readdirSync(join(root, 'examples')).filter((name) => name.startsWith('own-') || name === 'service');
let home = '';

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'iwal-guest-'));
  installPacked(home);
  const modules = join(home, 'node_modules');
  mkdirSync(join(modules, '@types'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(modules, '@types/node'));
  for (const example of examples) {
    cpSync(join(root, 'examples', example), join(home, example), { recursive: true });
    await toyFile(join(home, example), 'train.svm');
  }
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'iwal'), `#!/bin/sh\nexec node ${join(modules, 'iwal/dist/src/cli/main.js')} "$@"\n`, {
    mode: 0o755,
  });
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

it('the examples and all types of the package are strict TypeScript', () => {
  const compilerOptions = {
    ...{ target: 'ES2023', lib: ['ES2023'], module: 'nodenext', types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, allowJs: true, checkJs: true, noEmit: true },
  };
  const include = [...examples, 'node_modules/iwal/dist/src/entry/*.d.ts'];
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', home], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

describe.each(examples)('%s', (example) => {
  const page = readFileSync(join(root, 'examples', example, 'README.md'), 'utf8');
  const commands = /```sh\n([\s\S]*?)```/.exec(page)![1].trim().split('\n');

  it('is installed, tested and used by the commands of its page', () => {
    expect(commands[0]).toBe('npm install iwal');
    expect(commands[1]).toMatch(/^node --test /);
  });

  it.each(commands.slice(1))('%s', (command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: join(home, example),
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(home, 'bin')}:${process.env.PATH}`, NODE_OPTIONS: '' },
    });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  });
});
