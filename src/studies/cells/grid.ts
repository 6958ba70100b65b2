import { parseCell, type Cell, type GivenCell, type KindName } from './cell.ts';

/** A value, or several to try. */
export type Axis<T> = AxisValue<T> | readonly AxisValue<T>[];
/** A value in which any field may be a list to try, but for an oracle's, which is a chain. */
export type AxisValue<T> = T extends object ? { readonly [P in keyof T]: P extends 'oracle' | 'name' ? T[P] : Axis<T[P]> } : T;

/**
 * Grids of cells: a cell in which any value may be a list of values stands for all combinations, the last one varying fastest.
 *
 * Only an oracle's list is no axis: it is a chain, one oracle on top of the other.
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
      const values = key === 'oracle' ? [value as unknown] : combinations(value);
      return partial.flatMap((each) => values.map((one) => ({ ...each, [key]: one })));
    },
    [{}],
  );
}
