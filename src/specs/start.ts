import type { State } from '../numerics/state.ts';
import { selected } from '../rows/selection/selected.ts';

/** Labels by row, as the loss reads them. */
export type KnownLabels = ReadonlyMap<number, number>;

/** What a run begins with besides its rows: a further pass over a pool, or a pool of which some labels are known. */
export interface Start {
  /** Which pass over the pool, from 0: it decides the coins. */
  readonly pass: number;
  /** Labels that earlier passes bought: they have p = 1, cost nothing, and are not learned again. */
  readonly known: KnownLabels;
  /**
   * Labels that were known before the first question: they are learned before it, with the importances of their rows and in this
   * order, and their rows are never considered.
   */
  readonly outside: KnownLabels;
  /** The learner as the pass before has left it; absent in the first pass. */
  readonly learner?: State;
}

/** Rows of the stream whose labels cost something. */
export function rowsToPace(rows: number, start: Start | undefined): number {
  return start === undefined ? rows : rows - start.known.size - start.outside.size;
}

/** Whether the label of a row costs nothing, for it is known. */
export function isFree(row: number, start: Start | undefined): boolean {
  return start !== undefined && (start.known.has(row) || start.outside.has(row));
}

/** The rows that are considered, of all in their order. */
export function consideredOf(order: Uint32Array, start: Pick<Start, 'outside'> | undefined): Uint32Array {
  return start === undefined || start.outside.size === 0 ? order : selected(order, (row) => !start.outside.has(row));
}
