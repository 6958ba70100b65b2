import { didYouMean } from '../../files/did-you-mean.ts';
import type { updates } from '../../updates/index.ts';
import type { Axis, GivenCell, KindName } from './cell.ts';
import { atPlace, lookUp, parametersOf, SpecError, type Choice } from '../../specs/choices.ts';
import { DEFAULTS, STAND_INS } from '../../specs/defaults.ts';
import { parts } from '../../specs/parts/registry.ts';
import { kinds } from './kinds/index.ts';
import type { Fields } from './kinds/kind.ts';

const REGISTRIES = { loss: parts.losses, optimizer: parts.optimizers, query: parts.queries };
type Part = keyof typeof REGISTRIES;

/** What stands where the axes are silent: a knob and a budget are no defaults of a grid, so the rule is one that has its own. */
const SILENT: Readonly<Record<string, unknown>> = { ...DEFAULTS, query: ['passive', 'variance-aware'] };

/**
 * Axes in one flat list of names, as on the command line: fields of a spec (query, update, budget) and parameters of what is
 * chosen for them (eta0, mellowness), each with one value or several.
 *
 *   { query: ['passive', 'variance-aware'], eta0: [1, 4], mellowness: [1e-6, 1e-5] }
 *
 * stands for passive at two step sizes, and variance-aware at two step sizes with two values of mellowness: a parameter goes to
 * every choice that takes it. A choice may bring its own, { name: 'iwal-cal', mellowness: 1e-3 }. What is left out has a default.
 *
 * These are axes as they are read, not yet checked.
 */
export type Axes = Readonly<Record<string, unknown>>;

type Registries = typeof REGISTRIES;
/** A name of a registry, or a choice with parameters of its own, each one or several. */
type Choices<R> = Axis<(keyof R & string) | Unfinished<Choice<R>>>;
type Unfinished<C> = C extends { readonly name: infer N } ? { readonly name: N } & Partial<Omit<C, 'name'>> : never;
type ParameterName = {
  [P in Part]: {
    [K in keyof Registries[P]]: Registries[P][K] extends { readonly parameters: infer Q } ? keyof Q & string : never;
  }[keyof Registries[P]];
}[Part];

/** Axes as a study writes them. */
export type GivenAxes = { readonly [P in Part]?: Choices<Registries[P]> } & {
  readonly update?: Axis<keyof typeof updates>;
} & Partial<Readonly<Record<Exclude<FieldName, Part | 'update' | 'seed'>, unknown>>> &
  Partial<Readonly<Record<ParameterName, Axis<number>>>>;

type FieldName = { [K in KindName]: keyof GivenCell<K>['run'] & string }[KindName];

/** What may be an axis of runs of this kind, besides the parameters of parts. */
export function fieldsOf(kind: KindName): string[] {
  const { shape, settled = [] }: Fields = kinds[kind];
  return Object.keys(shape).filter((field) => !settled.includes(field));
}

/** The parameters of optimizers, which set how far a step goes: tuned, where others are compared. */
export function stepParameters(): ReadonlySet<string> {
  return new Set(Object.values(parts.optimizers).flatMap((entry) => Object.keys(parametersOf(entry))));
}

/**
 * A grid of specs (cell.ts) of this kind, seeds aside.
 *
 * @throws SpecError that names the axis.
 */
export function specsOn(kind: KindName, axes: Axes): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(kind);
  const named = (Object.keys(REGISTRIES) as Part[]).filter((part) => fields.includes(part));
  const chosen = named.flatMap((part) => [given(axes, part)].flat().map((value) => choiceOf(part, value)));
  const parameters = Object.keys(axes).filter((axis) => !fields.includes(axis));
  for (const parameter of parameters) requireTaker(parameter, chosen, fields);
  const plain = fields.filter((field) => given(axes, field) !== undefined);
  return Object.fromEntries(
    plain.map((field) => [
      field,
      isPart(field) ? chosen.filter(({ part }) => part === field).map((choice) => completed(choice, axes)) : given(axes, field),
    ]),
  );
}

/** A null is a fault of the axes, not their silence. */
function given(axes: Axes, field: string): unknown {
  return axes[field] === undefined ? SILENT[field] : axes[field];
}

/** A part that an axis names, the parameters that are written with it, and those that it takes. */
type Chosen = ReturnType<typeof choiceOf>;

function choiceOf(part: Part, value: unknown) {
  const { name, ...own } = typeof value === 'string' ? { name: value } : ((value ?? {}) as { name?: unknown });
  if (typeof name !== 'string')
    throw new SpecError(`axes.${part}: a name or { name, parameters } is wanted, found ${JSON.stringify(value)}`);
  const entry = atPlace(`axes.${part}`, () => lookUp(part, REGISTRIES[part], name));
  const taken = Object.entries(parametersOf(entry));
  return {
    ...{ part, name, own },
    parameters: taken.map(([key]) => key),
    required: taken.filter(([, { default: standard }]) => standard === undefined).map(([key]) => key),
  };
}

/** Its own parameters, those of the axes, and stand-ins for step sizes that nobody gave. */
function completed({ name, own, parameters, required }: Chosen, axes: Axes): object {
  const standIns = required.filter((parameter) => parameter in STAND_INS).map((parameter) => [parameter, STAND_INS[parameter]]);
  const shared = parameters.filter((parameter) => parameter in axes).map((parameter) => [parameter, axes[parameter]]);
  return { name, ...(Object.fromEntries([...standIns, ...shared]) as object), ...own };
}

/** A parameter must be one of exactly one part. */
function requireTaker(parameter: string, chosen: readonly Chosen[], fields: readonly string[]): void {
  const takers = new Set(chosen.filter(({ parameters }) => parameters.includes(parameter)).map(({ part }) => part));
  if (takers.size === 1) return;
  if (takers.size > 1)
    throw new SpecError(
      `axes.${parameter} could be that of ${[...takers].join(' or ')}: write it with the choice, { name, ${parameter} }`,
    );
  const legal = [...fields.filter((field) => field !== 'seed'), ...new Set(chosen.flatMap(({ parameters }) => parameters))];
  throw new SpecError(
    `axes: there is no '${parameter}'${didYouMean(parameter, legal)}; with these choices there are ${legal.join(', ')}`,
  );
}

function isPart(field: string): field is Part {
  return field in REGISTRIES;
}
