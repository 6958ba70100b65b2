import type { Judge } from '../judge.ts';

/** Counts the wrong predictions of a run by the true labels, each row with its own importance. */
export type JudgedErrors = ReturnType<typeof judgedErrors>;

/** `labels` as the judge reads them; without importances every row counts 1. */
export function judgedErrors(judge: Pick<Judge, 'isWrong'>, labels: Float64Array, importances?: Float64Array) {
  let [wrong, mass] = [0, 0];
  return {
    /** Judges the prediction for row i. */
    record(i: number, prediction: number): void {
      const h = importances === undefined ? 1 : importances[i];
      if (judge.isWrong(prediction, labels[i])) wrong += h;
      mass += h;
    },
    /** Share of wrong predictions so far; NaN before the first. */
    get error(): number {
      return wrong / mass;
    },
  };
}
