import { DEFAULT_EXPLORE, DEFAULT_FINAL, DEFAULT_REFIT, DEFAULTS, PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import type { GridOf } from '../../src/studies/cells/cell.ts';

/** A learner and a rule, but for the budget and the seed. */
export type Variation = Partial<GridOf<'active'>>;

/** The learner of the command line and its rule: every label learned once, along the way. */
export const ONLINE_DEFAULT: Variation = {
  loss: { name: DEFAULTS.loss },
  update: DEFAULTS.update,
  optimizer: { name: DEFAULTS.optimizer },
  ...PACED_DEFAULTS,
  query: { name: DEFAULTS.query },
};

/** What the command line does when nobody says anything, but for the order: refits, and a model chosen at the end. */
export const COMMAND_LINE: Variation = {
  ...ONLINE_DEFAULT,
  refit: DEFAULT_REFIT,
  final: DEFAULT_FINAL,
  explore: DEFAULT_EXPLORE,
};

/** One paced run; its checkpoints are few, for only its end is compared. */
export function pacedRun(variation: Variation, budget: Percentage, seed: number, order: RunSpec['order'] = 'given'): RunSpec {
  return parseRunSpec({ ...variation, budget, coins: 'pool', order, perDecade: 1, seed });
}
