/** `iwal/statistics`: estimates with their intervals, tests and certificates. */
export { effectiveSampleSize, mean, median, quantile, standardError } from '../statistics/small-samples.ts';
export { differences, holm } from '../statistics/paired-difference.ts';
export { cohensKappa, krippendorffsAlpha, type Agreement } from '../statistics/agreement.ts';
export { meanInterval, type Estimate } from '../statistics/estimate.ts';
export { nonIncreasing } from '../statistics/isotonic.ts';
export { scoreInterval, type SeenMistakes } from '../statistics/intervals/score-interval.ts';
export type { ErrorEstimate, Scope } from '../statistics/error-estimate.ts';
export type { ClassEstimates } from '../statistics/class-estimates.ts';
export { Certificate, smallestCertifiable, type OpenCount } from '../statistics/certificates/certificate.ts';
export { areaUnderCurve } from '../statistics/curves/auc.ts';
export { ndcg } from '../statistics/curves/discounted-gain.ts';
