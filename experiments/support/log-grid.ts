import { rounded } from '../../src/numerics/display.ts';
import { pow } from '../../src/numerics/pow.ts';

/**
 * Numbers from one power of ten to another in equal steps on the scale of logarithms, ends included, to four digits.
 *
 * @example
 * logGrid(-1, 1, 2) // => [0.1, 0.3162, 1, 3.162, 10]
 */
export function logGrid(fromPower: number, toPower: number, perDecade: number): number[] {
  const steps = Math.round((toPower - fromPower) * perDecade);
  return Array.from({ length: steps + 1 }, (_, k) => rounded(pow(10, fromPower + k / perDecade), 4));
}
