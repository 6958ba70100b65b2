import { z } from 'zod';
import { loadParts } from '../../specs/parts/load.ts';
import { requireFile, cacheFolder } from './inputs.ts';
import { remarkOnForeign } from './foreign-file.ts';
import { text, type Option } from '../syntax/option.ts';
import type { Session } from '../terminal/session.ts';

const NAME = '--parts';

/**
 * The option of commands that can use parts of one's own (specs/parts). The files are loaded before the command is, so that its
 * help, its lists of names and its options know what they add.
 */
export const partsOption: Option<readonly string[]> = {
  meaning:
    'file with losses, update rules, optimizers or query rules of your own, whose names can then be used like the ' +
    'built-in ones; several with commas, or --parts again. The file is a program, and is executed',
  takes: 'repeated',
  schema: z.array(text).default([]),
};

/** Loads the files that a command line names; `args` are as they were written. */
export async function loadWrittenParts(args: readonly string[], { note }: Pick<Session, 'note'>): Promise<void> {
  for (const file of new Set(writtenParts(args))) {
    await requireFile(file);
    remarkOnForeign(file, cacheFolder(), note);
    await loadParts([file]);
  }
}

function writtenParts(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).flatMap((arg, at) => {
    const value = arg === NAME ? args[at + 1] : arg.startsWith(`${NAME}=`) ? arg.slice(NAME.length + 1) : undefined;
    // A value that is missing is refused where the command line is parsed.
    return value === undefined || value.startsWith('-') ? [] : value.split(',').map((file) => file.trim());
  });
}
