import { percent } from '../../numerics/display.ts';
import { SMALL_CLASS, type ByClass } from './class-measures.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';

/**
 * What stands beside an error wherever one is shown: where the smaller class has less than 20% of the rows, always saying the larger one
 * would have a small error too. One line, or none.
 *
 * @example
 * const small = { smallerClass: 0.1, balancedError: 0.5, fScore: 0.2 };
 * smallClassText(small, String) // => ['the smaller class has 10.00% of the rows: balanced error 0.5, F-score 0.2']
 * smallClassText({ ...small, smallerClass: 0.4 }, String) // => []
 */
export function smallClassText<Share>(
  { smallerClass, balancedError, fScore }: ByClass<Share>,
  words: (share: Share) => string,
): string[] {
  if (!(smallerClass < SMALL_CLASS)) return [];
  return [
    `the smaller class has ${percent(smallerClass)} of the rows: balanced error ${words(balancedError)}, F-score ` +
      words(fScore),
  ];
}

/** A share that is known, in words. */
export function shareText(share: number | null): string {
  return share === null ? 'unknown' : percent(share);
}

/** An estimated share with its 95% interval: "12.3% (10.1% to 15.2%)", "10.1% to 25.2%", "at most 3.4%", "unknown". */
export function estimateText({ kind, value, low, high }: ErrorEstimate): string {
  switch (kind) {
    case 'counted':
      return percent(value!);
    case 'point':
      return `${percent(value!)} (${percent(low!)} to ${percent(high!)})`;
    case 'range':
      return `${percent(low!)} to ${percent(high!)}`;
    case 'at most':
      return `at most ${percent(high!)}`;
    case 'nothing':
      return 'unknown';
  }
}
