import { withConstant, type Constant } from '../constant.ts';
import type { Dataset } from '../dataset.ts';

/**
 * The data of a run: the part that it learns from, and the parts that it is judged on.
 */
export interface Split {
  readonly train: Dataset;
  /** Judges settings: a stated rule may choose by it. */
  readonly validation?: Dataset;
  /** Judges the chosen setting: no rule may choose by it. */
  readonly test?: Dataset;
}

/** The parts with the constant feature that a spec wants; the same where it says nothing, or they have it already. */
export function splitWithConstant({ train, validation, test }: Split, { constant }: { readonly constant?: Constant }): Split {
  return {
    train: withConstant(train, constant),
    ...(validation === undefined ? {} : { validation: withConstant(validation, constant) }),
    ...(test === undefined ? {} : { test: withConstant(test, constant) }),
  };
}

/** Features of a learner that meets all parts of a split: later parts may know features the first does not. */
export function columnsOf(split: Split): number {
  return Math.max(...[split.train, split.validation, split.test].map((part) => part?.rows.columns ?? 0));
}
