import { UNKNOWN, type Estimate, meanInterval } from '../../src/statistics/estimate.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { MeasurementOf } from '../../src/studies/cells/cell.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

export const SETS = ['pendigits', 'letter', 'mnist10k', 'rcv1_4class'] as const;
/** Step sizes of the regressors. */
export const RATES = [0.03, 0.1, 0.3];
export const MELLOWNESS = [0.001, 0.003, 0.01, 0.03];
/** Examples of which every cost is bought first: as in the source, and so many that every class is likely to be among them. */
export const FIRST = [1, 100] as const;
export const RANDOM = [0.03, 0.1, 0.3, 0.6];

export const CONFIDENCE = 0.95;

type Costs = MeasurementOf<'costs'>;

/** A rule on a set at the step size with the lowest validation error. */
export interface Chosen {
  readonly dataset: string;
  readonly method: string;
  /** Its knob: mellowness or rate; 1 where every cost is bought. */
  readonly knob: number;
  readonly rows: number;
  readonly setting: Setting<'costs'>;
}

export function chosenOf({ results, splits }: Findings): Chosen[] {
  const groups = groupBy(ofKind(results, 'costs'), ({ cell: { dataset, run } }) => `${dataset} ${JSON.stringify(run.rule)}`);
  return [...groups.values()].flatMap((group) => {
    const { dataset, run } = group[0].cell;
    const setting = bestOf(settingsOf(group), (each) => meanOf(each, validationError));
    const rows = splits.get(dataset)?.train.rows.length;
    return setting === undefined || rows === undefined
      ? []
      : [{ dataset, method: methodOf(run.rule), knob: knobOf(run.rule), rows, setting }];
  });
}

/** "COAL", "COAL, 100 examples first", "random", "every cost" */
export function methodOf(rule: Setting<'costs'>['run']['rule']): string {
  if (rule.name === 'random-costs') return 'random';
  if (rule.name === 'every-cost') return 'every cost';
  return rule.first === 1 ? 'COAL' : `COAL, ${rule.first} examples first`;
}

function knobOf(rule: Setting<'costs'>['run']['rule']): number {
  return rule.name === 'coal' ? rule.mellowness! : rule.name === 'random-costs' ? rule.rate! : 1;
}

/** Mean over seeds; Infinity where a run failed: it has lost. */
export function meanOf(setting: Setting<'costs'>, quantity: (measurement: Costs) => number): number {
  return setting.failures.length > 0 ? Infinity : mean(setting.measurements.map(quantity));
}

/** Mean over seeds with its t interval; unknown where a run failed or none was made. */
export function estimateOf(setting: Setting<'costs'> | undefined, quantity: (measurement: Costs) => number): Estimate {
  if (setting === undefined || setting.failures.length > 0) return UNKNOWN;
  return meanInterval(setting.measurements.map(quantity), CONFIDENCE);
}

/** Mean difference of two settings over their common seeds, with its paired t interval. */
export function differenceOf(
  one: Setting<'costs'> | undefined,
  other: Setting<'costs'> | undefined,
  quantity: (measurement: Costs) => number,
): Estimate {
  if (one === undefined || other === undefined || one.failures.length + other.failures.length > 0) return UNKNOWN;
  const differences = one.measurements.map((measurement, seed) => quantity(measurement) - quantity(other.measurements[seed]));
  return meanInterval(differences, CONFIDENCE);
}

export function testError({ test }: Costs): number {
  return test!.error;
}

export function validationError({ validation }: Costs): number {
  return validation!.error;
}

/** Share of all costs of the stream that were bought. */
export function shareOf(rows: number): (measurement: Costs) => number {
  return ({ curve, classes }) => curve.at(-1)!.bought / (rows * classes);
}

/** The mean share that was bought. */
export function boughtBy({ setting, rows }: Chosen): number {
  return meanOf(setting, shareOf(rows));
}
