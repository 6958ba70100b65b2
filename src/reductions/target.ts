import type { Dataset } from '../rows/dataset.ts';

/** What is known of the classes of one example. Classes count from 0 here. */
export interface Target {
  /** Cost of each class where it is listed. */
  readonly costs: Float64Array;
  /** 1 where the cost of the class is known. */
  readonly listed: Uint8Array;
  /** The cheapest class that is listed, the first of several. */
  readonly cheapest: number;
}

/**
 * The targets of a dataset, one instance that is refilled for every example: its costs where it has some, else 0 for the class that
 * its label names, 1 … K, and 1 for every other.
 */
export class Targets {
  readonly #data: Pick<Dataset, 'labels' | 'costs'>;
  readonly #target: { costs: Float64Array; listed: Uint8Array; cheapest: number };

  constructor(data: Pick<Dataset, 'labels' | 'costs'>, classes: number) {
    this.#data = data;
    this.#target = { costs: new Float64Array(classes), listed: new Uint8Array(classes).fill(1), cheapest: 0 };
  }

  /** That of example i; the next call fills it anew. */
  of(i: number): Target {
    const target = this.#target;
    const { labels, costs: table } = this.#data;
    if (table === undefined) {
      target.costs.fill(1);
      target.cheapest = labels[i] - 1;
      target.costs[target.cheapest] = 0;
      return target;
    }
    target.listed.fill(0);
    const { offsets, classes, costs } = table;
    target.cheapest = classes[offsets[i]] - 1;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const at = classes[k] - 1;
      target.listed[at] = 1;
      target.costs[at] = costs[k];
      const best = target.costs[target.cheapest];
      if (costs[k] < best || (costs[k] === best && at < target.cheapest)) target.cheapest = at;
    }
    return target;
  }
}
