import { UNKNOWN, type Estimate, meanInterval } from '../../src/statistics/estimate.ts';
import type { MeasurementOf } from '../../src/studies/cells/cell.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

export const SETS = ['pendigits', 'letter', 'mnist10k', 'rcv1_4class'] as const;
export const BUDGETS = ['5%', '10%', '20%'] as const;
/** Each with any value of its knob: the budget sets it. As figures and tables call them. */
export const RULES = {
  random: { name: 'random', rate: 0.1 },
  'soft-margin': { name: 'soft-margin' },
  margin: { name: 'margin' },
  'iwal-cal': { name: 'iwal-cal' },
  'variance-aware': { name: 'variance-aware' },
} as const;
export type Rule = keyof typeof RULES;

const CONFIDENCE = 0.95;

type Measured = MeasurementOf<'active-classes'>;

/** A rule on a set with a budget; 'passive' with every label. */
export interface Line {
  readonly dataset: string;
  readonly rule: Rule | 'passive';
  readonly budget: string;
  readonly setting: Setting<'active-classes'>;
}

export function linesOf({ results }: Findings): Line[] {
  const all = ofKind(results, 'active-classes');
  return [...new Set(all.map(({ cell }) => cell.dataset))].flatMap((dataset) =>
    settingsOf(all.filter(({ cell }) => cell.dataset === dataset)).map((setting) => ({
      dataset,
      rule: setting.run.query.name as Line['rule'],
      budget: String(setting.run.budget ?? '100%'),
      setting,
    })),
  );
}

export function lineOf(lines: readonly Line[], dataset: string, rule: Line['rule'], budget: string): Line | undefined {
  return lines.find((line) => line.dataset === dataset && line.rule === rule && line.budget === budget);
}

/** Mean over seeds with its t interval. */
export function estimateOf(line: Line | undefined, quantity: (measurement: Measured) => number): Estimate {
  if (line === undefined || line.setting.failures.length > 0) return UNKNOWN;
  return meanInterval(line.setting.measurements.map(quantity), CONFIDENCE);
}

/** Mean difference over common seeds, with its paired t interval: equal seeds see one order and toss one set of coins. */
export function differenceOf(
  one: Line | undefined,
  other: Line | undefined,
  quantity: (measurement: Measured) => number,
): Estimate {
  if (one === undefined || other === undefined || one.setting.failures.length + other.setting.failures.length > 0) return UNKNOWN;
  const [own, others] = [one.setting.measurements, other.setting.measurements];
  return meanInterval(
    own.map((measurement, seed) => quantity(measurement) - quantity(others[seed])),
    CONFIDENCE,
  );
}

export function testError({ curve }: Measured): number {
  return curve.at(-1)!.testError!;
}

export function labelsBought({ curve }: Measured): number {
  return curve.at(-1)!.queried;
}

/** Sum of importances over the examples considered. */
export function importance({ curve }: Measured): number {
  const { importanceSum, examples } = curve.at(-1)!;
  return importanceSum / examples;
}
