import { mean, standardError } from '../../src/statistics/small-samples.ts';
import type { Measurement } from '../../src/streams/measures/measurement.ts';

/** A mean over runs. */
export interface Mean {
  readonly mean: number;
  readonly standardError: number;
}

/** The bias of a budget in the quantities of `capBias`. */
export interface CapBias {
  readonly mass: Mean;
  readonly refused: Mean;
  readonly implied: Mean;
  readonly estimate: Mean;
  readonly normalized: Mean;
}

/**
 * What a hard budget does to the bought sample, measured over runs that differ in their seed only.
 *
 *   mass        sum of importance / n                        1 on average without a cap, less with one
 *   refused     importance that the budget refused / n       with implied / n it makes up for what mass lacks
 *   estimate    error estimate (over n) - progressive error  0 on average without a cap; refused errors count as none
 *   normalized  the same with the sum of importance for n    judges the time before the cap only, when errors were more
 *
 * Means over runs, with standard errors: a bias of two of them or more is not chance. A cap stops a martingale, so that nothing
 * is biased up to it; what comes after is missing, and the stream's later examples differ from its earlier ones.
 */
export function capBias(runs: readonly Measurement[]): CapBias {
  const over = (quantity: (run: ReturnType<typeof ending>) => number): Mean => {
    const values = runs.map((run) => quantity(ending(run)));
    return { mean: mean(values), standardError: standardError(values) };
  };
  return {
    mass: over(({ n, importanceSum }) => importanceSum / n),
    refused: over(({ n, refusedImportance }) => refusedImportance / n),
    implied: over(({ n, implied }) => implied / n),
    estimate: over(({ errorEstimate, progressiveError }) => errorEstimate - progressiveError),
    normalized: over(
      ({ errorEstimate, n, importanceSum, progressiveError }) => (errorEstimate * n) / importanceSum - progressiveError,
    ),
  };
}

/** The end of a run; n is the importance considered, which is the number of examples where the data give none. */
function ending({ curve, sample }: Measurement) {
  const last = curve.at(-1)!;
  return { ...last, ...sample, n: sample.consideredImportance ?? last.examples };
}
