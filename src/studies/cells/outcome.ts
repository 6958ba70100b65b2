import { rounded } from '../../numerics/display.ts';
import type { Cell, KindName, MeasurementOf } from './cell.ts';

/** Why there is no measurement; the other cells go on. */
export interface Failed {
  readonly failure: string;
  /**
   * diverged: learning left the numbers · refused: the spec does not go with its data · broken: a bug · crashed: the thread
   * ended.
   */
  readonly reason: 'diverged' | 'refused' | 'broken' | 'crashed';
  /** Number of the example at which it diverged, from 1. */
  readonly example?: number;
}

/** What became of a cell, in memory and as it is stored. */
export type Outcome<M = MeasurementOf<KindName>> = { readonly measurement: M } | Failed;

/** A cell with what became of it. */
export type CellResult<K extends KindName = KindName> = {
  [N in K]: { readonly hash: string; readonly cell: Cell<N>; readonly outcome: Outcome<MeasurementOf<N>> };
}[K];

/** A measurement as it is stored: a curve by columns, which takes a third of the space of a list of checkpoints. */
export type Stored = Readonly<Record<string, unknown>>;

/** Numbers are rounded to 7 significant digits, far below any band. */
export function packed(outcome: Outcome): Stored {
  if ('failure' in outcome) return { ...outcome };
  const { curve, ...rest } = outcome.measurement as { readonly curve?: readonly object[] };
  return { ...(curve && { curve: shortened(curveColumns(curve)) }), ...(shortened(rest) as object) };
}

/** The inverse of `packed`. */
export function unpacked(stored: Stored): Outcome {
  if ('failure' in stored) return stored as unknown as Failed;
  const { curve, ...rest } = stored;
  return {
    measurement: {
      ...(curve === undefined ? {} : { curve: rowsOf(curve as Columns) }),
      ...rest,
    } as unknown as MeasurementOf<KindName>,
  };
}

type Columns = Readonly<Record<string, readonly unknown[]>>;

/** From checkpoints of equal keys. */
function curveColumns(curve: readonly object[]): Columns {
  return Object.fromEntries(Object.keys(curve[0] ?? {}).map((key) => [key, curve.map((at) => at[key as keyof typeof at])]));
}

function rowsOf(columns: Columns): object[] {
  const keys = Object.keys(columns);
  return (columns[keys[0]] ?? []).map((_, c) => Object.fromEntries(keys.map((key) => [key, columns[key][c]])));
}

function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : rounded(value, 7);
  if (Array.isArray(value)) return value.map(shortened);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
  return value;
}
