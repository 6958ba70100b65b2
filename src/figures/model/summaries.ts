import { median, quantile } from '../../statistics/small-samples.ts';
import { criticalT } from '../../statistics/student-t.ts';
import type { Point } from './figure.ts';

/** What a figure says about one quantity measured with many seeds: its middle, and bounds around it. */
export interface Summary {
  /** For the label of an axis or a caption: it must say what the bounds are. */
  readonly label: string;
  /** Of at least one value. A single one has no bounds. */
  of(values: readonly number[]): Pick<Point, 'y' | 'low' | 'high'>;
}

/** The median and the quantiles between which four of five seeds fall. A diverged run counts as infinitely bad. */
export const medianAndMiddle80: Summary = {
  label: 'median and middle 80 % of seeds',
  of: (values) => {
    const losses = values.map((value) => (Number.isNaN(value) ? Infinity : value));
    const y = ranked(median(losses));
    return values.length === 1 ? { y } : { y, low: ranked(quantile(losses, 0.1)), high: ranked(quantile(losses, 0.9)) };
  },
};

/** The mean, m ± t s / sqrt(n) at confidence 95 % (Student's t, n - 1 degrees of freedom). A diverged run makes it infinite. */
export const meanAndConfidence: Summary = {
  label: 'mean ± 95 % CI',
  of: (values) => {
    const n = values.length;
    const y = values.reduce((sum, value) => sum + value, 0) / n;
    if (!Number.isFinite(y)) return { y: Infinity };
    if (n === 1) return { y };
    const variance = values.reduce((sum, value) => sum + (value - y) ** 2, 0) / (n - 1);
    const half = criticalT(0.95, n - 1) * Math.sqrt(variance / n);
    return { y, low: y - half, high: y + half };
  },
};

/** Between two infinite order statistics lies infinity, not the NaN of interpolating them. */
function ranked(value: number): number {
  return Number.isNaN(value) ? Infinity : value;
}
