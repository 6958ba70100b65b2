/**
 * Every command of the documents is run as it stands, on a desk that has the data which it names; every command line in a sentence
 * parses; every piece of JavaScript runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { parse } from '../../src/cli/syntax/parse.ts';
import { blocksOf, documents } from './documents.ts';
import { Desk } from './desk.ts';

/** Blocks with such a line are run elsewhere. */
const ELSEWHERE: readonly (readonly [begin: string, where: string])[] = [
  ['npm ci', 'it is the whole check itself'],
  ['npm pkg set', 'test/package.test.ts'],
  ['npx iwal study submit my-study.mjs --tasks 50 --time', '.ci/slurm, on a machine with Slurm'],
  ['run=$(npx iwal study submit', 'test/studies/clusters-page.test.ts'],
  ['npx iwal label --project letters --answers', 'test/cli/label/label-batches.test.ts'],
  ['node examples/figures/', 'test/book/written.test.ts'],
  ['iwal generate rcv1-like --documents 1000000', 'test/cli/learn/stream.test.ts, on fewer documents'],
];

/** What a block needs that people or other documents have made before. */
const BEFORE: Readonly<Record<string, string>> = {
  'docs/PYTHON.md': 'npx iwal simulate train.svm --budget 40 --ledger labels.jsonl',
  'docs/CLASSES.md': "sed 's/^+1/2/; s/^-1/1/' -i train.svm new.svm",
};

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What is to be run of a block; lines of a tool that this machine lacks are left out. */
function runnable(block: string): string {
  return block.replaceAll(/^python3 .*$/gm, (line) => (hasPython ? line : ''));
}

function isElsewhere(block: string): boolean {
  return ELSEWHERE.some(([begin]) => block.split('\n').some((line) => line.startsWith(begin)));
}

function desk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-book-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return new Desk(folder);
}

const withBlocks = documents.filter(({ text }) => ['sh', 'js'].some((language) => blocksOf(text, language).length > 0));

describe('commands of the documents', () => {
  it('are found', () => {
    expect(withBlocks.length).toBeGreaterThan(8);
    for (const [begin] of ELSEWHERE)
      expect(
        documents.some(({ text }) => blocksOf(text, 'sh').some((block) => block.includes(begin))),
        begin,
      ).toBe(true);
  });

  it.each(withBlocks)(
    '$name',
    ({ name, text }) => {
      const place = desk();
      blocksOf(text, 'js').forEach((code, n) => {
        place.write(code.includes("id: 'my-study'") ? 'my-study.mjs' : `program-${n}.mjs`, code);
      });
      for (const block of blocksOf(text, 'sh').filter((each) => !isElsewhere(each)))
        expect(place.run(`${BEFORE[name] ?? ''}\n${runnable(block)}`), block).toBeUndefined();
      expect(place.run('for program in program-*.mjs; do [ ! -e "$program" ] || node "$program"; done')).toBeUndefined();
    },
    180_000,
  );
});

describe('command lines in sentences', () => {
  const inline = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/`(npx )?iwal ([a-z]+) ([^`…<|]*--[^`…<|]*)`/g)].map(([line, , command, rest]) => ({
      ...{ name, line, command, isWhole: line.startsWith('`npx') },
      args: [...rest.matchAll(/"[^"]*"|\S+/g)].map(([arg]) => arg.replaceAll('"', '')),
    })),
  );

  it.each(inline.filter(({ command }) => command !== 'vw'))('$name: $line', async ({ command, args, isWhole }) => {
    expect(Object.keys(commands)).toContain(command);
    const { syntax } = (await commands[command as keyof typeof commands].load()).command;
    const options = [...Object.keys(syntax.options), 'help'];
    for (const option of args.filter((each) => each.startsWith('--'))) expect(options).toContain(option.slice(2));
    if (isWhole && !args.includes('--help')) expect(() => parse(syntax, args)).not.toThrow();
  });
});
