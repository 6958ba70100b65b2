/** One parameter of a family: what it means, and which numbers are legal. */
export interface Parameter {
  /** One phrase with the unit. */
  readonly meaning: string;
  /** Value when none is given; a parameter without a default has to be given. */
  readonly default?: number;
  /** Smallest legal value (inclusive), or the bound it must stay above. */
  readonly from?: number;
  readonly above?: number;
  /** Largest legal value (inclusive), or the bound it must stay below. */
  readonly to?: number;
  readonly below?: number;
  /** Only whole numbers are legal. */
  readonly whole?: true;
  /** Its name in files of earlier versions, which are read for ever. */
  readonly formerly?: string;
  /** This is the knob of a query rule: a larger value asks more. */
  readonly asks?: 'more';
}

/** The parameters of a family, by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** All values, after defaults. */
export type Values<P extends Parameters> = { readonly [K in keyof P]: number };

/** The values a caller gives: those without a default must be there. */
export type Given<P extends Parameters> = {
  readonly [K in keyof P as P[K] extends { readonly default: number } ? never : K]: number;
} & { readonly [K in keyof P as P[K] extends { readonly default: number } ? K : never]?: number };

/** A family of objects: called with numbers, and with its context where it asks for one, it returns one of them. */
export interface Recipe<T, P extends Parameters, Context extends readonly unknown[] = [], Label extends string = string> {
  (...given: Arguments<P, Context>): T;
  /** The name under which the registry, specs and the command line know it. */
  readonly label: Label;
  readonly parameters: P;
}

/** What a recipe is called with: the numbers, optional where each has a default, and the context. */
export type Arguments<P extends Parameters, Context extends readonly unknown[]> = Context extends readonly []
  ? Record<string, never> extends Given<P>
    ? [given?: Given<P>]
    : [given: Given<P>]
  : [given: Given<P>, ...context: Context];

/**
 * A recipe: a family of objects described by named numbers, with their meaning, legal range and default in one place.
 *
 * Registries hold recipes; specs, the command line's help and the README's tables are read from `parameters`, and a value
 * out of range is refused here once for all of them. What some objects need besides numbers (data, a source of randomness)
 * is the recipe's context: handed over after the numbers, and ignored by the recipes of a registry that need none of it.
 *
 * @throws RangeError, the recipe, for a parameter that it does not know, that is missing or out of range.
 *
 * @example
 * const queries_ = recipe('demo', { rate: { above: 0, to: 1, default: 0.1, meaning: 'share of labels' } }, ({ rate }) => rate);
 * queries_({ rate: 0.5 }) // => 0.5
 */
export function recipe<
  T,
  const P extends Parameters,
  Context extends readonly unknown[] = [],
  const Label extends string = string,
>(label: Label, parameters: P, build: (values: Values<P>, ...context: Context) => T): Recipe<T, P, Context, Label> {
  const make = (given: Readonly<Record<string, number | undefined>> = {}, ...context: Context): T =>
    build(complete(label, parameters, given), ...context);
  return Object.assign(make as (...given: Arguments<P, Context>) => T, { label, parameters });
}

/** Parts by their own names. */
export type ByName<Part extends { readonly label: string }> = { readonly [P in Part as P['label']]: P };

/**
 * A registry of recipes in this order. Its names are those of the recipes: each is written once, where the part is.
 *
 * @example
 * Object.keys(byName(recipe('one', {}, () => 1), recipe('two', {}, () => 2))) // => ['one', 'two']
 */
export function byName<const All extends readonly { readonly label: string }[]>(...all: All): ByName<All[number]> {
  return Object.fromEntries(all.map((part) => [part.label, part])) as ByName<All[number]>;
}

/** Fills defaults in and refuses what is unknown, missing or out of range, naming what is legal. */
export function complete<P extends Parameters>(
  label: string,
  parameters: P,
  given: Readonly<Record<string, number | undefined>>,
): Values<P> {
  for (const name of Object.keys(given)) {
    if (!(name in parameters)) {
      throw new RangeError(`${label} has no parameter '${name}'; it takes ${Object.keys(parameters).join(', ') || 'none'}`);
    }
  }
  const values: Record<string, number> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name] ?? parameter.default;
    if (value === undefined) throw new RangeError(`${label} needs ${name}: ${parameter.meaning}`);
    if (!isLegal(value, parameter)) throw new RangeError(`${label}: ${name} must be ${legalRange(parameter)}, found ${value}`);
    values[name] = value;
  }
  return values as Values<P>;
}

/** "in (0, 1]", "a whole number >= 1", … as error messages and help texts print it. */
export function legalRange({ from, above, to, below, whole }: Parameter): string {
  const low = from ?? above;
  const high = to ?? below;
  const kind = whole ? 'a whole number' : 'a number';
  if (low === undefined && high === undefined) return kind;
  if (high === undefined) return `${kind} ${from === undefined ? '>' : '>='} ${low!}`;
  if (low === undefined) return `${kind} ${to === undefined ? '<' : '<='} ${high}`;
  return `${kind} in ${from === undefined ? '(' : '['}${low}, ${high}${to === undefined ? ')' : ']'}`;
}

/** Whether a parameter may have this value. */
export function isLegal(value: number, { from, above, to, below, whole }: Parameter): boolean {
  return (
    Number.isFinite(value) &&
    (from === undefined || value >= from) &&
    (above === undefined || value > above) &&
    (to === undefined || value <= to) &&
    (below === undefined || value < below) &&
    (whole === undefined || Number.isInteger(value))
  );
}
