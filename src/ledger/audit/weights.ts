import { effectiveSampleSize } from '../../statistics/small-samples.ts';
import type { Evidence, Learned } from './evidence.ts';

/**
 * How much of the sample a few labels carry: effective sample size, the largest importances, and what share of the sum they have.
 */
export interface Weights {
  /** (sum h)^2 / sum h^2; null without labels. */
  readonly effectiveSampleSize: number | null;
  /** Share of the whole importance that the largest hundredth of the labels has; null without labels. */
  readonly topHundredthShare: number | null;
  /** The largest first. */
  readonly largest: readonly Pick<Learned, 'position' | 'row' | 'importance'>[];
}

/** Largest importances that are listed. */
const LISTED = 5;

export function weightsOf({ learned }: Evidence): Weights {
  const largest: Learned[] = [];
  for (const each of learned) {
    // Of equal ones those that came first.
    const place = largest.findIndex(({ importance }) => importance < each.importance);
    if (place >= 0) largest.splice(place, 0, each);
    else if (largest.length < LISTED) largest.push(each);
    if (largest.length > LISTED) largest.pop();
  }
  const listed = largest.map(({ position, row, importance }) => ({ position, row, importance }));
  if (listed.length === 0) return { effectiveSampleSize: null, topHundredthShare: null, largest: listed };
  const sorted = Float64Array.from(importancesOf(learned)).sort().reverse();
  const top = sorted.subarray(0, Math.ceil(sorted.length / 100));
  return { effectiveSampleSize: effectiveSampleSize(sorted), topHundredthShare: sum(top) / sum(sorted), largest: listed };
}

function* importancesOf(learned: Iterable<Learned>): Generator<number, undefined> {
  for (const { importance } of learned) yield importance;
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, number) => total + number, 0);
}
