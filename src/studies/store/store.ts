import { appendFileSync, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { retireRuns } from '../cluster/retire-runs.ts';
import { DataError } from '../../files/data-error.ts';
import { makeFolder } from '../../files/folders.ts';
import { writeContents } from '../../files/durable.ts';
import { merged, OTHER, PUBLISHED, readContents, REPORTED, type Contents, requireEqual } from './contents.ts';
import { isSettled, lineOf, withoutMachine, type Entry } from './entry.ts';
import { PARTIAL, partialFile } from './partial-files.ts';
import type { Found } from './read-entries.ts';
import { reportLock } from './report-lock.ts';

type Note = (message: string) => void;

/**
 * The store of a study: its report folder.
 *
 *   results.jsonl      the results of the last finished report, in the order of its cells; where it is published, results.jsonl.gz
 *   other.jsonl        results of cells that were no part of that report (more seeds, say)
 *   .partial/*.jsonl   append-only, one file a process: what has been measured since (partial-files.ts)
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
  readonly #contents: Contents;
  readonly #own = new Map<string, Found>();

  /**
   * Reads all files.
   *
   * @throws DataError where one holds no results, or two hold different ones of one cell.
   */
  constructor(folder: string, note: Note) {
    this.#folder = folder;
    this.#file = partialFile(folder);
    this.#note = note;
    this.#contents = readContents(folder, note);
  }

  /** Everything there is, each cell once. */
  entries(): Entry[] {
    const { reported, others, measured } = this.#contents;
    return this.#entriesOf([reported, others, measured, this.#own]);
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
      throw new DataError({
        file: this.#file,
        found: trouble,
        legal: 'a disk with room; all results before it are kept, and the next run goes on after them',
      });
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
      const { reported, others, measured, partial, runs, nodeOf } = readContents(this.#folder, ignore);
      const settled = new Set(entries.filter(isSettled).map(({ hash }) => hash));
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
      retireRuns(runs, new Set([...entries, ...rest].filter(isSettled).map(({ hash }) => hash)), this.#note);
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

/** Hashes of the cells of which a report folder holds a result. */
export function settledIn(folder: string, note: Note): Set<string> {
  return new Set(
    new Store(folder, note)
      .entries()
      .filter(isSettled)
      .map(({ hash }) => hash),
  );
}

function linesOf(entries: readonly Entry[]): string {
  return entries.map((entry) => `${lineOf(entry)}\n`).join('');
}

/** Where another process has put a file there in between, it is not empty. */
function removeIfEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length > 0) return;
  try {
    rmdirSync(folder);
  } catch {
    // Nothing is lost with a folder that stays.
  }
}

function ignore(): void {
  // What there is to say of these files was said when they were first read.
}
