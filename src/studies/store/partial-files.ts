import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, thisProcess } from '../../files/owner.ts';

/** The ending of files into which cells are written as they finish. */
export const PARTIAL = '.partial';

const NAME = /^([1-9]\d*)-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/;

/** A file of cells that were written as they finished, and whether its writer still runs. */
export interface PartialFile {
  readonly file: string;
  readonly writer: 'gone' | 'alive' | 'unknown';
}

/** A name of this process, never used before. */
export function partialFile(folder: string): string {
  const { pid, host } = thisProcess();
  return join(folder, PARTIAL, `${pid}-${host}-${randomUUID()}.jsonl`);
}

/**
 * The files of runs that are going on or were interrupted, `.partial/` in a report folder: append-only, one a process, named
 * after its writer.
 *
 *   <process>-<machine>-<uuid>.jsonl
 *
 * A file belongs to its writer as long as that may write: for as long as it lives, and, where nothing is known of it (another
 * machine, a name that says nothing), until a person removes the file. It lived when the file was last written to: a process of
 * its number that started later is another one.
 *
 * Those of a report folder, by name.
 */
export function partialFiles(folder: string): PartialFile[] {
  const partial = join(folder, PARTIAL);
  if (!existsSync(partial)) return [];
  return readdirSync(partial)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => ({
      file: join(partial, name),
      writer: writerOf(name, statSync(join(partial, name), { throwIfNoEntry: false })?.mtime),
    }));
}

function writerOf(name: string, written: Date | undefined): PartialFile['writer'] {
  const match = NAME.exec(name);
  if (match === null) return 'unknown';
  const [, pid, host] = match;
  if (!isAlive({ pid: Number(pid), host }, written?.toISOString())) return 'gone';
  return host === thisProcess().host ? 'alive' : 'unknown';
}
