/**
 * UNCHANGED: names, legal ranges, defaults and grids of all parameters of the registries. Specs that leave a parameter out mean its
 * default, and one of 'auto' its grid.
 */
import { expect, it } from 'vitest';
import { legalRange, type Parameters } from '../../../src/numerics/recipe.ts';
import { costRules } from '../../../src/queries/costs/index.ts';
import { parts } from '../../../src/specs/parts/registry.ts';

it.each([
  [{}, 'a number'],
  [{ from: 1 }, 'a number >= 1'],
  [{ above: 1, whole: true }, 'a whole number > 1'],
  [{ to: 1 }, 'a number <= 1'],
  [{ below: 1 }, 'a number < 1'],
  [{ from: 0, to: 1 }, 'a number in [0, 1]'],
  [{ above: 0, below: 1 }, 'a number in (0, 1)'],
] as const)('%o is %s', (range, words) => {
  expect(legalRange({ meaning: 'any', ...range })).toBe(words);
});

it('is what stored specs were written with', () => {
  const found = Object.entries({ ...parts, costRules }).flatMap(([kind, registry]) =>
    Object.entries(registry).flatMap(([name, part]) =>
      Object.entries((part as { readonly parameters?: Parameters }).parameters ?? {}).map(([parameter, p]) => {
        const { default: value = 'none', grid = [] } = p;
        return `${kind} ${name} ${parameter} ${legalRange(p)}, ${value}${grid.length === 0 ? '' : `, auto ${grid.join(' ')}`}`;
      }),
    ),
  );
  expect(found).toMatchInlineSnapshot(`
    [
      "losses quantile level a number in (0, 1), none",
      "losses smoothed-hinge gamma a number > 0, 1",
      "losses huber delta a number > 0, 1",
      "losses expectile q a number in (0, 1), none",
      "optimizers gradient-descent eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "optimizers gradient-descent power a number in [0, 1], 0",
      "optimizers gradient-descent t0 a number > 0, 1",
      "optimizers gradient-descent decay a number in (0, 1], 1",
      "optimizers averaged eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "optimizers averaged power a number in [0, 1], 0",
      "optimizers averaged t0 a number > 0, 1",
      "optimizers averaged decay a number in (0, 1], 1",
      "optimizers averaged start a number >= 0, 0",
      "optimizers ada-grad eta0 a number > 0, none, auto 0.3 0.03 0.1 1 3",
      "optimizers ada-grad decay a number in (0, 1], 1",
      "optimizers ada-grad power a number in (0, 1], 0.5",
      "optimizers ada-grad initial a number >= 0, 0",
      "optimizers normalized eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "optimizers normalized power a number in [0, 1], 0",
      "optimizers normalized t0 a number > 0, 1",
      "optimizers normalized decay a number in (0, 1], 1",
      "optimizers normalized initial a number >= 0, 0",
      "optimizers normalized-adaptive eta0 a number > 0, 2, auto 2 0.25 0.5 1 4 8",
      "optimizers normalized-adaptive decay a number in (0, 1], 1",
      "optimizers normalized-adaptive power a number in (0, 1], 0.5",
      "optimizers normalized-adaptive initial a number >= 0, 0",
      "optimizers ftrl-proximal alpha a number > 0, none",
      "optimizers ftrl-proximal beta a number >= 0, 1",
      "optimizers ftrl-proximal l1 a number >= 0, 0",
      "optimizers ftrl-proximal l2 a number >= 0, 0",
      "optimizers rda gamma a number > 0, none",
      "optimizers rda l1 a number >= 0, 0",
      "optimizers rda l2 a number >= 0, 0",
      "optimizers fobos eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "optimizers fobos power a number in [0, 1], 0",
      "optimizers fobos t0 a number > 0, 1",
      "optimizers fobos decay a number in (0, 1], 1",
      "optimizers fobos l1 a number >= 0, 0",
      "optimizers fobos l2 a number >= 0, 0",
      "optimizers truncated-gradient eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "optimizers truncated-gradient power a number in [0, 1], 0",
      "optimizers truncated-gradient t0 a number > 0, 1",
      "optimizers truncated-gradient decay a number in (0, 1], 1",
      "optimizers truncated-gradient gravity a number >= 0, 0",
      "optimizers truncated-gradient every a whole number >= 1, 1",
      "optimizers truncated-gradient ceiling a number > 0, 1",
      "optimizers implicit-ftrl eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "optimizers implicit-ftrl-adaptive eta0 a number > 0, none, auto 1 0.01 0.1 10 100",
      "queries random rate a number in (0, 1], 0.1",
      "queries margin width a number > 0, 1",
      "queries soft-margin width a number > 0, 1",
      "queries shrinking-margin scale a number > 0, 100",
      "queries selective-sampling b a number > 0, 0.1",
      "queries slides mellowness a number > 0, 0.000001",
      "queries iwal-cal mellowness a number > 0, 0.0001",
      "queries iwal-cal c1 a number >= 1, 1",
      "queries iwal-cal c2 a number >= 1, 1",
      "queries iwal-cal-without-log mellowness a number > 0, 0.0001",
      "queries iwal-cal-without-log c1 a number >= 1, 1",
      "queries iwal-cal-without-log c2 a number >= 1, 1",
      "queries variance-aware mellowness a number > 0, 0.0001",
      "queries bootstrap members a whole number in [2, 1000], 10",
      "queries bootstrap first a whole number in [1, 1000000], 100",
      "queries bootstrap pMin a number in (0, 1], 0.1",
      "queries committee members a whole number in [2, 1000], 10",
      "queries committee first a whole number in [1, 1000000], 100",
      "queries committee pMin a number in (0, 1], 0.1",
      "queries oracular-cal mellowness a number > 0, 1",
      "queries active-cover mellowness a number > 0, 1",
      "queries active-cover members a whole number in [1, 1000], 12",
      "oracles noisy flipRate a number in [0, 1], 0.1",
      "oracles class-noise flipPositive a number in [0, 1], 0.1",
      "oracles class-noise flipNegative a number in [0, 1], 0.1",
      "oracles abstaining abstainRate a number in [0, 1], 0.1",
      "oracles abstaining fee a number in [0, 1], 1",
      "oracles delayed delay a whole number >= 1, 100",
      "oracles majority annotators a whole number in [1, 100], 5",
      "oracles majority best a number in [0, 1], 0.05",
      "oracles majority worst a number in [0, 1], 0.35",
      "oracles majority votes a whole number >= 1, 3",
      "oracles sequential annotators a whole number in [1, 100], 5",
      "oracles sequential best a number in [0, 1], 0.05",
      "oracles sequential worst a number in [0, 1], 0.35",
      "oracles sequential lead a whole number >= 1, 2",
      "oracles priced price a number > 0, 1",
      "oracles priced perFeature a number >= 0, 0",
      "costRules coal mellowness a number > 0, 0.01",
      "costRules coal range a number >= 0, 0.5",
      "costRules coal first a whole number >= 1, 1",
      "costRules random-costs rate a number in (0, 1], 0.1",
    ]
  `);
});
