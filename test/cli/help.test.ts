/** Laws of the help texts: complete, true to what is parsed; and of the version: nothing else is loaded for it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/syntax/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { parse } from '../../src/cli/syntax/parse.ts';
import { specOptions } from '../../src/cli/options/spec/spec-options.ts';
import { simulateOptions } from '../../src/cli/simulate/options.ts';
import { parameterOptions } from '../../src/cli/options/spec/recipe-options.ts';
import { parseVw } from '../../src/cli/vw/options.ts';
import { built, builtUrl } from '../support/processes/built.ts';
import { iwal, temporaryFolder, iwalHere, done } from '../support/processes/cli.ts';

const loaded = await Promise.all(
  Object.entries(commands).map(async ([name, { load }]): Promise<[string, Command]> => [name, (await load()).command]),
);

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')) as {
    version: string;
  };
  for (const option of ['-v', '--version'])
    expect(await iwal(tmpdir(), [option])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--version loads what knows the version, and nothing else', () => {
  const main = built('src/cli/main.js');
  const folder = temporaryFolder();
  spawnSync(process.execPath, [main, '--version'], { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  const files = ['cli/main', 'files/own-package', 'chunks/own-package', 'chunks/rolldown-runtime'].map(
    (name) => `src/${name}.js`,
  );
  expect(new Set(urls.filter((url) => url.startsWith('file:')))).toEqual(new Set(files.map(builtUrl)));
});

test('--help lists every command', async () => {
  const stdout = await done(tmpdir(), '--help');
  for (const [name, { summary }] of Object.entries(commands)) expect(stdout).toMatch(new RegExp(`iwal ${name} +${summary}`));
});

test.each(loaded.filter(([, { syntax }]) => syntax.common !== undefined))(
  '%s --help lists the common options alone, at most sixteen, and --help all lists them first, once each',
  async (name, { syntax }) => {
    const listed = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await iwalHere(tmpdir(), [name, ...args]);
      return [...stdout.matchAll(/^ {2,6}--([a-z-]+) /gm)].map(([, option]) => option);
    };
    const common = syntax.common!.split(' ');
    expect(await listed('--help')).toEqual([...common, 'help']);
    expect(common.length).toBeLessThan(17);
    const all = await listed('--help', 'all');
    expect(all.slice(0, common.length)).toEqual(common);
    expect(new Set(all).size).toBe(all.length);
    expect((await iwalHere(tmpdir(), `${name} --help`)).stdout).toContain(
      `iwal ${name} --help all lists all ${Object.keys(syntax.options).length} options.`,
    );
  },
);

test.each(loaded)('%s --help all shows every option, and examples that parse', async (name, { syntax }) => {
  expect(syntax.name).toBe(name);
  const stdout = await done(tmpdir(), `${name} --help all`);
  for (const option of [...Object.keys(syntax.places), ...Object.keys(syntax.options)])
    expect(stdout).toMatch(new RegExp(`^ +-{0,2}${option}\\b`, 'm'));
  expect(syntax.examples.length).toBeGreaterThan(0);
  const required = Object.entries(syntax.options).filter(([, { schema }]) => !schema.safeParse(undefined).success);
  expect(stdout.match(/\[required\]/g) ?? []).toHaveLength(required.length);
  for (const [line] of syntax.examples) {
    for (const [option] of required) expect(line, 'what help calls required stands in every example').toContain(`--${option}`);
    expect(stdout).toContain(`\n    ${line}`);
    const [program, command, ...args] = line.replace(/ [>|].*/, '').split(' ');
    expect([program, command]).toEqual(['iwal', name]);
    expect(() => (name === 'vw' ? parseVw(args) : parse(syntax, args))).not.toThrow();
  }
});

// --rate of random is its probability, as in the paper; of all other rules it is the rate that sets their knob.
test('a parameter of a loss, optimizer or query rule does not take the name of another option of simulate', async () => {
  const { syntax } = (await commands.simulate.load()).command;
  const both: Readonly<Record<string, unknown>> = {
    rate: specOptions.rate,
    scale: specOptions.scale,
    range: simulateOptions.range,
  };
  expect(Object.keys(parameterOptions).length).toBeGreaterThan(0);
  for (const [name, option] of Object.entries(parameterOptions)) expect(syntax.options[name]).toBe(both[name] ?? option);
});

test('iwal help is iwal --help, and iwal help <command> that of the command', async () => {
  expect(await iwalHere(tmpdir(), 'help')).toEqual(await iwalHere(tmpdir(), '--help'));
  expect(await iwalHere(tmpdir(), 'help describe')).toEqual(await iwalHere(tmpdir(), 'describe --help'));
  const all = await iwalHere(tmpdir(), 'describe --help all');
  for (const args of [
    ['describe', '--help=all'],
    ['help', 'describe', 'all'],
  ])
    expect(await iwalHere(tmpdir(), args)).toEqual(all);
});
