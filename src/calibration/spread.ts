import { mean } from '../statistics/small-samples.ts';

/** A number over all runs: its mean, its least and its greatest. No interval: about half of the streams to come lie between these. */
export interface Spread {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Mean, smallest and largest of these numbers. */
export function spreadOf(numbers: readonly number[]): Spread {
  return { mean: mean(numbers), low: Math.min(...numbers), high: Math.max(...numbers) };
}
