/** Runs the command line in this process, from its arguments to its exit code: what it does without the start of Node. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { ALONE } from '../../../.config/alone.ts';
import { dispatch } from '../../../src/cli/program.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { printableLines } from '../../../src/files/printable.ts';
import { quietSession, wordsOf, type Words } from './run-command.ts';
import type { Ended } from './started.ts';

const HOME = process.cwd();

/** The end of the last one. */
let before: Promise<unknown> = Promise.resolve();

/** Standard input: a text, or what is written into it after each line of standard output. */
export type Input = string | ((line: string) => string);

/**
 * `iwal` with these arguments in this folder and with this standard input, for commands that stop at no signal, and load own parts only in
 * a file that is alone in its process, where they stay; paths are those of the folder. The folder is that of the process: whoever asks for several at once has one after the other.
 */
export function iwalHere(folder: string, args: Words, input: Input = ''): Promise<Ended> {
  const mine = before.then(() => carriedOut(folder, wordsOf(args), input));
  before = mine.catch(() => undefined);
  return mine;
}

/** What it prints where it ends well and has nothing to remark. */
export async function done(folder: string, args: Words, input?: Input): Promise<string> {
  const { code, stdout, stderr } = await iwalHere(folder, args, input);
  expect([stderr, code]).toEqual(['', 0]);
  return stdout;
}

/** The same of a line as a shell takes it: `iwal` or `$iwal`, words, some in double quotes, and behind them the file of the input. */
export function lineHere(folder: string, line: string): Promise<Ended> {
  const [command, file = '/dev/null'] = line.split(' < ');
  const [, words] = /^\$?iwal ((?:"(?:\\.|[^"\\])*"|[^"<>|&;$])*)$/.exec(command)!;
  const args = words.match(/(?:[^\s"]|"(?:\\.|[^"\\])*")+/g)!.map((word) => word.replace(/\\(.)|"/g, '$1'));
  return iwalHere(folder, args, readFileSync(resolve(folder, file), 'utf8'));
}

async function carriedOut(folder: string, args: readonly string[], input: Input): Promise<Ended> {
  if (args.some((arg) => arg.startsWith('--parts')) && !ALONE.some((name) => expect.getState().testPath!.endsWith(`/${name}`)))
    throw new Error('own parts would stay in this process, which other test files share: start one');
  const said = { stdout: '', stderr: '' };
  const heard = new Readable({ read: () => undefined });
  if (typeof input === 'string') for (const each of [Buffer.from(input), null]) heard.push(each);
  const data = (line: string): boolean => {
    said.stdout += `${line}\n`;
    return typeof input !== 'string' && heard.push(input(line));
  };
  const note = (line: string): string => (said.stderr += `${line}\n`);
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  Object.defineProperty(process, 'stdin', { configurable: true, value: heard });
  process.chdir(folder);
  try {
    await dispatch(args, {
      ...quietSession,
      print: (line) => data(printableLines(line)),
      data,
      note: (line) => note(printableLines(line)),
    });
    return { code: 0, ...said };
  } catch (error) {
    const { message, code } = verdict(error);
    note(`iwal: ${message}`);
    return { code, ...said };
  } finally {
    process.chdir(HOME);
    Object.defineProperty(process, 'stdin', stdin);
  }
}
