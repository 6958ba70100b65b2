import { effectiveSampleSize } from '../../statistics/small-samples.ts';
import type { Evidence } from './evidence.ts';
import type { HeavyLabel } from './heaviest-labels.ts';

/**
 * How much of the sample a few labels carry: effective sample size, the largest importances, and what share of the sum they have.
 */
export interface Weights {
  /** (sum h)^2 / sum h^2; null without labels. */
  readonly effectiveSampleSize: number | null;
  /** Share of the whole importance that the largest hundredth of the labels has; null without labels. */
  readonly topHundredthShare: number | null;
  /** The largest first. */
  readonly largest: readonly HeavyLabel[];
}

/** The heaviest importances of a ledger. */
export function weightsOf({ heaviest }: Evidence): Weights {
  const { listed } = heaviest;
  if (listed.length === 0) return { effectiveSampleSize: null, topHundredthShare: null, largest: listed };
  const sorted = heaviest.sorted();
  const top = sorted.subarray(0, Math.ceil(sorted.length / 100));
  return { effectiveSampleSize: effectiveSampleSize(sorted), topHundredthShare: sum(top) / sum(sorted), largest: listed };
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, number) => total + number, 0);
}
