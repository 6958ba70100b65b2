/** Runs the command line in this process, from its arguments to its exit code: what it does without the start of Node. */
import { commands } from '../../../src/cli/commands.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { printed } from './run-command.ts';
import type { Ended } from './started.ts';

const HOME = process.cwd();

/**
 * `iwal` with these arguments in this folder, for commands that read no standard input, take no own parts and stop at no signal; paths
 * are those of the folder. One at a time: the folder is that of the process.
 */
export async function iwalHere(folder: string, [name, ...args]: readonly string[]): Promise<Ended> {
  if (process.cwd() !== HOME) throw new Error('another command line still runs in this process: wait for it');
  process.chdir(folder);
  const notes: string[] = [];
  const stderr = (): string => notes.map((line) => `${line}\n`).join('');
  try {
    const { command } = await commands[name as keyof typeof commands].load();
    const stdout = await printed(command, args, (line) => notes.push(line));
    return { code: 0, stdout: stdout === '' ? '' : `${stdout}\n`, stderr: stderr() };
  } catch (error) {
    const { message, code } = verdict(error);
    return { code, stdout: '', stderr: `${stderr()}iwal: ${message}\n` };
  } finally {
    process.chdir(HOME);
  }
}
