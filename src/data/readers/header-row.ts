import { decimal } from '../../numerics/decimals.ts';

/**
 * Whether the first row of a table may be names. Numbers among them are names only where they count upwards in whole numbers, as
 * columns without names are numbered and years are; any others are those of an example, which must not be lost.
 *
 * @example
 * mayBeNames(['0', '1', '2', 'label']) // => true
 * mayBeNames(['39', 'State-gov', '77516', 'Bachelors', '13', '<=50K']) // => false
 */
export function mayBeNames(cells: readonly string[]): boolean {
  const numbers = cells.map(decimal).filter((number) => !Number.isNaN(number));
  return numbers.every((number, k) => Number.isInteger(number) && number >= 0 && (k === 0 || number > numbers[k - 1]));
}
