import { describe, expect, it } from 'vitest';
import { recipe } from '../../../src/numerics/recipe.ts';
import { hasPace } from '../../../src/queries/pacer.ts';
import { knobRule, scalarRule, type QueryRule, committeeRecipe, knobRecipe, scalarRecipe } from '../../../src/queries/query.ts';
import { buildQuery } from '../../../src/specs/build.ts';
import { addParts, parts } from '../../../src/specs/parts/registry.ts';
import { isPaceable, ruleTraits } from '../../../src/specs/traits/rule-traits.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import type { RunSpec } from '../../../src/specs/run.ts';
import { knobs, ruleNames } from '../../support/rules.ts';

/** LAWS of declared traits: what a recipe says of its rules is true of every one that is built, however a spec dresses it. */

const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' }, seed: 1 } as const;
const dresses: Readonly<Record<string, object>> = {
  'as it is': {},
  'on a floor': { floor: 0.1 },
  'after a warm-up': { warmUp: 10 },
  'with a budget': { budget: 5 },
  paced: { budget: 5, pace: {} },
  'paced after a warm-up': { budget: 5, pace: {}, warmUp: 3 },
};

function specOf(query: object, dress: object): RunSpec {
  return parseRunSpec({ ...learner, ...dress, query });
}

function traitsOf(rule: QueryRule): object {
  const { name, reads, weighting, whenImplied, unbiased, ofTwoClasses, endsWithBudget } = rule;
  return { name, reads, weighting, whenImplied, unbiased, ofTwoClasses, endsWithBudget };
}

describe.each(ruleNames)('%s', (name) => {
  const paceable = isPaceable({ query: { name } });

  it('declares its traits', () => expect(parts.queries[name]).toHaveProperty('traits.name', name));

  it.each(Object.entries(dresses).filter(([, dress]) => paceable || !('pace' in dress)))(
    '%s has the traits of its recipe',
    (_, dress) => {
      for (const numbers of [{}, knobs[name]]) {
        const spec = specOf({ name, ...numbers }, dress);
        expect(traitsOf(ruleTraits(spec) as QueryRule)).toEqual(traitsOf(buildQuery(spec, 1)));
      }
    },
  );

  it('can be paced where its recipe says so', () => expect(paceable).toBe(hasPace(buildQuery(specOf({ name }, {}), 1))));
});

describe("of rules of one's own", () => {
  const width = { above: 0, default: 1, asks: 'more', meaning: 'distance' } as const;
  const own = {
    plain: recipe('plain', {}, () => ({ ...scalarRule('plain', 'prediction', () => 0.5), unbiased: false })),
    turned: recipe('turned', { turn: { above: 0, meaning: 'no word of asking' } }, ({ turn }) =>
      knobRule('turned', 'counts', turn, {}, (_, knob) => Math.min(1, knob)),
    ),
    value: scalarRule('value', 'counts', () => 1),
    declared: knobRecipe(
      'declared',
      { reads: 'prediction' },
      { width },
      () =>
        ({ distance }, knob) =>
          knob / (knob + distance),
    ),
    scalar: scalarRecipe('scalar', { reads: 'counts', unbiased: false }, {}, () => () => 0.5),
    crowd: committeeRecipe('crowd', { reads: 'flip', ofTwoClasses: true }, {}, () => ({
      probability: () => 1,
      settle: () => undefined,
      state: () => ({}),
      restore: () => undefined,
    })),
  };
  addParts({ queries: own }, { file: 'own.mjs', hash: 'own' });

  it.each(Object.keys(own))('%s: what the rule is, declared or not', (name) => {
    const spec = specOf({ name, ...(name === 'turned' && { turn: 0.5 }) }, {});
    const rule = buildQuery(spec, 1);
    expect(traitsOf(ruleTraits(spec) as QueryRule)).toEqual(traitsOf(rule));
    expect(isPaceable(spec)).toBe(hasPace(rule));
  });

  it('a recipe with a knob needs a parameter that asks more', () => {
    expect(() => knobRecipe('dull', { reads: 'counts' }, {}, () => () => 1)).toThrow(RangeError);
  });
});
