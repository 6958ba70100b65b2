/** Runs a command in this process: its checked path without the start of Node. */
import type { Command } from '../../src/cli/command.ts';
import { hidden } from '../../src/cli/progress.ts';

/** Everything the command printed on stdout. */
export async function printed(command: Command, args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await command.run(args, {
    signal: new AbortController().signal,
    unlessInterrupted: (work) => work,
    print: (line) => lines.push(line),
    note: () => undefined,
    progress: () => Promise.resolve(hidden),
  });
  return lines.join('\n');
}
