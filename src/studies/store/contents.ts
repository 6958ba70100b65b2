import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataError } from '../../files/data-error.ts';
import { isAlive, thisProcess } from '../../files/owner.ts';
import { canonical } from '../../specs/hash.ts';
import { resultFiles, runFolders } from '../cluster/run-folder.ts';
import { nodesOf, readDurations } from '../run/durations.ts';
import { isSettled } from './entry.ts';
import { type Found, readEntries, type Reading } from './read-entries.ts';

/** The version of Node a result was measured with, where that is known. */
type NodeOf = (found: Found) => string | undefined;

/**
 * Adds what was found to the results, by hash: one cell has one result, whoever measured it. Of equal ones any will do; what a
 * thread or a bug of ours cut short gives way to a result; two results that differ are a DataError that names both, with the
 * machines that measured them where those are known.
 */
export function admit(results: Map<string, Found>, found: Found, nodeOf: NodeOf): void {
  const { hash } = found.entry;
  const other = results.get(hash);
  if (other !== undefined) requireEqual(other, found, nodeOf);
  if (other === undefined || isSettled(found.entry) || !isSettled(other.entry)) results.set(hash, found);
}

/** Throws a DataError where both are results and differ. */
export function requireEqual(one: Found, other: Found, nodeOf: NodeOf): void {
  if (!isSettled(one.entry) || !isSettled(other.entry)) return;
  if (canonical(one.entry.stored) === canonical(other.entry.stored)) return;
  const [there, here] = [one, other].map((each) => {
    const { ran } = each.entry;
    return `Node ${nodeOf(each) ?? 'of unknown version'}${ran === undefined ? '' : ` on ${ran.machine}`}`;
  });
  const { file, line } = one.place;
  const found = `another result of cell ${one.entry.hash}, measured with ${here}, than ${file}:${line} has, measured with ${there}`;
  const legal =
    'one result of a cell on every machine: remove the line that is wrong, or both, and the next run measures the cell again';
  throw new DataError({ ...other.place, found, legal });
}

/** The file of the cells that a report is made from. */
export const REPORTED = 'results.jsonl';
/** The same, compressed: as reports are published. Where both are there, the plain one is newer. */
export const PUBLISHED = `${REPORTED}.gz`;

/** The file of finished cells that the report does not use. */
export const OTHER = 'other.jsonl';

type ByHash = ReadonlyMap<string, Found>;

/** What the files of a report folder hold, as they are now. */
export interface Contents {
  readonly reported: ByHash;
  readonly others: ByHash;
  readonly measured: ByHash;
  readonly partial: readonly PartialFile[];
  /** Folders of what was submitted to a cluster; what their tasks have measured is among `measured`. */
  readonly runs: readonly string[];
  readonly nodeOf: NodeOf;
}

/**
 * Files of runs come first: whoever removes one has written its results into the others before. Whether a writer is gone is asked
 * before its file is read: a file of one that is gone says its last.
 */
export function readContents(folder: string, note: (message: string) => void): Contents {
  const nodes = nodesOf(readDurations(folder, note));
  const nodeOf: NodeOf = ({ entry }) => entry.node ?? nodes(entry.cell);
  const partial = partialFiles(folder);
  const runs = runFolders(folder);
  const measured = byHash(
    [...partial.map(({ file }) => file), ...runs.flatMap(resultFiles)].flatMap((file) => readIfThere(file, note)?.entries ?? []),
    nodeOf,
  );
  const whole = (name: string): ByHash => {
    const file = join(folder, name);
    const reading = readIfThere(file, note);
    if (reading?.tail === 'torn') note(`${file}: the last line was cut short; its cell will be run again`);
    return byHash(reading?.entries ?? [], nodeOf);
  };
  const [reported, others] = [whole(existsSync(join(folder, REPORTED)) ? REPORTED : PUBLISHED), whole(OTHER)];
  merged([reported, others, measured], nodeOf);
  return { reported, others, measured, partial, runs, nodeOf };
}

/** Each cell once, in the order of the parts. */
export function merged(parts: readonly ByHash[], nodeOf: NodeOf): Map<string, Found> {
  return byHash(
    parts.flatMap((part) => [...part.values()]),
    nodeOf,
  );
}

function byHash(found: readonly Found[], nodeOf: NodeOf): Map<string, Found> {
  const results = new Map<string, Found>();
  for (const each of found) admit(results, each, nodeOf);
  return results;
}

function readIfThere(file: string, note: (message: string) => void): Reading | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readEntries(file, note);
  } catch (error) {
    // Another run may have ended in between, and have moved what it held.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The ending of files into which cells are written as they finish. */
export const PARTIAL = '.partial';

const NAME = /^([1-9]\d*)-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/;

/** A file of cells that were written as they finished, and whether its writer still runs. */
interface PartialFile {
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
function partialFiles(folder: string): PartialFile[] {
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
