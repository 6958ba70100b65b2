import type { State } from '../numerics/state.ts';

/** Labels by row, as the loss reads them. */
export type KnownLabels = ReadonlyMap<number, number>;

/** What a run begins with besides its rows: a further pass over a pool, or a pool of which some labels are known. */
export interface Start {
  /** Which pass over the pool, from 0: it decides the coins. */
  readonly pass: number;
  /** Labels that earlier passes bought: they have p = 1, cost nothing, and are not learned again. */
  readonly known: KnownLabels;
  /** The learner as the pass before has left it; absent in the first pass. */
  readonly learner?: State;
}

/** Rows of the stream whose labels cost something. */
export function rowsToPace(rows: number, start: Start | undefined): number {
  return rows - (start?.known.size ?? 0);
}
