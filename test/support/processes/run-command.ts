/** Runs a command in this process: its checked path without the start of Node. */
import type { Command } from '../../../src/cli/syntax/command.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { untilEnd, type Session } from '../../../src/cli/terminal/session.ts';

/** Arguments, or a line of them with a space between each and the next. */
export type Words = string | readonly string[];

export function wordsOf(args: Words): readonly string[] {
  return typeof args === 'string' ? args.split(' ') : args;
}

/** A terminal that nobody looks at, and where nobody presses Ctrl-C. */
export const quietSession: Session = {
  signal: new AbortController().signal,
  unlessInterrupted: (work) => work,
  stopRequest: () => new AbortController().signal,
  print: () => undefined,
  data: () => undefined,
  note: () => undefined,
  atEnd: () => undefined,
  underBar: (_what, work) => work(() => undefined),
};

/** Everything the command printed on stdout. */
export async function printed(command: Command, args: Words): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await untilEnd({ ...quietSession, print, data: print }, (session) => command.run(wordsOf(args), session));
  return lines.join('\n');
}

/** What the command line would say of arguments that the command refuses, and its exit code. */
export async function refusal(command: Command, args: Words): Promise<ReturnType<typeof verdict>> {
  try {
    await printed(command, args);
  } catch (error) {
    return verdict(error);
  }
  throw new Error(`not refused: ${wordsOf(args).join(' ')}`);
}

/** What the command line would say of arguments that the command refuses, a line of words; paths in this folder are relative to it. */
export async function refusalIn(folder: string, command: Command, line: string): Promise<[message: string, code: number]> {
  const { message, code } = await refusal(command, line);
  return [message.replaceAll(`${folder}/`, ''), code];
}
