/**
 * The numbers of which `isMeant` says so, in their order; it is asked twice about each.
 *
 * A typed array's own `filter` collects what it keeps in a list, and a list of more than some 10^8 numbers ends the whole process;
 * numbers of rows may be more.
 *
 * @example
 * Array.from(selected(Uint32Array.of(3, 1, 2), (n) => n > 1)) // => [3, 2]
 */
export function selected(numbers: Uint32Array, isMeant: (n: number) => boolean): Uint32Array;
export function selected(numbers: Float64Array, isMeant: (n: number) => boolean): Float64Array;
export function selected<N extends Uint32Array | Float64Array>(numbers: N, isMeant: (n: number) => boolean): N {
  let count = 0;
  for (const number of numbers) if (isMeant(number)) count++;
  const kept = new (numbers.constructor as new (length: number) => N)(count);
  let at = 0;
  for (const number of numbers) if (isMeant(number)) kept[at++] = number;
  return kept;
}

/**
 * 0 to n - 1: the rows as they stand.
 *
 * @example
 * Array.from(upTo(3)) // => [0, 1, 2]
 */
export function upTo(n: number): Uint32Array {
  const numbers = new Uint32Array(n);
  for (let i = 0; i < n; i++) numbers[i] = i;
  return numbers;
}
