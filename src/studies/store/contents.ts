import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resultFiles, runFolders } from '../cluster/run-folder.ts';
import { nodesOf, readDurations } from '../run/durations.ts';
import { admit, type NodeOf } from './one-result.ts';
import { partialFiles, type PartialFile } from './partial-files.ts';
import { readEntries, type Found, type Reading } from './read-entries.ts';

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
