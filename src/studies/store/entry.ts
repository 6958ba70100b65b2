import type { Cell } from '../cells/cell.ts';
import { hashOf } from '../../specs/hash.ts';
import { unpacked, type CellResult, type Stored } from '../cells/outcome.ts';
import { sealed } from './seal.ts';

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
 * An entry of the store: one finished cell with everything that decided its result, as one sealed line of JSON (seal.ts).
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
