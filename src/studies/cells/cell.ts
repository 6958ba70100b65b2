import { z } from 'zod';
import { rounded } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import { type Split, columnsOf } from '../../rows/dataset.ts';
import { requireStepSize } from '../../specs/build-learner.ts';
import { atPlace, lookUp, SpecError } from '../../specs/choices.ts';
import { parsed } from '../../specs/learner-spec.ts';
import { partsUsedBy, requireRecordedParts } from '../../specs/parts/recorded.ts';
import { kinds, type Kinds } from './kinds/index.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { DivergenceError } from '../../learners/margin-learner.ts';
import type { Kind } from './kinds/kind.ts';
import { inParts, membersFor } from './shared-pass.ts';
import { thrownInParts } from '../../specs/parts/loaded.ts';
import { ProbabilityError } from '../../streams/decision.ts';
import { ImportanceError } from '../../updates/rules.ts';

/** The name of a kind of run. */
export type KindName = keyof Kinds;

/** The spec of a run of this kind, every default filled in. */
export type SpecOf<K extends KindName> = ReturnType<Kinds[K]['parse']>;
/** What is measured of a run of this kind. */
export type MeasurementOf<K extends KindName> = ReturnType<Kinds[K]['run']>;
/** The spec of a run of this kind as a study writes it, defaults left out. */
export type GivenOf<K extends KindName> = NonNullable<Kinds[K]['given']>;

/** The name of a dataset of the study, for the kinds that learn from one. */
export type OnData<K extends KindName> = Kinds[K] extends { admit: unknown }
  ? { readonly dataset: string }
  : { readonly dataset?: never };

/**
 * One run of a study with every default filled in: its kind, its dataset, its spec. Types follow from the registry of kinds: a
 * field of another kind, a missing parameter or dataset is a compile error.
 */
export type Cell<K extends KindName = KindName> = { [N in K]: { readonly kind: N; readonly run: SpecOf<N> } & OnData<N> }[K];

/** A run as a study writes it, defaults left out. */
export type GivenCell<K extends KindName = KindName> = {
  [N in K]: { readonly kind: N; readonly run: GivenOf<N> } & OnData<N>;
}[K];

const schema = z.strictObject({ kind: z.string(), dataset: z.string().optional(), run: z.record(z.string(), z.unknown()) });

/**
 * Checks a run that a study asks for, and fills in every default.
 *
 * @throws SpecError with what is legal.
 */
export function cell<K extends KindName>(given: GivenCell<K>): Cell<K> {
  return parseCell(given) as Cell<K>;
}

/** The same for a run from a file. */
export function parseCell(cell: unknown): Cell {
  const { kind, dataset, run } = parsed(schema, cell, 'a cell');
  const entry = lookUp('kind', kinds, kind);
  const needsData = 'admit' in entry;
  if (needsData && dataset === undefined) throw new SpecError(`a cell of kind '${kind}' needs a dataset`);
  if (!needsData && dataset !== undefined) throw new SpecError(`a cell of kind '${kind}' takes no dataset, found '${dataset}'`);
  const { parts: recorded, ...given } = run;
  requireRecordedParts({ ...given, kind, parts: recorded });
  const spec = entry.parse(given);
  return { kind, ...present({ dataset }), run: { ...spec, ...partsUsedBy({ ...spec, kind }) } } as Cell;
}

/** Throws SpecError for a cell of earlier versions whose results can be read, and which no longer runs. */
export function requireRunnable({ run }: Cell): void {
  if ('optimizer' in run) requireStepSize(run);
}

/** Throws SpecError where a cell cannot learn the labels of its data. */
export function requireFitting({ kind, dataset, run }: Cell, data: Split): void {
  const entry = kinds[kind];
  if (!('admit' in entry)) return;
  atPlace(`dataset '${dataset}', kind '${kind}'`, () => entry.admit(run as never, data));
}

/** The same of cells, those whose data are not among these aside. */
export function requireFittingCells(cells: readonly Cell[], splits: ReadonlyMap<string, Split>): void {
  for (const cell of cells) {
    const split = splits.get(cell.dataset ?? '');
    if (split !== undefined) requireFitting(cell, split);
  }
}

/** Fields that are lists: several are one value, not several values. */
const LISTS = new Set(['oracle', 'budgets']);

/** A value, or several to try. */
export type Axis<T> = AxisValue<T> | readonly AxisValue<T>[];
/** A value in which any field may be a list to try, but for those that are lists themselves. */
export type AxisValue<T> = T extends object
  ? { readonly [P in keyof T]: P extends 'oracle' | 'budgets' | 'name' ? T[P] : Axis<T[P]> }
  : T;

