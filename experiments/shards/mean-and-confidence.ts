import type { Summary } from '../../src/figures/model/curves.ts';
import { criticalT } from '../../src/statistics/estimate.ts';

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
