/** Runs the command line in this process, from its arguments to its exit code: what it does without the start of Node. */
import { Readable } from 'node:stream';
import { dispatch } from '../../../src/cli/program.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { printableLines } from '../../../src/files/printable.ts';
import { quietSession } from './run-command.ts';
import type { Ended } from './started.ts';

const HOME = process.cwd();

/** The end of the last one. */
let before: Promise<unknown> = Promise.resolve();

/**
 * `iwal` with these arguments in this folder and with this standard input, for commands that load no own parts and stop at no signal;
 * paths are those of the folder. The folder is that of the process: whoever asks for several at once has one after the other.
 */
export function iwalHere(folder: string, args: readonly string[], input = ''): Promise<Ended> {
  const mine = before.then(() => carriedOut(folder, args, input));
  before = mine.catch(() => undefined);
  return mine;
}

async function carriedOut(folder: string, args: readonly string[], input: string): Promise<Ended> {
  if (args.some((arg) => arg.startsWith('--parts'))) throw new Error('own parts would stay in this process: start one');
  const said = { stdout: '', stderr: '' };
  const to = (stream: keyof typeof said) => (line: string) => void (said[stream] += `${line}\n`);
  const [data, note] = [to('stdout'), to('stderr')];
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from(input === '' ? [] : [Buffer.from(input)]) });
  process.chdir(folder);
  try {
    await dispatch(args, {
      ...quietSession,
      print: (line) => {
        data(printableLines(line));
      },
      data,
      note: (line) => {
        note(printableLines(line));
      },
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
