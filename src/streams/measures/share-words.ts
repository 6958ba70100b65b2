import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { wilsonOfPool } from '../../statistics/intervals/wilson-interval.ts';
import { count, percent, significant } from '../../numerics/display.ts';

/** The share of a class: no value where no such row was seen. */
export interface ShareOfClass extends Pick<ErrorEstimate, 'value' | 'low' | 'high'> {
  readonly name: string;
  /** The rows that it is a share of. */
  readonly rows: number;
  /** Whether a budget ended before the others. */
  readonly isStopped: boolean;
}

/**
 * The share of a class in a sentence. The interval is said by its ends: it need not have the share in its middle.
 *
 * @example
 * shareSentence({ name: 'spam', value: 0.31, low: 0.27, high: 0.36, rows: 500, isStopped: false }) // => "31.00% of the rows are 'spam'; between 27.00% and 36.00%, with 95% confidence"
 */
export function shareSentence({ name, value, low, high, rows, isStopped }: ShareOfClass): string {
  const of = `of the ${isStopped ? `first ${count(rows)} ` : ''}rows are '${name}'`;
  if (value === null) return `at most ${percent(high!)} ${of}, with 95% confidence`;
  const are = `${percent(value)} ${of}`;
  return low === high ? are : `${are}; between ${percent(low!)} and ${percent(high!)}, with 95% confidence`;
}

/**
 * What as many labels drawn at random would have given, in a sentence: of the share whose interval they would leave widest. None where
 * all rows have labels.
 *
 * @example
 * const spam = { name: 'spam', value: 0.3, low: 0.27, high: 0.36, rows: 4000, isStopped: false };
 * randomSentence([spam], 200) // => ["with as many labels drawn at random, the share of 'spam' would be known give or take about 6.1 points"]
 */
export function randomSentence(shares: readonly ShareOfClass[], labels: number): string[] {
  const halves = shares.flatMap(({ name, value, rows }) => {
    if (value === null || labels === 0) return [];
    const { low, high } = wilsonOfPool(value, Math.min(labels, rows), rows, 0.95);
    return [{ name, half: 50 * (high - low) }];
  });
  const widest = Math.max(0, ...halves.map(({ half }) => half));
  const found = halves.find(({ half }) => half === widest && half > 0);
  if (found === undefined) return [];
  const { name, half } = found;
  return [
    `with as many labels drawn at random, the share of '${name}' would be known give or take about ${significant(half, 2)} points`,
  ];
}
