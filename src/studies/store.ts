/**
 * The store of a study: its report folder.
 *
 *   results.jsonl      the results of the last finished report, in the order of its cells
 *   other.jsonl        results of cells that were no part of that report (more seeds, say)
 *   .partial/*.jsonl   append-only, one file a process: what has been measured since
 *
 * A process writes a file of its own and reads all, so that files of several processes or machines merge by lying side by
 * side, and a run that was killed goes on where it stopped.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataError } from '../data/data-error.ts';
import { makeFolder } from '../data/make-folder.ts';
import { writeTrouble } from '../data/write-trouble.ts';
import { lineOf, readEntries, type Entry } from './entry.ts';

const REPORTED = 'results.jsonl';
const OTHER = 'other.jsonl';
const PARTIAL = '.partial';

export class Store {
  readonly #folder: string;
  readonly #file: string;
  /** Files of finished and interrupted runs that were read. */
  readonly #read: readonly string[];
  readonly #reported = new Map<string, Entry>();
  readonly #others = new Map<string, Entry>();
  readonly #measured = new Map<string, Entry>();

  constructor(folder: string, note: (message: string) => void) {
    this.#folder = folder;
    this.#file = join(folder, PARTIAL, `${randomUUID()}.jsonl`);
    for (const file of filesIn(folder, REPORTED)) keep(this.#reported, readEntries(file, note));
    for (const file of filesIn(folder, OTHER)) keep(this.#others, readEntries(file, note));
    this.#read = partialFiles(folder);
    for (const file of this.#read) keep(this.#measured, readEntries(file, note));
  }

  /** Everything there is, each cell once. */
  entries(): Entry[] {
    return [...new Map([...this.#reported, ...this.#others, ...this.#measured]).values()];
  }

  /** What the last report holds, and what was measured since: without cells that this report was not about. */
  current(): Entry[] {
    return [...new Map([...this.#reported, ...this.#measured]).values()];
  }

  /** Measured since the last report. */
  measured(): Entry[] {
    return [...this.#measured.values()];
  }

  /** Keeps a result: a process that is killed after this returns does not lose it. */
  put(entry: Entry): void {
    makeFolder(join(this.#folder, PARTIAL));
    try {
      appendFileSync(this.#file, `${lineOf(entry)}\n`);
    } catch (error) {
      const found = `no room for a result (${(error as Error).message})`;
      throw new DataError({ file: this.#file, found, legal: 'a disk with room; all results before it are kept, and the next run goes on after them' });
    }
    this.#measured.set(entry.hash, entry);
  }

  /** The report now holds these results: others are kept beside it, and the files of the run go. */
  settle(reported: ReadonlySet<string>): void {
    const others = this.entries().filter(({ hash }) => !reported.has(hash));
    const file = join(this.#folder, OTHER);
    if (others.length > 0) {
      try {
        writeFileSync(`${file}.new`, others.map((entry) => `${lineOf(entry)}\n`).join(''));
        renameSync(`${file}.new`, file);
      } catch (error) {
        rmSync(`${file}.new`, { force: true });
        throw writeTrouble(file, error);
      }
    } else rmSync(file, { force: true });
    for (const each of [...this.#read, this.#file]) rmSync(each, { force: true });
    const partial = join(this.#folder, PARTIAL);
    if (existsSync(partial) && readdirSync(partial).length === 0) rmdirSync(partial);
  }
}

/** The files with results of a report folder. */
export function resultFiles(folder: string): string[] {
  return [...filesIn(folder, REPORTED, OTHER), ...partialFiles(folder)];
}

function filesIn(folder: string, ...names: readonly string[]): string[] {
  return names.map((name) => join(folder, name)).filter((file) => existsSync(file));
}

function partialFiles(folder: string): string[] {
  const partial = join(folder, PARTIAL);
  if (!existsSync(partial)) return [];
  return readdirSync(partial)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(partial, name));
}

function keep(into: Map<string, Entry>, entries: readonly Entry[]): void {
  for (const entry of entries) into.set(entry.hash, entry);
}
