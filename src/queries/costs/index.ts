import { byName, recipe } from '../../numerics/recipe.ts';
import { coal } from './coal.ts';
import type { CostRule } from './cost-rule.ts';

/** Every cost of every example: what buying is compared with. */
const everyCost = recipe('every-cost', {}, (): CostRule => ({
  probabilities(_situation, out) {
    out.fill(1);
  },
}));

/** Every cost with the same probability, whatever the example: each regressor learns a random part of its costs. */
const randomCosts = recipe(
  'random-costs',
  { rate: { above: 0, to: 1, default: 0.1, asks: 'more', meaning: 'probability of buying any cost' } },
  ({ rate }): CostRule => ({
    probabilities(_situation, out) {
      out.fill(rate);
    },
  }),
);

/** The rules about single costs, by the names that specs use. */
export const costRules = byName(coal, everyCost, randomCosts);
