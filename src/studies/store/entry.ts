import { createHash } from 'node:crypto';
import { hashOf } from '../../specs/hash.ts';
import { type Cell, type CellResult, type Stored, unpacked } from '../cells/cell.ts';

/** Part of every cell's identity: raised whenever the same spec would measure something else. */
export const ENGINE_VERSION = 3;

/** Where a task of a cluster ran a cell; no part of the result. */
export interface Ran {
  readonly machine: string;
  /** Of the scheduler. */
  readonly job?: string;
  /** Most memory that its process had held by then. */
  readonly megabytes: number;
}

/**
 * An entry of the store: one finished cell with everything that decided its result, as one sealed line of JSON.
 */
export interface Entry {
  /** Of engine, data and cell. */
  readonly hash: string;
  readonly engine: number;
  /** Fingerprint of the dataset; null for a cell without one. */
  readonly data: string | null;
  readonly cell: Cell;
  /** Time of the run, where it was kept; no part of the result. */
  readonly seconds?: number;
  /** Version of Node that ran it, where it was kept; no part of the result. */
  readonly node?: string;
  /** Where it ran, where it was kept; no part of the result. */
  readonly ran?: Ran;
  readonly stored: Stored;
}

type Identity = Pick<Entry, 'hash' | 'engine' | 'data' | 'cell'>;

/** Everything that decides a cell's result: its spec, the fingerprint of its data, the engine. */
export function identityOf(cell: Cell, fingerprints: ReadonlyMap<string, string>): Identity {
  const data = cell.dataset === undefined ? null : (fingerprints.get(cell.dataset) ?? null);
  return { hash: hashOf({ engine: ENGINE_VERSION, data, cell }), engine: ENGINE_VERSION, data, cell };
}

/** One line, without its end. */
export function lineOf({ hash, engine, data, cell, seconds, node, ran, stored }: Entry): string {
  // What is undefined is not written.
  return sealed(JSON.stringify({ hash, engine, data, cell, seconds, node, ran, ...stored }));
}

/** Machines differ from run to run, results do not. */
export function withoutMachine({ hash, engine, data, cell, stored }: Entry): Entry {
  return { hash, engine, data, cell, stored };
}

/** Whether a run would bring nothing new: all that the spec itself decides. What was not its doing is tried again. */
export function isSettled({ stored }: Entry): boolean {
  return stored.reason !== 'broken' && stored.reason !== 'crashed';
}

/** As a report reads it. */
export function resultOf({ hash, cell, stored }: Entry): CellResult {
  return { hash, cell, outcome: unpacked(stored) } as CellResult;
}

const FIELD = ',"digest":"';
const SEAL = /,"digest":"([0-9a-f]{16})"\}$/;

/** The same object with its digest; `json` is the text of an object with at least one field. */
export function sealed(json: string): string {
  return `${json.slice(0, -1)}${FIELD}${digestOf(json)}"}`;
}

/**
 * A line without its seal, and what that seal says of it. The seal of a stored line is a digest of its content, as the last field of the line's object.
 *
 *   {…,"digest":"<first 16 digits of the SHA-256 of the line without this field>"}
 *
 * It is taken of the text, so that no byte of a line can change without notice: not a digit, not the name of a column. It tells
 * damage and careless hands; against somebody who computes it anew nothing but measuring again helps (iwal study cell --rerun).
 */
export function unsealed(line: string): { readonly json: string; readonly seal: 'intact' | 'broken' | 'none' } {
  const found = SEAL.exec(line);
  if (found === null) return { json: line, seal: 'none' };
  const json = `${line.slice(0, found.index)}}`;
  return { json, seal: digestOf(json) === found[1] ? 'intact' : 'broken' };
}

/**
 * Whether some line of a text has a digest: no text within JSON reads like the field, because quotes within texts are escaped.
 */
export function hasSeals(text: string): boolean {
  return text.includes(FIELD);
}

function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}
