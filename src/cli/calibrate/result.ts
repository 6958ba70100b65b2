import type { Budgets, LabelsForecast } from '../../calibration/error-forecast.ts';
import { type RunSpec, consideredMass, type Pool } from '../../specs/run.ts';
import { minimumOfUnits } from '../../specs/build.ts';
import { smallestCertifiable } from '../../statistics/certificates/certificate.ts';

/** What `--json` prints. Labels are of the whole pool, errors shares in [0, 1]. */
export interface CalibrationResult extends Budgets {
  readonly pool: { readonly name: string; readonly rows: number; readonly features: number };
  readonly pilot: {
    readonly rows: number;
    /** Its rows of the positive class, or of several those of each. */
    readonly positive?: number;
    readonly classes?: Readonly<Record<string, number>>;
    /** Share of the rows that are not of the largest class. */
    readonly smallerClass: number;
  };
  /** The budget that was asked for, in labels. */
  readonly asked: number | null;
  /** Labels that the error takes that was asked for, bought by the rule and as they come. */
  readonly goal?: { readonly error: number; readonly rule: LabelsForecast; readonly passive: LabelsForecast };
  readonly runs: number;
  readonly spec: RunSpec;
  /** One a budget of the frontier. */
  readonly certifiable: ReturnType<typeof certifiableOf>;
}

/** With which certificates are asked for unless it is said. */
const CONFIDENCE = 0.95;

/**
 * What each budget can certify at all, as a share of the pool's rows: what may be hidden where no mistake is seen
 * (statistics/certificates/certificate.ts), about 3.8 / (explore * budget) with 95% confidence. Rows count with their importances.
 *
 * `spec` is paced. `rule`: of labels bought by its rule, `random`: drawn at random; 1: none.
 */
export function certifiableOf(spec: RunSpec, pool: Pool, budgets: readonly number[]) {
  const mass = consideredMass(pool);
  const certifiable = (own: Partial<RunSpec>): number => {
    const minimum = minimumOfUnits({ ...spec, ...own }, pool)!;
    return Math.min(1, smallestCertifiable(minimum, 1 - CONFIDENCE) / mass);
  };
  return budgets.map((budget) => ({
    budget,
    rule: certifiable({ budget }),
    random: certifiable({ floor: Math.min(1, budget / pool.rows.length) }),
  }));
}
