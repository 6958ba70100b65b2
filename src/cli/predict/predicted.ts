import type { PredictedRow } from './forms.ts';

/** The predictions of a file, and how good they are where its labels are known. */
export interface Predicted {
  readonly rows: readonly PredictedRow[];
  /** Mean loss and error, in words, where every row has a label that the model's loss takes. */
  readonly quality: string | undefined;
  /** Several classes that have a probability each; absent: there are none. */
  readonly classes?: readonly string[];
}
