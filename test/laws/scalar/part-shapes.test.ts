/** LAWS of own parts as they are checked: what the registries hold passes, and whatever is missing or of another kind is named. */
import { describe, expect, it } from 'vitest';
import { complete, isLegal, type Parameter } from '../../../src/numerics/recipe.ts';
import { checkedParts, legalNumbers, requireShape } from '../../../src/specs/parts/registry.ts';
import { losses } from '../../../src/losses/index.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { queries } from '../../../src/queries/index.ts';
import { updates } from '../../../src/updates/index.ts';
import { parametersOf, SpecError } from '../../../src/specs/choices.ts';

const registries = { losses, updates, optimizers, queries };
type Kind = keyof typeof registries;
const entries = Object.entries(registries).flatMap(([kind, registry]) =>
  Object.entries(registry).map(([name, entry]): [Kind, string, unknown] => [kind as Kind, name, entry]),
);

it.each(entries)('%s %s has its shape, and legal numbers', (kind, name, entry) => {
  requireShape('here', kind, name, entry);
  const parameters = parametersOf(entry);
  expect(() => complete(name, parameters, legalNumbers(entry))).not.toThrow();
  expect(() => requireShape('here', kind, `${name}-b`, entry)).toThrow(/here: (label|name): found '.*'; expected '.*-b'/);
});

it('a legal number is found in every range that has one in its middle', () => {
  const ends = [-3, -0.5, 0, 1, 2, 4.25];
  const meaning = 'a number';
  let tried = 0;
  for (const whole of [{}, { whole: true as const }])
    for (const low of [{}, ...ends.flatMap((end) => [{ from: end }, { above: end }])])
      for (const high of [{}, ...ends.flatMap((end) => [{ to: end }, { below: end }])]) {
        const range: Parameter = { meaning, ...whole, ...low, ...high };
        const numbers = Array.from({ length: 81 }, (_, n) => n / 4 - 10);
        if (!numbers.some((n) => isLegal(n, range))) continue;
        const { n } = legalNumbers(Object.assign(() => 0, { parameters: { n: range } }));
        expect(isLegal(n, range), JSON.stringify(range)).toBe(true);
        tried++;
      }
  expect(tried).toBeGreaterThan(150);
  // Its middle, one above or below an end that stands alone, and 1 where any number will do.
  const found = [{ from: 2, to: 3 }, { above: 4 }, { to: -3 }, { below: 0.5 }, {}].map((range) =>
    legalNumbers(Object.assign(() => 0, { parameters: { n: { meaning, ...range } } })),
  );
  expect(found.map(({ n }) => n)).toEqual([2.5, 5, -4, -0.5, 1]);
  expect(legalNumbers(Object.assign(() => 0, { parameters: { n: { meaning, from: 1, default: 7 } } }))).toEqual({ n: 7 });
});

/** Parts that are values, with everything that their interface asks for. */
const whole: Record<Exclude<Kind, 'updates'>, object> = {
  losses: { ...losses.logistic, name: 'mine' },
  optimizers: { ...members(optimizers['gradient-descent']({ eta0: 1 })(1)), name: 'mine' },
  queries: { ...members(queries.margin()), name: 'mine' },
};

/** Own and inherited members of a part. */
function members(part: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let at = part; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const name of Object.getOwnPropertyNames(at)) found[name] ??= (part as Record<string, unknown>)[name];
  return Object.fromEntries(Object.entries(found).filter(([name]) => name !== 'constructor'));
}

