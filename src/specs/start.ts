import type { State } from '../numerics/state.ts';
import { selected } from '../rows/dataset.ts';

/** Labels by row, as the loss reads them. */
export type KnownLabels = ReadonlyMap<number, number>;

/** Rows that are never considered, with their labels; null for an empty row, which has none. */
export type OutsideRows = ReadonlyMap<number, number | null>;

/** What a run begins with besides its rows: a further pass over a pool, or a pool of which some labels are known. */
export interface Start {
  /** Which pass over the pool, from 0: it decides the coins. */
  readonly pass: number;
  /** Labels that earlier passes bought: they have p = 1, cost nothing, and are not learned again. */
  readonly known: KnownLabels;
  /**
   * Labels that were known before the first question, and empty rows. The labels are learned before it, with the importances of their
   * rows and in this order; none of the rows is ever considered.
   */
  readonly outside: OutsideRows;
  /** The learner as the pass before has left it; absent in the first pass. */
  readonly learner?: State;
}

/** The labels that were known before the first question, in the order in which they are learned. */
export function labelsOutside(outside: OutsideRows = new Map()): [row: number, label: number][] {
  return [...outside].filter((each): each is [number, number] => each[1] !== null);
}

/** How many labels were known before the first question, and how many rows are empty; what there is none of is absent. */
export function outsideCounts(rows: OutsideRows = new Map()): { readonly outside?: number; readonly empty?: number } {
  const outside = labelsOutside(rows).length;
  const empty = rows.size - outside;
  return { ...(outside > 0 && { outside }), ...(empty > 0 && { empty }) };
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
