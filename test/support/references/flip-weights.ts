import type { losses as registry } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';

/**
 * The importance weights, times q, that bring a prediction to the threshold when the opposite label is learned: closed forms
 * worked out by hand, a row for each loss, a column for each update rule.
 *
 * m is the size of the margin |p|, or max(p, 1 - p) for predictions in [0, 1].
 */

export interface FlipWeights {
  readonly loss: string;
  readonly threshold: number;
  readonly margins: readonly number[];
  /** The settings with margin m: both classes. */
  readonly cases: (m: number) => readonly { readonly loss: Loss; readonly p: number; readonly y: number }[];
  /** Infinity where no weight flips. */
  readonly weights: Readonly<Record<string, (m: number) => number>>;
}

const margins = [0.01, 0.1, 0.5, 0.9, 1.1, 2, 5, 12];
/** Half of them beyond 3/4 and 5/6, where the quadratic-implicit step of logarithmic and Hellinger loss no longer flips. */
const shares = [0.51, 0.6, 0.7, 0.74, 0.8, 0.85, 0.95, 0.999];

const signCases = (loss: Loss) => (m: number) => [
  { loss, p: m, y: -1 },
  { loss, p: -m, y: 1 },
];
const unitCases = (loss: Loss) => (m: number) => [
  { loss, p: m, y: 0 },
  { loss, p: 1 - m, y: 1 },
];
const atLeastZero = (weight: number): number => (weight >= 0 ? weight : Infinity);
const logisticAt = (m: number): number => 1 / (1 + Math.exp(-m));
const same = (weight: (m: number) => number): FlipWeights['weights'] => ({
  invariant: weight,
  naive: weight,
  implicit: weight,
  quadratic: weight,
});

/** Squared loss with any label and threshold: p = 3, y = -0.5, threshold = m in between. */
const squaredAt = (squared: Loss, target: number): FlipWeights => ({
  loss: `squared, from 3 with label -0.5`,
  threshold: target,
  margins: [3],
  cases: (p) => [{ loss: squared, p, y: -0.5 }],
  weights: {
    invariant: (p) => Math.log((p + 0.5) / (target + 0.5)),
    naive: (p) => (p - target) / (p + 0.5),
    implicit: (p) => (p - target) / (target + 0.5),
    quadratic: (p) => (p - target) / (target + 0.5),
  },
});

/** The table, for a registry of losses. */
export const flipWeights = (losses: typeof registry): readonly FlipWeights[] => [
  {
    loss: 'squared',
    threshold: 0,
    margins,
    cases: signCases(losses.squared),
    weights: { invariant: (m) => Math.log(1 + m), naive: (m) => m / (1 + m), implicit: (m) => m, quadratic: (m) => m },
  },
  {
    loss: 'squared',
    threshold: 0.5,
    margins: shares,
    cases: unitCases(losses.squared),
    weights: {
      invariant: (M) => Math.log(2 * M),
      naive: (M) => (M - 0.5) / M,
      implicit: (M) => 2 * M - 1,
      quadratic: (M) => 2 * M - 1,
    },
  },
  ...[-0.4, 0, 1.7, 2.9].map((target) => squaredAt(losses.squared, target)),
  {
    loss: 'logistic',
    threshold: 0,
    margins,
    cases: signCases(losses.logistic),
    weights: {
      invariant: (m) => 1 + m - Math.exp(-m),
      naive: (m) => m * (1 + Math.exp(-m)),
      implicit: (m) => 2 * m,
      quadratic: (m) => m / (logisticAt(m) * (1 - m * (1 - logisticAt(m)))),
    },
  },
  {
    loss: 'exponential',
    threshold: 0,
    margins,
    cases: signCases(losses.exponential),
    weights: {
      invariant: (m) => 1 - Math.exp(-m),
      naive: (m) => m * Math.exp(-m),
      implicit: (m) => m,
      quadratic: (m) => atLeastZero((m * Math.exp(-m)) / (1 - m)),
    },
  },
  { loss: 'hinge', threshold: 0, margins, cases: signCases(losses.hinge), weights: same((m) => m) },
  ...[0.1, 0.5, 0.8].flatMap((tau): FlipWeights[] => [
    {
      loss: `quantile ${tau}, p > 0`,
      threshold: 0,
      margins,
      cases: (m) => signCases(losses.quantile({ level: tau }))(m).filter(({ p }) => p > 0),
      weights: same((m) => m / (1 - tau)),
    },
    {
      loss: `quantile ${tau}, p < 0`,
      threshold: 0,
      margins,
      cases: (m) => signCases(losses.quantile({ level: tau }))(m).filter(({ p }) => p < 0),
      weights: same((m) => m / tau),
    },
  ]),
  {
    loss: 'logarithmic',
    threshold: 0.5,
    margins: shares,
    cases: unitCases(losses.logarithmic),
    weights: {
      invariant: (M) => (0.25 - (1 - M) ** 2) / 2,
      naive: (M) => (1 - M) * (M - 0.5),
      implicit: (M) => (M - 0.5) / 2,
      quadratic: (M) => atLeastZero(((M - 0.5) * (1 - M) ** 2) / (2 * (1 - M) - 0.5)),
    },
  },
  {
    loss: 'hellinger',
    threshold: 0.5,
    margins: shares,
    cases: unitCases(losses.hellinger),
    weights: {
      invariant: (M) => (2 / 3) * (0.5 ** 1.5 - (1 - M) ** 1.5),
      naive: (M) => (M - 0.5) * Math.sqrt(1 - M),
      implicit: (M) => (M - 0.5) / Math.SQRT2,
      quadratic: (M) => atLeastZero(((M - 0.5) * (1 - M) ** 1.5) / (1.5 * (1 - M) - 0.25)),
    },
  },
];

/** A case of the row where the rule's timeTo is not the tabulated weight, or undefined. */
export function wrongFlipWeight(update: UpdateRule, row: FlipWeights, m: number): string | undefined {
  const wanted = row.weights[update.name](m);
  for (const { loss, p, y } of row.cases(m)) {
    const found = update.timeTo(loss, p, row.threshold, y);
    const agrees = wanted === Infinity ? found === Infinity : Math.abs(found - wanted) <= 1e-12 * wanted;
    if (!agrees) return `weight ${found} instead of ${wanted} at p = ${p}, y = ${y}`;
  }
  return undefined;
}
