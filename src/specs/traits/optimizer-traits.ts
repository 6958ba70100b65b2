import type { Parameters } from '../../numerics/recipe.ts';
import type { OptimizerRecipe, OptimizerTraits } from '../../optimizers/optimizer.ts';
import { lookUp, resolve, withStep } from '../choices.ts';
import type { LearnerSpec } from '../learner-spec.ts';
import { parts } from '../parts/registry.ts';

/** The traits of the optimizer that `buildLearner` makes of a spec. */
export function optimizerTraits({ optimizer }: Pick<LearnerSpec, 'optimizer'>): OptimizerTraits {
  const choice = withStep(optimizer);
  const { name, ...given } = choice;
  const entry: unknown = lookUp('optimizer', parts.optimizers, name);
  if (declaresTraits(entry)) return entry.traits(given);
  // One of one's own that is no such recipe: as the optimizer has them.
  const {
    linear,
    adaptive,
    followsLeader = false,
    suitsAnyUnits = false,
    coordinates,
  } = resolve('optimizer', parts.optimizers, choice)(1);
  return { name, linear, adaptive, followsLeader, suitsAnyUnits, averagable: coordinates !== undefined };
}

function declaresTraits(entry: unknown): entry is OptimizerRecipe<Parameters> {
  return typeof entry === 'function' && 'traits' in entry;
}
