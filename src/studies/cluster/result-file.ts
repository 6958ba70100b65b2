import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DataError } from '../../files/data-error.ts';
import { UNSYNCED } from '../../files/durable.ts';
import { makeFolder } from '../../files/folders.ts';
import { thisProcess } from '../../files/owner.ts';
import { systemWords } from '../../files/contents.ts';
import { lineOf, type Entry } from '../store/entry.ts';
import { runFile } from './run-folder.ts';

/** Milliseconds between two waits for the disk: cells of milliseconds must not wait for it each. */
const BETWEEN = 1000;

/** What a process measures of a task: a file of its own, to which nobody else writes, synced every second and at its end. */
export class ResultFile {
  readonly #file: string;
  #descriptor: number | undefined;
  #synced = 0;

  constructor(run: string, task: number) {
    const { pid, host } = thisProcess();
    this.#file = join(runFile(run, 'results'), `${task}-${pid}-${host}-${randomUUID()}.jsonl`);
  }

  /** Keeps a result. Throws a DataError where the disk takes no more. */
  put(entry: Entry): void {
    try {
      if (this.#descriptor === undefined) {
        makeFolder(join(this.#file, '..'));
        this.#descriptor = openSync(this.#file, 'a');
      }
      const line = Buffer.from(`${lineOf(entry)}\n`);
      for (let at = 0; at < line.length;) at += writeSync(this.#descriptor, line, at);
      if (performance.now() - this.#synced > BETWEEN) this.#sync(this.#descriptor);
    } catch (error) {
      throw this.#trouble(error);
    }
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    try {
      this.#sync(this.#descriptor);
      closeSync(this.#descriptor);
      this.#descriptor = undefined;
    } catch (error) {
      throw this.#trouble(error);
    }
  }

  #sync(descriptor: number): void {
    try {
      fsyncSync(descriptor);
    } catch (error) {
      if (!UNSYNCED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    this.#synced = performance.now();
  }

  #trouble(error: unknown): DataError {
    return new DataError({
      file: this.#file,
      found: `no room for a result (${systemWords(error as NodeJS.ErrnoException)})`,
      legal: 'a disk with room, or a larger quota; all results before it are kept, and the same task goes on after them',
    });
  }
}
