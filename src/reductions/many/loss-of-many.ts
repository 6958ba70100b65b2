/**
 * A loss of many members at once: what the functions of that name say (losses/loss.ts) of the first n predictions, labels and times, in
 * `out`. The lists are filled by who asks, right before; somebody else may fill them afterwards.
 *
 * Law (test/laws/vector/loss-of-many.test.ts, whole registry): bit for bit what the loss says of each.
 */
export interface LossOfMany {
  /** p of each member. */
  readonly predictions: Float64Array;
  /** y of each. */
  readonly labels: Float64Array;
  /** tau of each: what `flows` reads besides. */
  readonly times: Float64Array;
  readonly out: Float64Array;
  /** l(p, y) of n members. */
  values(n: number): void;
  /** dl/dp. */
  slopes(n: number): void;
  /** The displacement of the flow. */
  flows(n: number): void;
}
