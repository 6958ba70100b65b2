import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** What a module threw while it was read, with the line of the file if there is one: "line 3: SyntaxError: …". */
export function moduleFault(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  // Where the syntax is at fault, the error does not say, but the check of Node does.
  const account =
    error instanceof SyntaxError
      ? spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr
      : (error.stack ?? '');
  const line = /^\d+/.exec(account.split(`${basename(file)}:`)[1] ?? '');
  return `${line === null ? '' : `line ${line[0]}: `}${error.name}: ${error.message}`;
}
