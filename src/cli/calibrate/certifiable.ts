import { minimumProbability } from '../../specs/build.ts';
import type { Pool } from '../../specs/pacing.ts';
import type { RunSpec } from '../../specs/run.ts';
import { Certificate } from '../../statistics/certificates/certificate.ts';

/** The smallest errors that the labels of a budget can certify; above 1: none. */
export interface Certifiable {
  readonly budget: number;
  /** Bought by the rule of the spec, and drawn at random. */
  readonly rule: number;
  readonly random: number;
}

/** With which certificates are asked for unless it is said. */
const CONFIDENCE = 0.95;

/**
 * What each budget can certify at all, as a share of the pool's rows: what may be hidden where no mistake is seen
 * (statistics/certificates/certificate.ts), about 3.8 / (explore * budget) with 95% confidence. Rows count with their importances.
 *
 * `spec` is paced.
 */
export function certifiableOf(spec: RunSpec, pool: Pool, budgets: readonly number[]): Certifiable[] {
  const { rows, importances } = pool;
  const mass = importances?.reduce((sum, i) => sum + i, 0) ?? rows.length;
  /** `probabilityOf`: the smallest one of a row of importance i. */
  const smallest = (minimum: number, probabilityOf: (i: number) => number): number => {
    const certificate = new Certificate(minimum);
    for (const i of importances ?? []) certificate.consider(probabilityOf(i), i);
    return certificate.coinBound(1 - CONFIDENCE) / mass;
  };
  return budgets.map((budget) => {
    const minimum = minimumProbability({ ...spec, budget }, pool)!;
    const even = budget / rows.length;
    return {
      budget,
      rule: smallest(minimum, (i) => (spec.floor === undefined ? Math.min(1, minimum * i) : minimum)),
      random: smallest(even, () => even),
    };
  });
}
