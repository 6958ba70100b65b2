import { isUnbiasedOnFloor, type RuleRecipe, type RuleTraits, type Reads, type RuleReading } from '../../queries/query.ts';
import { hasPace } from '../../queries/pacer.ts';
import type { Parameters } from '../../numerics/recipe.ts';
import { declaresTraits, lookUp } from '../choices.ts';
import { parts, withNumbers } from '../parts/registry.ts';
import type { RunSpec } from '../run.ts';

/** The traits of the rule that `buildQuery` makes of a spec: paced, in rounds, on its floor, after its warm-up. */
export function ruleTraits({ query, pace, floor, rounds }: Pick<RunSpec, 'query' | 'pace' | 'floor' | 'rounds'>): RuleTraits {
  const traits = declaredTraits(query.name);
  if (pace === undefined && floor === undefined) return traits;
  return {
    ...traits,
    unbiased: isUnbiasedOnFloor(traits),
    ...(pace !== undefined && rounds === undefined && { endsWithBudget: true }),
  };
}

/** Whether the budget of a spec with this rule could set its knob. */
export function isPaceable({ query }: Pick<RunSpec, 'query'>): boolean {
  return hasPace(declaredTraits(query.name));
}

/** As the recipe declares them; of a rule of one's own that is no such recipe, as the rule has them. */
function declaredTraits(name: string): RuleTraits & { readonly knob?: unknown } {
  const entry: unknown = lookUp('query rule', parts.queries, name);
  if (!declaresTraits(entry)) return withNumbers(entry) as RuleReading<Reads>;
  const { traits, parameters } = entry as RuleRecipe<Reads, Parameters>;
  return { ...traits, knob: Object.values(parameters).find(({ asks }) => asks === 'more') };
}
