/** LAW of what is stored of scikit-learn on the sets of the defaults: an error for each set, budget and seed that a protocol promises. */
import { expect, it } from 'vitest';
import { BUDGETS, FEW_SEEDS } from '../../experiments/budget-frontier/settings.ts';
import { CONFIRMATION, DEFAULT_RIVALS, defaultSets, GENERATED } from '../../experiments/support/default-sets.ts';

it.each(defaultSets().map(({ name }) => name))('%s: all labels', (set) => {
  expect(DEFAULT_RIVALS.errors(set, 'all')).toEqual([expect.any(Number)]);
});

it.each([GENERATED, ...CONFIRMATION])('%s: every budget, as many seeds', (set) => {
  for (const budget of BUDGETS)
    for (const how of ['uncertainty', 'random'] as const)
      for (const field of [0, 1])
        expect(DEFAULT_RIVALS.errors(set, how, budget, field), `${how} ${budget}`).toEqual(
          Array(FEW_SEEDS).fill(expect.toSatisfy((error: number) => error >= 0 && error <= 1)),
        );
});
