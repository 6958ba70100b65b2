import { builtin } from '../../files/builtin.ts';

const { getEnvironmentData, setEnvironmentData } = builtin('node:worker_threads');

/** A file of own parts that this process has loaded. */
export interface LoadedParts {
  /** As it was named. */
  readonly file: string;
  readonly url: string;
  readonly hash: string;
}

/** Under this key the threads of a process find the files that it had loaded when it started them. */
const KEY = 'iwal parts';

/** The files of own parts that this process has loaded. */
export function loadedParts(): readonly LoadedParts[] {
  const files = getEnvironmentData(KEY) as unknown as string | undefined;
  return files === undefined ? [] : (JSON.parse(files) as LoadedParts[]);
}

/** Notes that this process has loaded a file, for threads that are started from now on. */
export function noteLoaded(parts: LoadedParts): void {
  setEnvironmentData(KEY, JSON.stringify([...loadedParts().filter(({ url }) => url !== parts.url), parts]));
}

/**
 * What was thrown in a file of own parts, as `file:line: TypeError: …`; undefined for what was thrown elsewhere, which no part of
 * one's own is to blame for.
 */
export function thrownInParts(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const innermost = /^ +at .*$/m.exec(error.stack)?.[0];
  const thrower = loadedParts().find(({ url }) => innermost?.includes(`${url}:`));
  if (thrower === undefined) return undefined;
  const [line] = innermost!.split(`${thrower.url}:`)[1].split(':');
  return `${thrower.file}:${line}: ${error.name}: ${error.message}`;
}
