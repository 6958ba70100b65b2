import { randomStream } from '../../src/numerics/random.ts';
import { log, exp } from '../../src/numerics/elementary.ts';
import { median, quantile } from '../../src/statistics/small-samples.ts';
import type { Point } from '../../src/figures/model/figure.ts';

/** One run: the share of the labels that it bought, and the error of what it learned. */
export interface Bought {
  readonly share: number;
  readonly error: number;
  readonly cell: string;
}

/** Runs of one method, by seed. */
export type Runs = readonly (readonly Bought[])[];

/** Runs count as having bought about as many labels within this factor. */
const NEAR = 1.5;
/** A curve is drawn where at least this many runs lie near, for each five seeds. */
const LEAST_RUNS = 3;

/**
 * The local median: the median error of the runs that bought between share / 1.5 and 1.5 share of the labels; NaN where there is none.
 *
 * No run is chosen by what it reached: at every share those count that came to buy about so many.
 *
 * @example
 * const runs = [[0.1, 0.3], [0.12, 0.2], [0.5, 0.1]].map(([share, error]) => ({ share, error, cell: '' }));
 * localMedian(runs, 0.11) // => 0.25
 */
export function localMedian(runs: readonly Bought[], share: number): number {
  return median(near(runs, share).map(({ error }) => error));
}

export function near(runs: readonly Bought[], share: number): Bought[] {
  return runs.filter((run) => run.share > share / NEAR && run.share < share * NEAR);
}

/** Shares evenly spaced on the scale of logarithms, both ends among them. */
export function sharesFrom(least: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => exp(log(least) * (1 - k / (count - 1))));
}

/** Samples drawn for a band: its ends are quantiles of 2.5 and 97.5%. */
const RESAMPLES = 400;

/**
 * The curve of a method: the local median at each share where enough runs lie, and the band that resampled seeds leave, all runs of a
 * seed together. Of one seed there is no band. Errors become accuracies. No line crosses shares that too few runs bought: the stretch with
 * the most labels is the curve.
 */
export function curveOf(runs: Runs, shares: readonly number[], name: string): Point[] {
  const all = runs.flat();
  const random = randomStream(1, `query-curves ${name}`);
  const drawn = Array.from({ length: runs.length > 1 ? RESAMPLES : 0 }, () => runs.map(() => random.below(runs.length)));
  const enough = Math.max(2, Math.ceil((LEAST_RUNS * runs.length) / 5));
  const points = shares.map((x): Point | undefined => {
    const here = near(all, x);
    if (here.length < enough) return undefined;
    const y = 1 - median(here.map(({ error }) => error));
    const errors = runs.map((ofSeed) => near(ofSeed, x).map(({ error }) => error));
    const resampled = drawn.map((seeds) => 1 - median(([] as number[]).concat(...seeds.map((seed) => errors[seed]))));
    const others = resampled.filter((each) => !Number.isNaN(each));
    const note = `${here.length} runs that bought about so many labels`;
    const cells = here.slice(0, 40).map(({ cell }) => cell);
    return { x, y, note, cells, ...(others.length > 0 && { low: quantile(others, 0.025), high: quantile(others, 0.975) }) };
  });
  const end = points.findLastIndex((point) => point !== undefined) + 1;
  return points.slice(1 + points.slice(0, end).lastIndexOf(undefined), end).map((point) => point!);
}
