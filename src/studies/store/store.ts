import { appendFileSync, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join, basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DataError } from '../../files/data-error.ts';
import { writeContents, makeFolder, realPath, pathsIn } from '../../files/durable.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { lockFile } from '../../files/lock.ts';
import { canonical } from '../../specs/hash.ts';
import type { Cell } from '../cells/cell.ts';
import { retireRuns, resultFiles, runFolders } from '../cluster/run-folder.ts';
import { type Fingerprints, measuredOnOtherData } from '../data/data-source.ts';
import { type Entry, identityOf, isSettled, lineOf, withoutMachine } from './entry.ts';
import { type Found, readEntries, type Reading } from './read-entries.ts';
import { randomUUID } from 'node:crypto';
import { isAlive, thisProcess } from '../../files/owner.ts';
import { nodesOf, readDurations } from '../run/durations.ts';

type Note = (message: string) => void;

/**
 * The store of a study: its report folder.
 *
 *   results.jsonl      the results of the last finished report, in the order of its cells; where it is published, results.jsonl.gz
 *   other.jsonl        results of cells that were no part of that report (more seeds, say)
 *   .partial/*.jsonl   append-only, one file a process: what has been measured since
 *   .runs/*             what was submitted to a cluster, and what its tasks have measured (cluster/run-folder.ts)
 *
 * A process writes a file of its own and reads all, so that files of several processes or machines merge by lying side by
 * side, and a run that was killed goes on where it stopped. One process at a time writes the report, under a lock; it reads again
 * what the others have left by then, and removes nothing but its own file and those of processes that are gone, once all they
 * hold is on the disk elsewhere.
 */
export class Store {
  readonly #folder: string;
  /** What this process measures. */
  readonly #file: string;
  readonly #note: Note;
  readonly #contents: ReturnType<typeof readContents>;
  readonly #own = new Map<string, Found>();

  /**
   * Reads all files.
   *
   * @throws DataError where one holds no results, or two hold different ones of one cell.
   */
  constructor(folder: string, note: Note) {
    this.#folder = folder;
    const { pid, host } = thisProcess();
    // A name of this process, never used before.
    this.#file = join(folder, PARTIAL, `${pid}-${host}-${randomUUID()}.jsonl`);
    this.#note = note;
    this.#contents = readContents(folder, note);
  }

  /** Everything there is, each cell once. */
  entries(): Entry[] {
    const { reported, others, measured } = this.#contents;
    return this.#entriesOf([reported, others, measured, this.#own]);
  }

  /** Hashes of the cells of which there is a result. */
  settled(): Set<string> {
    return hashesOf(this.entries());
  }

  /** What the last report holds, and what was measured since: without cells that this report was not about. */
  current(): Entry[] {
    const { reported, measured } = this.#contents;
    return this.#entriesOf([reported, measured, this.#own]);
  }

  /** Measured since the last report. */
  measured(): Entry[] {
    return this.#entriesOf([this.#contents.measured, this.#own]);
  }

