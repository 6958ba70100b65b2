import { effectiveSampleSize, sumOf } from '../../statistics/small-samples.ts';
import type { ExampleEntry } from '../entry.ts';

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
export function weightsOf({ heaviest }: { readonly heaviest: HeaviestLabels }): Weights {
  const { listed } = heaviest;
  if (listed.length === 0) return { effectiveSampleSize: null, topHundredthShare: null, largest: listed };
  const sorted = heaviest.sorted();
  const top = sorted.subarray(0, Math.ceil(sorted.length / 100));
  return { effectiveSampleSize: effectiveSampleSize(sorted), topHundredthShare: sumOf(top) / sumOf(sorted), largest: listed };
}

/** A label, by its purchase. */
export type HeavyLabel = Pick<ExampleEntry, 'position' | 'row' | 'importance'>;

/** Largest importances that are listed. */
const LISTED = 5;

/** The importances of the labels that were learned, and which were the largest. */
export class HeaviestLabels {
  readonly #importances: number[] = [];
  readonly #listed: HeavyLabel[] = [];

  /** A label was learned. */
  add({ position, row, importance }: HeavyLabel): void {
    this.#importances.push(importance);
    const listed = this.#listed;
    if (listed.length === LISTED && !(listed[LISTED - 1].importance < importance)) return;
    // Of equal ones those that came first.
    const place = listed.findIndex((each) => each.importance < importance);
    listed.splice(place < 0 ? listed.length : place, 0, { position, row, importance });
    if (listed.length > LISTED) listed.pop();
  }

  /** The largest first. */
  get listed(): readonly HeavyLabel[] {
    return this.#listed;
  }

  /** All importances, the largest first. */
  sorted(): Float64Array {
    return Float64Array.from(this.#importances).sort().reverse();
  }
}
