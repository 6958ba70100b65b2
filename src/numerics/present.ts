/** Fields without undefined: those that may be undefined may be missing. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The fields that have a value, in their order: what options that nobody wrote become where they are handed on.
 *
 * @example
 * present({ bits: undefined, ngrams: 2 }) // => { ngrams: 2 }
 */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

/**
 * The items that are there, in their order: what may be missing stands as false or undefined.
 *
 * @example
 * presentIn(['2 labels', undefined, 1 > 2 && '1 skipped']) // => ['2 labels']
 */
export function presentIn<T>(items: readonly (T | false | undefined)[]): T[] {
  return items.filter((item): item is T => item !== undefined && item !== false);
}
