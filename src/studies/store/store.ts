import { appendFileSync, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DataError } from '../../files/data-error.ts';
import { writeContents } from '../../files/durable.ts';
import { makeFolder, realPath } from '../../files/folders.ts';
import { lockFile } from '../../files/lock.ts';
import { canonical } from '../../specs/hash.ts';
import type { Cell } from '../cells/cell.ts';
import { retireRuns } from '../cluster/run-folder.ts';
import { type Fingerprints, measuredOnOtherData } from '../data/data-source.ts';
import {
  type Contents,
  merged,
  OTHER,
  PARTIAL,
  partialFile,
  PUBLISHED,
  readContents,
  REPORTED,
  requireEqual,
} from './contents.ts';
import { type Entry, identityOf, isSettled, lineOf, withoutMachine } from './entry.ts';
import type { Found } from './read-entries.ts';

type Note = (message: string) => void;

/**
 * The store of a study: its report folder.
 *
 *   results.jsonl      the results of the last finished report, in the order of its cells; where it is published, results.jsonl.gz
 *   other.jsonl        results of cells that were no part of that report (more seeds, say)
 *   .partial/*.jsonl   append-only, one file a process: what has been measured since (contents.ts)
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
      const { reported, others, measured, partial, runs, nodeOf } = readContents(this.#folder, ignore);
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
  try {
    rmdirSync(folder);
  } catch {
    // Nothing is lost with a folder that stays.
  }
}

function ignore(): void {
  // What there is to say of these files was said when they were first read.
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
 * What a store holds of the cells of a study, given the data at hand: what need not be measured again, and what no longer counts.
 */
interface KnownCells {
  /** Of every cell its entry, undefined where there is none on these data. */
  readonly entries: readonly (Entry | undefined)[];
  /** A sentence for every dataset of which results are stored that were measured on other data. */
  readonly remarks: readonly string[];
}

/**
 * Cells whose data have no fingerprint, because they are yet to be generated, are taken to be stored on the data they will meet.
 */
export function knownCells(cells: readonly Cell[], fingerprints: Fingerprints, store: Store, reuse: Reuse): KnownCells {
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
