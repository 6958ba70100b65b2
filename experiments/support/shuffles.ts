import type { Point } from '../../src/figures/model/figure.ts';
import { mean, quantile } from '../../src/statistics/small-samples.ts';

/** Over shuffles: the mean and the 10th to 90th percentile; Infinity where one of them diverged. */
export function average(losses: readonly number[]): Pick<Point, 'y' | 'low' | 'high'> {
  const y = mean(losses);
  return Number.isFinite(y) ? { y, low: quantile(losses, 0.1), high: quantile(losses, 0.9) } : { y: Infinity };
}
