/**
 * The seeds of a study.
 *
 * @example
 * seedsUpTo(3) // => [1, 2, 3]
 */
export function seedsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, s) => s + 1);
}
