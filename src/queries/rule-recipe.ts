import { recipe, type Parameter, type Parameters, type Recipe, type Values } from '../numerics/recipe.ts';
import { knobRule, scalarRule, type Reads, type RuleContext, type RuleReading, type Situations } from './query.ts';

/**
 * What is true of a rule whatever its numbers are and whatever it has learned: declared on its recipe, where it is read by whoever
 * needs no rule, and carried by every rule of the recipe.
 */
export type RuleTraits<R extends Reads = Reads> = Pick<
  RuleReading<R>,
  'name' | 'reads' | 'weighting' | 'whenImplied' | 'unbiased' | 'ofTwoClasses' | 'endsWithBudget'
>;

/** What a rule declares: what it reads, and where it differs from an unbiased rule that skips what it does not buy. */
export type DeclaredTraits<R extends Reads> = Pick<RuleTraits<R>, 'reads'> & Partial<Omit<RuleTraits<R>, 'name' | 'reads'>>;

/** What a rule does, besides what its recipe declares. */
export type RuleActions<R extends Reads> = Omit<RuleReading<R>, keyof RuleTraits>;

/** A recipe of query rules, with the traits of all of them. */
export type RuleRecipe<
  R extends Reads,
  P extends Parameters,
  Context extends readonly unknown[] = [],
  Label extends string = string,
> = Recipe<RuleReading<R>, P, Context, Label> & { readonly traits: RuleTraits<R> };

/**
 * The recipe of a scalar rule, which keeps nothing: `probability` gets the numbers, and gives p of a situation. Unbiased unless
 * declared otherwise, as long as p is never 0.
 *
 * @example
 * const half = scalarRecipe('half', { reads: 'counts' }, {}, () => () => 0.5);
 * [half.traits.reads, half().name] // => ['counts', 'half']
 */
export function scalarRecipe<R extends Reads, const P extends Parameters, const Label extends string>(
  label: Label,
  declared: DeclaredTraits<R>,
  parameters: P,
  probability: (values: Values<P>) => (situation: Situations[R]) => number,
): RuleRecipe<R, P, [], Label> {
  const traits = traitsFrom(label, declared);
  const make = recipe(label, parameters, (values) => ({
    ...scalarRule(label, declared.reads, probability(values)),
    ...traits,
  }));
  return Object.assign(make, { traits });
}

/**
 * The recipe of a scalar rule with a knob, the parameter that asks more: `probability` gets the other numbers, and gives p of a
 * situation and a value of the knob; `isAtMost`, if anything, is the knob's.
 *
 * @throws RangeError where no parameter asks more.
 *
 * @example
 * const near = knobRecipe('near', { reads: 'prediction' }, { width: { above: 0, asks: 'more', meaning: 'distance' } }, () => ({ distance }, w) => w / (w + distance));
 * [near.traits.unbiased, near({ width: 2 }).name, near({ width: 2 }).knob.value] // => [true, 'near', 2]
 */
export function knobRecipe<R extends Reads, const P extends Parameters, const Label extends string>(
  label: Label,
  declared: DeclaredTraits<R>,
  parameters: P,
  probability: (values: Values<P>) => (situation: Situations[R], knob: number) => number,
  isAtMost?: (p: number, values: Values<P>) => (situation: Situations[R], knob: number) => boolean,
): RuleRecipe<R, P, [], Label> {
  const [knob, range] = knobIn(label, parameters);
  const traits = traitsFrom(label, declared);
  const make = recipe(label, parameters, (values) => ({
    ...knobRule(label, declared.reads, values[knob], range, probability(values), isAtMost && ((p) => isAtMost(p, values))),
    ...traits,
  }));
  return Object.assign(make, { traits });
}

/**
 * The recipe of a rule with learners of its own: `build` gives what it does, and the traits are those declared.
 *
 * @example
 * const { traits } = committeeRecipe('crowd', { reads: 'prediction', ofTwoClasses: true }, {}, () => ({ probability: () => 1, settle() {}, state: () => ({}), restore() {} }));
 * [traits.unbiased, traits.ofTwoClasses] // => [true, true]
 */
export function committeeRecipe<R extends Reads, const P extends Parameters, const Label extends string>(
  label: Label,
  declared: DeclaredTraits<R>,
  parameters: P,
  build: (values: Values<P>, context: RuleContext) => RuleActions<R>,
): RuleRecipe<R, P, [RuleContext], Label> {
  const traits = traitsFrom(label, declared);
  const make = recipe(label, parameters, (values, context: RuleContext) => Object.assign(build(values, context), traits));
  return Object.assign(make, { traits });
}

function traitsFrom<R extends Reads>(name: string, declared: DeclaredTraits<R>): RuleTraits<R> {
  const { weighting, whenImplied, unbiased } = scalarRule(name, declared.reads, () => 1);
  return { name, weighting, whenImplied, unbiased, ...declared };
}

function knobIn(label: string, parameters: Parameters): [name: string, range: Parameter] {
  const found = Object.entries(parameters).find(([, { asks }]) => asks === 'more');
  if (found === undefined) throw new RangeError(`${label} has no knob: no parameter says asks: 'more'`);
  return found;
}
