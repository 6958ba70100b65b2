/** Laws of `iwal completion`: what bash makes of it is every command, every option of a command and every name. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { dashed } from '../../src/cli/syntax/option.ts';
import { queries } from '../../src/queries/index.ts';
import { iwalHere } from '../support/processes/here.ts';

const completion = await iwalHere(tmpdir(), 'completion bash');

/** What bash offers for the last word. */
function offered(...words: readonly string[]): string[] {
  expect(completion.code).toBe(0);
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `${completion.stdout}\nCOMP_WORDS=(iwal ${line}); COMP_CWORD=${words.length}; _iwal; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

test('commands, options of the command, names after an option; nothing where files are wanted', async () => {
  expect([offered(''), offered('lab')]).toEqual([[...Object.keys(commands), 'help'], ['label']]);
  const { syntax } = (await commands.simulate.load()).command;
  expect(offered('simulate', '-').sort()).toEqual([...Object.keys(syntax.options), 'help'].map(dashed).sort());
  expect(offered('simulate', 'a.svm', '--query', 'iwal')).toEqual(Object.keys(queries).filter((name) => name.startsWith('iwal')));
  expect([offered('simulate', 'a'), offered('model', '')]).toEqual([[], ['show', 'export']]);
  expect([offered('study', 'sub'), offered('reproduce', 'flip')]).toEqual([['submit'], ['flip-picture']]);
  expect([offered('completion', ''), offered('help', 'sim')]).toEqual([['bash', 'zsh'], ['simulate']]);
  expect(offered('model', 'show', '')).toEqual([]);
});

test('zsh runs the same function', async () => {
  expect((await iwalHere(tmpdir(), 'completion zsh')).stdout).toMatch(/^autoload.*\n.*bashcompinit\n_iwal\(\)/);
});