/**
 * Grids of cells: a cell in which any value may be a list of values stands for all combinations, the last one varying fastest.
 *
 * Two lists are no axes: a chain of oracles, one on top of the other, and the budgets of a forecast.
 */
export type GivenGrid<K extends KindName = KindName> = {
  [N in K]: { readonly [P in keyof GivenCell<N>]: P extends 'kind' ? N : Axis<GivenCell<N>[P]> };
}[K];

/** The specs of one kind with lists in them. */
export type GridOf<K extends KindName> = AxisValue<GivenCell<K>['run']>;

/**
 * The cells of a grid, the last axis varying fastest.
 *
 * @throws SpecError where one of them is not legal.
 */
export function grid<K extends KindName>(axes: GivenGrid<K>): Cell<K>[] {
  return combinations(axes).map((each) => parseCell(each) as Cell<K>);
}

/**
 * Every choice of one value from each list, at any depth.
 *
 * @example
 * const found = combinations({ a: [1, 2], b: { c: ['x', 'y'] } });
 * found.map(({ a, b }) => `${a}${b.c}`) // => ['1x', '1y', '2x', '2y']
 */
export function combinations(axes: unknown): unknown[] {
  if (Array.isArray(axes)) return axes.flatMap(combinations);
  if (axes === null || typeof axes !== 'object') return [axes];
  return Object.entries(axes).reduce<object[]>(
    (partial, [key, value]) => {
      const values = LISTS.has(key) ? [value as unknown] : combinations(value);
      return partial.flatMap((each) => values.map((one) => ({ ...each, [key]: one })));
    },
    [{}],
  );
}

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
  const measurement = { ...(curve !== undefined && { curve: rowsOf(curve as Columns) }), ...rest };
  return { measurement: measurement as unknown as MeasurementOf<KindName> };
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

/** What a run cannot be made of, however often it is tried. */
const REFUSALS = [SpecError, ImportanceError, ProbabilityError];

/** Runs one cell and turns what goes wrong in it into a recorded outcome. */
export function runCell({ kind, dataset, run }: Cell, splits: ReadonlyMap<string, Split>): Outcome {
  return attempted(() => {
    const entry = kinds[kind];
    if (!('admit' in entry)) return { measurement: entry.run(run as never) };
    const split = splits.get(dataset!);
    if (split === undefined) throw new Error(`no dataset '${dataset}' was given to this run`);
    return { measurement: entry.run(run as never, split) };
  });
}

/** What became of a cell, and the seconds that it took. */
export interface Ended {
  readonly outcome: Outcome;
  readonly seconds: number;
}

/** Runs one cell by this clock, in seconds. */
export function timedCell(cell: Cell, splits: ReadonlyMap<string, Split>, clock: () => number): Ended {
  const start = clock();
  const outcome = runCell(cell, splits);
  return { outcome, seconds: clock() - start };
}

/**
 * Runs cells that can share a pass over their rows (cells/kinds/kind.ts), each with the outcome that `runCell` has for it, bit for
 * bit. A cell in which something goes wrong is run again, alone, which tells what. Each takes an equal share of the seconds of the
 * pass, besides those of a run alone.
 */
export function timedCells(cells: readonly Cell[], splits: ReadonlyMap<string, Split>, clock: () => number): Ended[] {
  const start = clock();
  const measurements = measuredTogether(cells, splits);
  const share = (clock() - start) / cells.length;
  return cells.map((cell, n) => {
    const measurement = measurements[n];
    if (measurement !== undefined) return { outcome: { measurement }, seconds: share };
    const { outcome, seconds } = timedCell(cell, splits, clock);
    return { outcome, seconds: share + seconds };
  });
}

/** Of no cell where one of them breaks the pass. */
function measuredTogether(
  cells: readonly Cell[],
  splits: ReadonlyMap<string, Split>,
): readonly (MeasurementOf<KindName> | undefined)[] {
  const [{ kind, dataset }] = cells;
  const { shared } = kinds[kind] as Partial<Kind<unknown, unknown, MeasurementOf<KindName>>>;
  const split = splits.get(dataset!);
  if (shared === undefined || split === undefined) return [];
  const specs = cells.map(({ run }) => run);
  const measured = ifPossible(() => inParts(specs, membersFor(columnsOf(split))).flatMap((part) => shared.run(part, split)));
  return measured ?? [];
}

/** The result of the work, or what went wrong in it. */
export function attempted<T>(work: () => T): T | Failed {
  try {
    return work();
  } catch (error) {
    if (error instanceof DivergenceError) return { failure: error.message, reason: 'diverged', example: error.example };
    if (REFUSALS.some((kind) => error instanceof kind)) return { failure: (error as Error).message, reason: 'refused' };
    return { failure: thrownInParts(error) ?? String(error), reason: 'broken' };
  }
}
