import { parseCell, type Cell, type GivenCell, type KindName } from './cell.ts';

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