const wrong: readonly (readonly [Kind, member: string, found: unknown, legal: unknown])[] = [
  ...['value', 'slope', 'curvature', 'infimum', 'excess', 'flow', 'proximal', 'timeTo'].map(
    (each) => ['losses', each, undefined, () => 0] as const,
  ),
  ['losses', 'labels', 'signs', 'unit'],
  ['losses', 'domain', [1, 1], [0, 1]],
  ['losses', 'domain', [1, 0], [-Infinity, Infinity]],
  ['losses', 'domain', [NaN, 1], [0, 2]],
  ['losses', 'domain', [0, 1, 2], [0, 1]],
  ['losses', 'threshold', NaN, 0],
  ['losses', 'threshold', '0', undefined],
  ...['margin', 'predict', 'sensitivity', 'admit', 'prepare', 'base', 'push', 'beginPass', 'weights', 'state', 'restore'].map(
    (each) => ['optimizers', each, 1, () => 0] as const,
  ),
  ['optimizers', 'linear', undefined, false],
  ['optimizers', 'adaptive', 1, true],
  ...[undefined, false, true].map((legal) => ['optimizers', 'suitsAnyUnits', 1, legal] as const),
  ['optimizers', 'coordinates', { values: [1], factor: 1 }, undefined],
  ['optimizers', 'coordinates', { values: new Float64Array(1), factor: NaN }, { values: new Float64Array(1), factor: 1 }],
  ...['probability', 'settle', 'state', 'restore'].map((each) => ['queries', each, 'a text', () => ({})] as const),
  ['queries', 'reads', 'all', 'counts'],
  ['queries', 'weighting', '1/p', 'one-on-mistakes'],
  ['queries', 'whenImplied', 'learn', 'learn-prediction'],
  ['queries', 'unbiased', undefined, false],
  ['queries', 'knob', { value: 1, to: 2 }, undefined],
  ['queries', 'knob', { value: 1, to: NaN, probability: () => 0 }, { value: 1, to: Infinity, probability: () => 0 }],
  ['queries', 'knob', { value: '1', to: 1, probability: () => 0 }, { value: 1, to: 2, probability: () => 0 }],
  ['queries', 'consider', {}, () => 0],
  ['queries', 'endsWithBudget', false, true],
  ['queries', 'ofTwoClasses', false, true],
];

describe.each(wrong)('%s without a right %s', (kind, member, found, legal) => {
  it(`${String(found)} is refused, ${String(legal)} is not`, () => {
    const given = (value: unknown): unknown => {
      const part = { ...whole[kind as keyof typeof whole], [member]: value };
      return kind === 'optimizers' ? () => part : part;
    };
    expect(() => requireShape('here', kind, 'mine', given(legal))).not.toThrow();
    expect(() => requireShape('here', kind, 'mine', given(found))).toThrow(new RegExp(`^here: ${member}: found .*; expected `));
  });
});

it('an update rule says where it starts and what it needs, and is no recipe', () => {
  const traits = { timeTo: () => 0, startsFrom: 'base', needs: 'any step' };
  requireShape('here', 'updates', 'mine', named(traits));
  for (const [trait, value] of [
    ['timeTo', 1],
    ['startsFrom', 'here'],
    ['needs', 'linear'],
  ])
    expect(() => requireShape('here', 'updates', 'mine', named({ ...traits, [trait]: value }))).toThrow(`here: ${trait}: found`);
  expect(() => requireShape('here', 'updates', 'mine', named({ ...traits, parameters: {}, label: 'mine' }))).toThrow(
    'an update rule has no parameters',
  );
});

function named(traits: object): object {
  return Object.assign({ mine: () => 0 }.mine, traits);
}

it('an export is an object of known kinds', () => {
  const source = { file: 'parts.mjs', hash: '0' };
  for (const found of [undefined, 1, 'losses', {}, { loss: {} }, { losses: {}, rules: {} }, { losses: null }, { queries: 1 }])
    expect(() => checkedParts(found, source), JSON.stringify(found)).toThrow(/^parts\.mjs: /);
  expect(() => checkedParts('losses', source)).toThrow("the default export: found 'losses'; expected { ");
  expect(() => checkedParts({ losses: {}, rules: {} }, source)).toThrow("the default export: found 'rules' in it; expected { ");
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`m${n}`, n]));
  expect(() => checkedParts({ losses: { mine: { ...whole.losses, name: many } } }, source)).toThrow(
    "name: found { m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 }; expected 'mine'",
  );
  expect(checkedParts({ losses: { mine: whole.losses } }, source)).toEqual({ losses: { mine: whole.losses } });
  for (const name of ['Mine', 'my_rule', '-mine', 'mine-', 'my--rule', '1st'])
    expect(() => requireShape('here', 'losses', name, { ...losses.logistic, name })).toThrow('here: its name: found');
});

it('a query rule with a state is a recipe', () => {
  const stateful = { ...whole.queries, state: () => ({ seen: 0 }) };
  expect(() => requireShape('here', 'queries', 'mine', stateful)).toThrow('every run needs a fresh one');
  requireShape(
    'here',
    'queries',
    'mine',
    Object.assign(() => stateful, { parameters: {}, label: 'mine' }),
  );
});

it.each([null, undefined, 5, 'a text', true])('%j is no part', (part) => {
  expect(() => requireShape('here', 'losses', 'mine', part)).toThrow('here: ');
  expect(() => requireShape('here', 'losses', 'mine', part)).toThrow(SpecError);
});
