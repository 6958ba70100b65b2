import { expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { legalRange, type Parameter } from '../../../src/numerics/recipe.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { costRules } from '../../../src/queries/costs/index.ts';
import { queries } from '../../../src/queries/index.ts';
import { pairWeights } from '../../../src/reductions/pairwise-ranking.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';

/** UNCHANGED: what parameters are where nobody gives them; a stored spec that leaves one out means this value for ever. */

/** Legal values of a parameter as an interval: "(0,1]", "whole [1,∞)". */
function rangeOf({ from, above, to, below, whole }: Parameter): string {
  const low = from === undefined ? `(${above ?? '-∞'}` : `[${from}`;
  const high = to === undefined ? `${below ?? '∞'})` : `${to}]`;
  return `${whole === true ? 'whole ' : ''}${low},${high}`;
}

/** The parts of a registry that take parameters, a line each: every parameter with its default, where it has one, and its range. */
function parametersOf(registry: object): string {
  const lines = Object.entries(registry).flatMap(([name, part]) => {
    const { parameters = {} } = part as { parameters?: Readonly<Record<string, Parameter>> };
    const each = Object.entries(parameters).map(([key, parameter]) => {
      const given = 'default' in parameter ? ` ${parameter.default}` : '';
      return `${key}${given} ${rangeOf(parameter)}`;
    });
    return each.length === 0 ? [] : [`${name}: ${each.sort().join(', ')}`];
  });
  return lines.sort().join('\n');
}

it('defaults and ranges of losses, optimizers, query rules and oracles: a stored spec stays legal', () => {
  expect(parametersOf(losses)).toMatchInlineSnapshot(`
    "expectile: q (0,1)
    huber: delta 1 (0,∞)
    quantile: level (0,1)
    smoothed-hinge: gamma 1 (0,∞)"
  `);
  expect(parametersOf(optimizers)).toMatchInlineSnapshot(`
    "ada-grad: decay 1 (0,1], eta0 (0,∞), initial 0 [0,∞), power 0.5 (0,1]
    averaged: decay 1 (0,1], eta0 (0,∞), power 0 [0,1], start 0 [0,∞), t0 1 (0,∞)
    fobos: decay 1 (0,1], eta0 (0,∞), l1 0 [0,∞), l2 0 [0,∞), power 0 [0,1], t0 1 (0,∞)
    ftrl-proximal: alpha (0,∞), beta 1 [0,∞), l1 0 [0,∞), l2 0 [0,∞)
    gradient-descent: decay 1 (0,1], eta0 (0,∞), power 0 [0,1], t0 1 (0,∞)
    implicit-ftrl-adaptive: eta0 (0,∞)
    implicit-ftrl: eta0 (0,∞)
    normalized-adaptive: decay 1 (0,1], eta0 2 (0,∞), initial 0 [0,∞), power 0.5 (0,1]
    normalized: decay 1 (0,1], eta0 (0,∞), initial 0 [0,∞), power 0 [0,1], t0 1 (0,∞)
    rda: gamma (0,∞), l1 0 [0,∞), l2 0 [0,∞)
    truncated-gradient: ceiling 1 (0,∞), decay 1 (0,1], eta0 (0,∞), every 1 whole [1,∞), gravity 0 [0,∞), power 0 [0,1], t0 1 (0,∞)"
  `);
  expect(parametersOf(queries)).toMatchInlineSnapshot(`
    "active-cover: mellowness 1 (0,∞), members 12 whole [1,1000]
    bootstrap: first 100 whole [1,1000000], members 10 whole [2,1000], pMin 0.1 (0,1]
    committee: first 100 whole [1,1000000], members 10 whole [2,1000], pMin 0.1 (0,1]
    iwal-cal-without-log: c1 1 [1,∞), c2 1 [1,∞), mellowness 0.0001 (0,∞)
    iwal-cal: c1 1 [1,∞), c2 1 [1,∞), mellowness 0.0001 (0,∞)
    margin: width 1 (0,∞)
    mistake: factor 1 (0,∞)
    oracular-cal: mellowness 1 (0,∞)
    random: rate 0.1 (0,1]
    selective-sampling: b 0.1 (0,∞)
    shrinking-margin: scale 100 (0,∞)
    slides: mellowness 0.000001 (0,∞)
    soft-margin: width 1 (0,∞)
    variance-aware: mellowness 0.0001 (0,∞)"
  `);
  expect(parametersOf(oracles)).toMatchInlineSnapshot(`
    "abstaining: abstainRate 0.1 [0,1], fee 1 [0,1]
    class-noise: flipNegative 0.1 [0,1], flipPositive 0.1 [0,1]
    delayed: delay 100 whole [1,∞)
    majority: annotators 5 whole [1,100], best 0.05 [0,1], votes 3 whole [1,∞), worst 0.35 [0,1]
    noisy: flipRate 0.1 [0,1]
    priced: perFeature 0 [0,∞), price 1 (0,∞)
    sequential: annotators 5 whole [1,100], best 0.05 [0,1], lead 2 whole [1,∞), worst 0.35 [0,1]"
  `);
});

it('defaults and ranges of rules about costs and of weights of pairs', () => {
  expect(parametersOf(costRules)).toMatchInlineSnapshot(`
    "coal: first 1 whole [1,∞), mellowness 0.01 (0,∞), range 0.5 [0,∞)
    random-costs: rate 0.1 (0,1]"
  `);
  expect(parametersOf(pairWeights)).toMatchInlineSnapshot(`
    "dcg: cutOff 10 whole [1,∞)
    ndcg: cutOff 10 whole [1,∞)"
  `);
});

it.each([
  [{}, 'a number'],
  [{ from: 1 }, 'a number >= 1'],
  [{ above: 1, whole: true }, 'a whole number > 1'],
  [{ to: 1 }, 'a number <= 1'],
  [{ below: 1 }, 'a number < 1'],
  [{ from: 0, to: 1 }, 'a number in [0, 1]'],
  [{ above: 0, below: 1 }, 'a number in (0, 1)'],
] as const)('%o is %s', (range, words) => expect(legalRange({ meaning: 'any', ...range })).toBe(words));
