import { DivergenceError } from '../../../learners/learner.ts';
import type { Split } from '../../../rows/selection/split.ts';
import type { CostsSpec } from '../../../specs/kinds/costs.ts';
import { simulateCosts, type CostsMeasurement } from '../../../studies/cells/simulate-costs.ts';

/** A run that bought single costs, and the plainest one beside it. */
export interface WatchedCosts {
  readonly measurement: CostsMeasurement;
  readonly seconds: number;
  /**
   * Test error where every cost of an example is bought until they are as many as here; null without a test part, and where that
   * diverges.
   */
  readonly passiveError: number | null;
  /** Importance by true class and predicted class: on the test part, of the predictions on the way where there is none. */
  readonly confusion: readonly (readonly number[])[];
}

/** Simulates one run that buys costs, and measures on its way. */
export function watchCosts(spec: CostsSpec, split: Split): WatchedCosts {
  const start = performance.now();
  const { measurement, progressive, tested } = simulateCosts(spec, split);
  const seconds = (performance.now() - start) / 1000;
  const { bought } = measurement.curve.at(-1)!;
  return {
    measurement,
    seconds,
    passiveError: split.test === undefined ? null : everyCostErrorAfter(bought, spec, split),
    confusion: (tested ?? progressive).confusion,
  };
}

/** The same regressors on the same stream, with every cost. */
export function everyCost({ rule: _rule, budget: _budget, ...spec }: CostsSpec): CostsSpec {
  return { ...spec, rule: { name: 'every-cost' } };
}

function everyCostErrorAfter(costs: number, spec: CostsSpec, split: Split): number | null {
  try {
    return simulateCosts({ ...everyCost(spec), budget: costs, perDecade: 1 }, split).measurement.test!.error;
  } catch (error) {
    if (error instanceof DivergenceError) return null;
    throw error;
  }
}
