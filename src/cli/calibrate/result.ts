import type { Budgets, LabelsForecast } from '../../calibration/error-forecast.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { Certifiable } from './certifiable.ts';

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
  readonly certifiable: readonly Certifiable[];
}
