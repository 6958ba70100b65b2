/**
 * An entry of the store: one finished cell with everything that decided its result, as one line of JSON.
 *
 * A file of entries is read strictly, because a result must never be lost silently. Three things are no faults but traces of
 * a process that was killed while it wrote: a last line that was cut short, and, where files were put one behind the other,
 * the beginning of an entry on a line of its own or before the next entry. Anything else that is no entry is a DataError with
 * the line. Entries of another engine, or whose hash is not that of their cell, are left aside with a note.
 */
import { readFileSync } from 'node:fs';
import { DataError } from '../data/data-error.ts';
import type { Cell } from './cell.ts';
import { hashOf } from './hash.ts';
import type { Stored } from './outcome.ts';

/** Part of every cell's identity: raised whenever the same spec would measure something else. */
export const ENGINE_VERSION = 3;

export interface Entry {
  /** Of engine, data and cell. */
  readonly hash: string;
  readonly engine: number;
  /** Fingerprint of the dataset; null for a cell without one. */
  readonly data: string | null;
  readonly cell: Cell;
  /** Time of the run, where it was kept; no part of the result. */
  readonly seconds?: number;
  readonly stored: Stored;
}

type Identity = Pick<Entry, 'hash' | 'engine' | 'data' | 'cell'>;

/** Everything that decides a cell's result: its spec, the fingerprint of its data, the engine. */
export function identityOf(cell: Cell, fingerprints: ReadonlyMap<string, string>): Identity {
  const data = cell.dataset === undefined ? null : (fingerprints.get(cell.dataset) ?? null);
  return { hash: hashOf({ engine: ENGINE_VERSION, data, cell }), engine: ENGINE_VERSION, data, cell };
}

/** One line, without its end. */
export function lineOf({ hash, engine, data, cell, seconds, stored }: Entry): string {
  return JSON.stringify({ hash, engine, data, cell, ...(seconds === undefined ? {} : { seconds }), ...stored });
}

export function readEntries(file: string, note: (message: string) => void): Entry[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rest = lines.pop();
  const entries = lines.flatMap((line, at) => entryOf(line, { file, line: at + 1 }, note) ?? []);
  const last = rest === undefined || rest === '' ? undefined : parsedLine(rest);
  if (last !== undefined) entries.push(last);
  return usable(entries, file, note);
}

interface Place {
  readonly file: string;
  readonly line: number;
}

const BEGINNING = '{"hash":"';

function entryOf(line: string, place: Place, note: (message: string) => void): Entry | undefined {
  const entry = parsedLine(line);
  if (entry !== undefined) return entry;
  if (!BEGINNING.startsWith(line.slice(0, BEGINNING.length))) {
    throw new DataError({ ...place, found: `'${line.slice(0, 30)}'`, legal: 'one result a line; mend or remove the line' });
  }
  note(`${place.file}:${place.line}: half a result, left by a run that was killed; its cell will be run again`);
  return parsedLine(line.slice(Math.max(0, line.lastIndexOf(BEGINNING))));
}

function parsedLine(line: string): Entry | undefined {
  try {
    const { hash, engine, data, cell, seconds, ...stored } = JSON.parse(line) as Omit<Entry, 'stored'>;
    if (typeof hash !== 'string' || typeof cell !== 'object') return undefined;
    return { hash, engine, data, cell, ...(seconds === undefined ? {} : { seconds }), stored: stored };
  } catch {
    return undefined;
  }
}

function usable(entries: readonly Entry[], file: string, note: (message: string) => void): Entry[] {
  const current = entries.filter(({ engine }) => engine === ENGINE_VERSION);
  const sound = current.filter(({ hash, engine, data, cell }) => hash === hashOf({ engine, data, cell }));
  const [foreign, altered] = [entries.length - current.length, current.length - sound.length];
  if (foreign > 0) note(`${file}: ${foreign} results of another engine version than ${ENGINE_VERSION} are left aside`);
  if (altered > 0) note(`${file}: ${altered} results whose hash is not that of their cell are left aside`);
  return sound;
}
