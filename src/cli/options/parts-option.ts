import { z } from 'zod';
import { loadParts } from '../../specs/parts/load.ts';
import { requireFile, cacheFolder } from './inputs.ts';
import { text, type Option } from '../syntax/option.ts';
import type { Session } from '../terminal/session.ts';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { contentsOf } from '../../files/contents.ts';
import { printable } from '../../files/printable.ts';
import { makeFolder } from '../../files/durable.ts';
import { ifPossible } from '../../files/if-possible.ts';

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

/**
 * A study file and a file of own parts are programs: whoever names one runs it. One from outside of the working folder is remarked on the
 * first time; "first" is known by a line for its path and contents in `<cache folder>/study-files`, so that a file that has
 * changed is remarked on again. Where no such line can be kept, the remark comes every time.
 *
 * Remarks on the file, which is there, where it is a program from elsewhere that was not met before.
 */
export function remarkOnForeign(file: string, cacheFolder: string, note: Session['note']): void {
  if (extname(file) === '.json') return;
  const path = realpathSync(file);
  const inside = relative(realpathSync('.'), path);
  if (inside.split(sep)[0] !== '..' && !isAbsolute(inside)) return;
  const key = createHash('sha256').update(path).update('\0').update(contentsOf(path)).digest('hex');
  const record = join(cacheFolder, 'study-files');
  if (existsSync(record) && readFileSync(record, 'utf8').split('\n').includes(key)) return;
  note(
    `${printable(file, 1000)} is a program from outside of this folder, and is run with your rights; ` +
      'look into it if you did not write it',
  );
  // Where it cannot be noted it is said again next time.
  ifPossible(() => {
    makeFolder(cacheFolder);
    appendFileSync(record, `${key}\n`);
  });
}
