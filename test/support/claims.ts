/** Claims with one invented number. */
import type { Case } from '../../src/studies/results/claim.ts';

/** A number without error, held against a bound that it is at most. */
export function atMost(value: number, bound: number, what = ''): Case {
  return { what, value, low: value, high: value, basis: 'invented', unit: 'number', criterion: { atMost: bound } };
}
