/**
 * The store: append-only JSON lines, one finished cell a line, keyed by the hash of everything that decides its result.
 *
 * A process writes a file of its own and reads all of a folder, so that files of several processes or machines merge by
 * lying side by side, and a run that was killed goes on where it stopped. A last line that was cut short is no cell.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../data/make-folder.ts';

export interface Stored<T> {
  readonly hash: string;
  readonly result: T;
}

export class Store<T> {
  readonly #folder: string;
  readonly #file: string;
  readonly #results = new Map<string, T>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, `${randomUUID()}.jsonl`);
    makeFolder(folder);
    for (const name of readdirSync(folder).sort()) {
      if (name.endsWith('.jsonl')) this.#read(join(folder, name));
    }
  }

  get(hash: string): T | undefined {
    return this.#results.get(hash);
  }

  /** Keeps a result; it is on disk when this returns. */
  put(hash: string, result: T): void {
    appendFileSync(this.#file, `${JSON.stringify({ hash, result } satisfies Stored<T>)}\n`);
    this.#results.set(hash, result);
  }

  /** Forgets everything: the results have found their place in a report. */
  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #read(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const stored = parsed<T>(line);
      if (stored !== undefined) this.#results.set(stored.hash, stored.result);
    }
  }
}

/** A short name for a value: equal values have equal hashes whatever the order of their keys. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16);
}

/** JSON with sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, v]) => `${JSON.stringify(key)}:${canonical(v)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

function parsed<T>(line: string): Stored<T> | undefined {
  try {
    return JSON.parse(line) as Stored<T>;
  } catch {
    return undefined; // the line a killed process was writing
  }
}
