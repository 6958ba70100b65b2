import { count } from '../numerics/display.ts';
import type { Standing } from './question.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/**
 * "second pass"; "pass 12".
 *
 * @example
 * passName(1) // => 'second pass'
 */
export function passName(pass: number): string {
  return pass < ORDINALS.length ? `${ORDINALS[pass]} pass` : `pass ${pass + 1}`;
}

/** What a further pass means, in plain words; nothing in the first. */
export function passRemarks({ pass, known = 0 }: Pick<Standing, 'pass' | 'known'>): string[] {
  if (pass === undefined) return [];
  return [
    `${passName(pass)} over the pool: the ${count(known)} labels there are cost nothing and are not asked for again; numbers below are about this pass alone, in which predictions of those rows come after their labels were learned`,
  ];
}

/** How more labels can be bought where a budget has ended. */
export const TOP_UP = 'another --budget buys more, in a further pass over the pool';
