/** `iwal/statistics`: estimates with their intervals, tests and certificates. */
export { effectiveSampleSize, mean, median, quantile, standardError } from '../statistics/small-samples.ts';
export { differences } from '../statistics/differences.ts';
export type { Estimate } from '../statistics/estimate.ts';
export { meanInterval } from '../statistics/mean-interval.ts';
export { bootstrapInterval, type BootstrapOptions } from '../statistics/bootstrap-interval.ts';
export { wilcoxon, type SignedRanks } from '../statistics/wilcoxon.ts';
export { holm } from '../statistics/holm.ts';
export { winTieLoss, type WinTieLoss } from '../statistics/win-tie-loss.ts';
export { kaplanMeier, medianToReach, type Observation, type Survival } from '../statistics/kaplan-meier.ts';
export { aucGain, labelsToReach, type LabelPoint } from '../statistics/label-curves.ts';
export { nonIncreasing } from '../statistics/isotonic.ts';
export { savingFactor, type ActiveEnd, type PassiveErrors } from '../statistics/saving-factor.ts';
export { scoreInterval, type SeenMistakes } from '../statistics/score-interval.ts';
export type { ErrorEstimate, Scope } from '../statistics/error-estimate.ts';
export type { Course } from '../statistics/error-tally.ts';
export { Certificate, smallestCertifiable, type OpenCount } from '../statistics/certificate.ts';
export { bernsteinSequence, bettingSequence } from '../statistics/confidence-sequence.ts';
