import { builtin } from './builtin.ts';
import { IwalError } from '../numerics/iwal-error.ts';

const paths = builtin('node:path');

/** What a module threw while it was read, with the line of the file if there is one: "line 3: SyntaxError: …". */
export function moduleFault(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  // Where the syntax is at fault, the error does not say, but the check of Node does.
  const account =
    error instanceof SyntaxError
      ? builtin('node:child_process').spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr
      : (error.stack ?? '');
  const line = /^\d+/.exec(account.split(`${paths.basename(file)}:`)[1] ?? '');
  return `${line === null ? '' : `line ${line[0]}: `}${error.name}: ${error.message}`;
}

/** A package of machine code has no build for this platform, or none was installed. */
export class PlatformError extends IwalError {
  override readonly code = 'IWAL_PLATFORM';
  override readonly name = 'PlatformError';
}

/**
 * What `load` loads: a package of machine code, which is loaded only by the command that needs it. `wants` says what needs it, and
 * `remedy` what to type or to do instead.
 *
 * @throws PlatformError where it is not installed or does not load on this machine.
 */
export async function native<T>(name: string, load: () => Promise<T>, wants: string, remedy: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    const trouble = reason.includes(`Cannot find package '${name}'`)
      ? 'is not installed'
      : `does not load on ${process.platform} ${process.arch} (${reason})`;
    throw new PlatformError(`${wants} needs the package ${name}, which ${trouble}; ${remedy}`);
  }
}
