import { didYouMean } from '../files/did-you-mean.ts';
import { caught, IwalError } from '../numerics/iwal-error.ts';
import { complete, type Given, type Parameters, type Recipe } from '../numerics/recipe.ts';

/** A spec that asks for something that does not exist, is out of range, or does not go together; says what is legal. */
export class SpecError extends IwalError {
  override readonly code: 'IWAL_SPEC' | 'IWAL_PARTS' = 'IWAL_SPEC';
  override readonly name: 'SpecError' | 'PartsError' = 'SpecError';
}

/** What the work gives; an error of this kind that it throws is a fault of the spec, in words that begin with these. */
export function asSpecError<T>(kind: abstract new (...given: never[]) => Error, work: () => T, before = ''): T {
  return caught(kind, work, ({ message }) => {
    throw new SpecError(`${before}${message}`);
  });
}

/** What the work gives; a SpecError that it throws begins with the place. */
export function atPlace<T>(place: string, work: () => T): T {
  return asSpecError(SpecError, work, `${place}: `);
}

/**
 * Choices: how a spec names a loss, an update, an optimizer or a query rule, and how the names are resolved.
 *
 * A choice is the registry name with its parameters beside it, { name: 'iwal-cal', mellowness: 1e-6 }. Its type follows
 * from the registry: a missing parameter, a typo or a parameter of another rule is a compile error, and in a spec that
 * was read from a file a SpecError that says what is legal.
 */
export type Choice<R> = {
  [K in keyof R & string]: R[K] extends { readonly parameters: infer P extends Parameters }
    ? { readonly name: K } & Given<P>
    : { readonly name: K };
}[keyof R & string];

/**
 * The step size of specs that versions up to 0.2 wrote where several step sizes learned side by side. Such a spec is read, hashed and
 * printed as it stands; build-learner.ts refuses to run it.
 */
const AUTO = 'auto';

/** Whether a choice has the step size 'auto' of earlier versions. */
export function isOpen(choice: LooseChoice): boolean {
  return choice.eta0 === AUTO;
}

/** The choice with a step size, where it has the 'auto' of earlier versions: for what does not depend on its number. */
export function withStep<C extends LooseChoice>(choice: C): C {
  return isOpen(choice) ? { ...choice, eta0: 1 } : choice;
}

/** A choice whose types were not checked: from a file, the command line, another process. */
export interface LooseChoice {
  readonly name: string;
  readonly [parameter: string]: string | number | undefined;
}

/** The entry of a registry, or a SpecError with the legal names and the nearest one. */
export function lookUp<R extends object>(kind: string, registry: R, name: string): R[keyof R] {
  if (Object.hasOwn(registry, name)) return registry[name as keyof R];
  throw new SpecError(
    `unknown ${kind} '${name}'${didYouMean(name, Object.keys(registry))}; there are ${Object.keys(registry).join(', ')}`,
  );
}

/** The parameters an entry takes; plain entries take none. */
export function parametersOf(entry: unknown): Parameters {
  return isRecipe(entry) ? entry.parameters : {};
}

/** The choice with every default filled in, in the registry's order: equal runs have equal specs. */
export function completeChoice<R extends object>(kind: string, registry: R, choice: LooseChoice): Choice<R> {
  const { name, ...written } = choice;
  const entry: unknown = lookUp(kind, registry, name);
  const parameters = parametersOf(entry);
  const given = { ...withPresentNames(written, parameters), ...(isOpen(choice) && { eta0: 1 }) };
  const values = asSpecError(RangeError, () => complete(name, parameters, given as Record<string, number>));
  return { name, ...values, ...(isOpen(choice) && { eta0: AUTO }) } as unknown as Choice<R>;
}

/** Parameters that an earlier version has written, under the names that they have now. */
function withPresentNames(
  written: Readonly<Record<string, string | number | undefined>>,
  parameters: Parameters,
): Readonly<Record<string, string | number | undefined>> {
  const present = new Map(Object.entries(parameters).map(([name, { formerly }]) => [formerly, name]));
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [present.get(name) ?? name, value]));
}

/** What an entry gives: the product of a recipe, or the entry itself. */
type Built<E> = E extends { readonly parameters: Parameters } & ((...given: never[]) => infer T) ? T : E;

/** What entries of a registry are handed besides numbers; nothing where none of them asks for it. */
type Context<R> = [Exclude<ContextOf<R[keyof R]>, []>] extends [never] ? [] : Exclude<ContextOf<R[keyof R]>, []>;
type ContextOf<E> = E extends (given: never, ...context: infer C) => unknown ? C : never;

/** What the choice names, built if it takes parameters. */
export function resolve<R extends object>(
  kind: string,
  registry: R,
  choice: LooseChoice,
  ...context: Context<R>
): Built<R[keyof R]> {
  const { name, ...given } = choice;
  const entry: unknown = lookUp(kind, registry, name);
  return (isRecipe(entry) ? entry(given, ...context) : entry) as Built<R[keyof R]>;
}

/** Whether an entry is a recipe, which makes what it names of numbers. */
export function isRecipe(
  entry: unknown,
): entry is Recipe<unknown, Parameters> & ((given: object, ...context: unknown[]) => unknown) {
  return typeof entry === 'function' && 'parameters' in entry;
}

/** Whether an entry is a recipe that declares what is true of all that it makes. */
export function declaresTraits(entry: unknown): boolean {
  return typeof entry === 'function' && 'traits' in entry;
}

/** A share of the rows of a stream, as "10%". */
export type Percentage = `${number}%`;

/** As many labels as tell the share of a class to so many points either way, as "+-3%". */
export type HalfWidth = `+-${Percentage}`;