  /**
   * Keeps a result: a process that is killed after this returns does not lose it.
   *
   * @throws DataError where another one of the cell is stored, or where the disk takes no more.
   */
  put(entry: Entry): void {
    const { reported, others, measured, nodeOf } = this.#contents;
    const found = { entry, place: { file: this.#file, line: this.#own.size + 1 } };
    for (const part of [reported, others, measured]) {
      const stored = part.get(entry.hash);
      if (stored !== undefined) requireEqual(stored, found, nodeOf);
    }
    makeFolder(join(this.#folder, PARTIAL));
    try {
      appendFileSync(this.#file, `${lineOf(entry)}\n`);
    } catch (error) {
      const trouble = `no room for a result (${(error as Error).message})`;
      const legal = 'a disk with room; all results before it are kept, and the next run goes on after them';
      throw new DataError({ file: this.#file, found: trouble, legal });
    }
    this.#own.set(entry.hash, found);
  }

  /**
   * Writes the results of a report, has the rest of it written, and removes the files of runs whose results are kept elsewhere by
   * then. Waits for another process that writes the report.
   */
  async report(entries: readonly Entry[], publish: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const results = join(this.#folder, REPORTED);
    const release = await reportLock(results, this.#note, signal);
    try {
      const { reported, others, measured, partial, runs, nodeOf } = readContents(this.#folder, () => undefined);
      const settled = hashesOf(entries);
      const all = new Set(entries.map(({ hash }) => hash));
      const rest = [...merged([reported, others, measured, this.#own], nodeOf).values()]
        .map(({ entry }) => entry)
        .filter((entry) => !settled.has(entry.hash) && (isSettled(entry) || !all.has(entry.hash)));
      const other = join(this.#folder, OTHER);
      if (rest.length > 0) await writeContents(other, linesOf(rest));
      await writeContents(results, linesOf(entries.map(withoutMachine)));
      rmSync(join(this.#folder, PUBLISHED), { force: true });
      if (rest.length === 0) rmSync(other, { force: true });
      await publish();
      retireRuns(runs, hashesOf([...entries, ...rest]), this.#note);
      for (const { file, writer } of partial) if (writer === 'gone' || file === this.#file) rmSync(file, { force: true });
      removeIfEmpty(join(this.#folder, PARTIAL));
      for (const { file, writer } of partial) {
        if (writer === 'unknown')
          this.#note(
            `${file}: stays, because nothing is known of who writes it; its results are in the report or in ${other}, and ` +
              'it can be removed',
          );
      }
    } finally {
      release();
    }
  }

  #entriesOf(parts: readonly ReadonlyMap<string, Found>[]): Entry[] {
    return [...merged(parts, this.#contents.nodeOf).values()].map(({ entry }) => entry);
  }
}

/** Of those that are settled. */
function hashesOf(entries: readonly Entry[]): Set<string> {
  return new Set(entries.filter(isSettled).map(({ hash }) => hash));
}

function linesOf(entries: readonly Entry[]): string {
  return entries.map((entry) => `${lineOf(entry)}\n`).join('');
}

/** Where another process has put a file there in between, it is not empty. */
function removeIfEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length > 0) return;
  // Nothing is lost with a folder that stays.
  ifPossible(() => rmdirSync(folder));
}

/** Milliseconds. */
const BETWEEN = 100;
const LONGEST = 300_000;

/**
 * The lock of a report: one process at a time writes it; others wait for their turn, which takes as long as drawing the figures.
 *
 * Takes the lock of this file; returns what lets it go.
 *
 * @throws DataError with who holds it where that takes minutes.
 */
async function reportLock(file: string, note: (message: string) => void, signal: AbortSignal): Promise<() => void> {
  let unheld = 0;
  for (let waited = 0; ; waited += BETWEEN) {
    try {
      return lockFile(file, 'a report', new Date().toISOString());
    } catch (error) {
      // Where there is no lock, time and again, it is not that somebody holds it but that none can be made.
      if (!existsSync(`${realPath(file)}.lock`)) unheld++;
      if (!(error instanceof DataError) || waited >= LONGEST || unheld > 5) throw error;
      if (waited === 10 * BETWEEN) note(`waiting for another run: ${error.found}`);
    }
    await setTimeout(BETWEEN, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

/** What need not be measured again: everything in the store, or what an interrupted run left there. */
export type Reuse = 'everything' | 'interrupted run';

/**
 * What a store holds of the cells of a study, given the data at hand: of every cell its entry, undefined where there is none on these
 * data, and a sentence for every dataset of which results are stored that were measured on other data. Cells whose data have no
 * fingerprint, because they are yet to be generated, are taken to be stored on the data they will meet.
 */
export function knownCells(cells: readonly Cell[], fingerprints: Fingerprints, store: Store, reuse: Reuse) {
  const usable = reuse === 'everything' ? store.entries() : store.measured();
  const byHash = new Map(usable.map((entry) => [entry.hash, entry]));
  let bySpec: ReadonlyMap<string, Entry> | undefined;
  const outdated = new Map<string, number>();
  const entries = cells.map((cell) => {
    const isKnown = cell.dataset === undefined || fingerprints.has(cell.dataset);
    const entry = isKnown ? byHash.get(identityOf(cell, fingerprints).hash) : undefined;
    if (entry !== undefined) return entry;
    bySpec ??= new Map(usable.map((each) => [canonical(each.cell), each]));
    const sameSpec = bySpec.get(canonical(cell));
    if (!isKnown) return sameSpec;
    if (sameSpec !== undefined) outdated.set(cell.dataset!, (outdated.get(cell.dataset!) ?? 0) + 1);
    return undefined;
  });
  return {
    entries,
    remarks: [...outdated].map(([dataset, cells]) => measuredOnOtherData(dataset, fingerprints, `${cells} stored results were`)),
  };
}

/** How the results of one report folder stand to those of another one of the same study. */
export interface Agreement {
  /** Cells that both hold, with the same result. */
  readonly equal: number;
  /** Hashes of cells whose results differ. */
  readonly different: readonly string[];
  /** Cells that only the first, or only the second, holds: other seeds, or data that was not there. */
  readonly onlyHere: number;
  readonly onlyThere: number;
}

/** Compares what two report folders hold, cell by cell; `note` is told of damage in them. */
export function agreement(here: string, there: string, note: (message: string) => void): Agreement {
  const [own, others] = [here, there].map((folder) => resultsByHash(folder, note));
  const shared = [...own].filter(([hash]) => others.has(hash));
  const different = shared.filter(([hash, entry]) => canonical(entry.stored) !== canonical(others.get(hash)!.stored));
  return {
    equal: shared.length - different.length,
    different: different.map(([hash]) => hash),
    onlyHere: own.size - shared.length,
    onlyThere: others.size - shared.length,
  };
}

function resultsByHash(folder: string, note: (message: string) => void): Map<string, Entry> {
  const settled = new Store(folder, note).current().filter(isSettled);
  return new Map(settled.map((entry) => [entry.hash, entry]));
}

/** The version of Node a result was measured with, where that is known. */
type NodeOf = (found: Found) => string | undefined;

/**
 * What was found, by hash: one cell has one result, whoever measured it. Of equal ones any will do; what a thread or a bug of ours cut
 * short gives way to a result; two results that differ are a DataError that names both, with the machines that measured them where
 * those are known.
 */
export function byHash(found: readonly Found[], nodeOf: NodeOf): Map<string, Found> {
  const results = new Map<string, Found>();
  for (const each of found) {
    const { hash } = each.entry;
    const other = results.get(hash);
    if (other !== undefined) requireEqual(other, each, nodeOf);
    if (other === undefined || isSettled(each.entry) || !isSettled(other.entry)) results.set(hash, each);
  }
  return results;
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

/**
 * What the files of a report folder hold, as they are now; `runs`: folders of what was submitted to a cluster, what their tasks have
 * measured is among `measured`.
 *
 * Files of runs come first: whoever removes one has written its results into the others before. Whether a writer is gone is asked
 * before its file is read: a file of one that is gone says its last.
 */
export function readContents(folder: string, note: (message: string) => void) {
  const nodes = nodesOf(readDurations(folder, note));
  const nodeOf: NodeOf = ({ entry }) => entry.node ?? nodes(entry.cell);
  const partial = partialFiles(folder);
  const runs = runFolders(folder);
  const files = [...partial.map(({ file }) => file), ...runs.flatMap(resultFiles)];
  const found = files.flatMap((file) => readIfThere(file, note)?.entries ?? []);
  const measured = byHash(found, nodeOf);
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
  const found = parts.flatMap((part) => [...part.values()]);
  return byHash(found, nodeOf);
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
 * Those of a report folder, by name, and whether their writers still run.
 */
function partialFiles(folder: string) {
  return pathsIn(join(folder, PARTIAL))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => ({ file, writer: writerOf(basename(file), statSync(file, { throwIfNoEntry: false })?.mtime) }));
}

function writerOf(name: string, written: Date | undefined): 'gone' | 'alive' | 'unknown' {
  const match = NAME.exec(name);
  if (match === null) return 'unknown';
  const [, pid, host] = match;
  if (!isAlive({ pid: Number(pid), host }, written?.toISOString())) return 'gone';
  return host === thisProcess().host ? 'alive' : 'unknown';
}
