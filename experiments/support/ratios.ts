import { expm1, log } from '../../src/numerics/elementary.ts';
import { meanOver, type Measured } from '../../src/studies/results/claim.ts';
import { OFFSET } from './criteria.ts';
import { printedSign } from '../../src/numerics/display.ts';
import { percent, onScale } from './numbers.ts';

/** The logarithm of a ratio of errors, each 0.2 points up. */
export function logRatio(error: number, other: number): number {
  return log((error + OFFSET) / (other + OFFSET));
}

/** The geometric mean over sets of ratios, less 1, with its interval over sets; each set one number. */
export function meanRatio(perSet: readonly number[], of = 'sets'): Measured {
  return onScale(meanOver(perSet, of), expm1);
}

/** "−12.3%": a ratio less 1. */
export function signed(ratio: number): string {
  return `${printedSign(ratio, '+')}${percent(Math.abs(ratio))}`;
}
