import { LinearLearner } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import { randomStream, type RandomStream } from '../../src/numerics/random.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import { queries } from '../../src/queries/index.ts';
import type { QueryRule } from '../../src/queries/query.ts';
import { resolve } from '../../src/specs/choices.ts';
import { updates } from '../../src/updates/index.ts';

/** Every query rule of the registry, built for a learner, with knobs that ask about a part of a small stream. */

export type RuleName = keyof typeof queries;

/** A missing name is a compile error. */
export const knobs: Readonly<Record<RuleName, Readonly<Record<string, number>>>> = {
  passive: {},
  random: { rate: 0.2 },
  margin: { width: 0.5 },
  'soft-margin': { width: 2 },
  mistake: { factor: 0.5 },
  'shrinking-margin': { scale: 5 },
  'selective-sampling': { b: 0.3 },
  slides: { mellowness: 1e-3 },
  'iwal-cal': { mellowness: 1e-3 },
  'iwal-cal-without-log': { mellowness: 2e-3 },
  'variance-aware': { mellowness: 5e-4 },
  bootstrap: { members: 4, first: 20, pMin: 0.2 },
  committee: { members: 5, first: 20, pMin: 0.2 },
  'oracular-cal': { mellowness: 0.02 },
  'active-cover': { mellowness: 0.02, members: 4 },
};

export const ruleNames = Object.keys(queries) as RuleName[];

/** The rule of this name; its own learners come from `newLearner`. */
export function buildRule(
  name: RuleName,
  newLearner: () => LinearLearner,
  {
    given = knobs[name],
    random = randomStream(1, 'rule'),
  }: { given?: Readonly<Record<string, number>>; random?: RandomStream } = {},
): QueryRule {
  return resolve('query rule', queries, { name, ...given }, { newLearner, random });
}

/** The plain learner of most laws. */
export function logisticLearner(columns: number): LinearLearner {
  return new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 0.5 })(columns));
}
