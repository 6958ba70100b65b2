import { effectiveSampleSize } from '../../statistics/small-samples.ts';
import { massOf, type Evidence, type Learned } from './evidence.ts';

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
  const sorted = learned.toSorted((a, b) => b.importance - a.importance);
  const largest = sorted.slice(0, LISTED).map(({ position, row, importance }) => ({ position, row, importance }));
  if (sorted.length === 0) return { effectiveSampleSize: null, topHundredthShare: null, largest };
  const top = sorted.slice(0, Math.ceil(sorted.length / 100));
  return {
    effectiveSampleSize: effectiveSampleSize(sorted.map(({ importance }) => importance)),
    topHundredthShare: massOf(top) / massOf(sorted),
    largest,
  };
}
