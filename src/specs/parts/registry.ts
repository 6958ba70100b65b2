import { LinearLearner } from '../../learners/margin-learner.ts';
import { losses } from '../../losses/index.ts';
import { LEGAL_LABELS, type Loss } from '../../losses/loss.ts';
import { randomStream } from '../../numerics/random.ts';
import { isLegal, type Parameter, type Parameters } from '../../numerics/recipe.ts';
import { optimizers } from '../../optimizers/index.ts';
import type { RuleContext, QueryRule } from '../../queries/query.ts';
import { updates } from '../../updates/index.ts';
import { isRecipe, parametersOf, SpecError } from '../choices.ts';
import type { OptimizerFactory } from '../../optimizers/optimizer.ts';
import { queries } from '../../queries/index.ts';
import { oracles } from '../../streams/oracles/index.ts';
import type { UpdateRule } from '../../updates/rules.ts';

type Kind = keyof OwnParts;
/** A member that a part must have: whether a value will do, and what will. */
type Member = readonly [fits: (found: unknown) => boolean, words: string];
type Shape = Readonly<Record<string, Member>>;

const isFunction = (found: unknown): boolean => typeof found === 'function';
const isRecord = (found: unknown): boolean => typeof found === 'object' && found !== null;
const isSchema = (found: unknown): boolean => isRecord(found) && isFunction((found as { safeParse?: unknown }).safeParse);
const isNumber = (found: unknown): boolean => typeof found === 'number' && !Number.isNaN(found);
const oneOf = (...legal: readonly unknown[]): Member => [
  (found) => legal.includes(found),
  legal.map((each) => (typeof each === 'string' ? `'${each}'` : String(each))).join(' or '),
];
const functions = (...names: readonly string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, [isFunction, 'a function']]));
const perhaps = ([fits, words]: Member): Member => [(found) => found === undefined || fits(found), `${words}, or nothing`];

/** What the interfaces Loss, UpdateRule, Optimizer and RuleReading say, for parts that no compiler has seen. */
const SHAPES: Readonly<Record<Kind, Shape>> = {
  losses: {
    ...functions('value', 'slope', 'curvature', 'infimum', 'excess', 'flow', 'proximal', 'timeTo'),
    labels: oneOf(...Object.keys(LEGAL_LABELS)),
    domain: [
      (found) => Array.isArray(found) && found.length === 2 && found.every(isNumber) && found[0] < found[1],
      '[low, high], the predictions on which the loss is defined',
    ],
    threshold: perhaps([isNumber, 'a number, from which on predictions mean the positive class']),
  },
  updates: { ...functions('timeTo'), startsFrom: oneOf('prediction', 'base'), needs: oneOf('linear step', 'any step') },
  optimizers: {
    ...functions('margin', 'predict', 'sensitivity', 'admit', 'prepare', 'base', 'push', 'beginPass', 'weights'),
    ...functions('state', 'restore'),
    linear: oneOf(true, false),
    adaptive: oneOf(true, false),
    suitsAnyUnits: oneOf(true, false, undefined),
    coordinates: perhaps([areCoordinates, 'coordinates { values, factor }']),
  },
  queries: {
    ...functions('probability', 'settle', 'state', 'restore'),
    reads: oneOf('counts', 'prediction', 'flip'),
    weighting: oneOf('inverse-probability', 'one-on-mistakes'),
    whenImplied: oneOf('skip', 'learn-prediction'),
    unbiased: oneOf(true, false),
    knob: perhaps([isKnob, 'a knob { value, to, probability }']),
    consider: perhaps([isFunction, 'a function']),
    endsWithBudget: oneOf(true, undefined),
    ofTwoClasses: oneOf(true, undefined),
  },
  kinds: {
    ...functions('parse', 'run'),
    shape: [isRecord, 'the fields of a spec by their names'],
    admit: perhaps([isFunction, 'a function']),
    measured: [isSchema, 'a schema of what is stored'],
    quantities: [isRecord, 'functions of a measurement by the names that tables print'],
  },
};

/** A name that stands in a list, before a colon and in an option: "my-rule". */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PARAMETER = /^[a-z][a-zA-Z0-9]*$/;

/**
 * Checks what a parts file exports: kinds, names, and of every part the functions and traits of its interface. Recipes are built
 * once, with legal numbers.
 *
 * @throws SpecError `file: query rule 'my-rule': reads: found …; expected …`.
 */
export function checkedParts(found: unknown, source: PartsSource): OwnParts {
  const { file } = source;
  const legal = Object.keys(SHAPES);
  const isObject = typeof found === 'object' && found !== null;
  const stray = isObject ? Object.keys(found).find((key) => !legal.includes(key)) : undefined;
  if (!isObject || stray !== undefined || Object.keys(found).length === 0) {
    const what = stray === undefined ? shown(found) : `'${stray}' in it`;
    throw new SpecError(`${file}: the default export: found ${what}; expected { ${legal.join(', ')} }, one of them at least`);
  }
  for (const [kind, entries] of Object.entries(found) as [Kind, unknown][]) {
    if (typeof entries !== 'object' || entries === null)
      throw new SpecError(`${file}: ${kind}: found ${shown(entries)}; expected parts by their names`);
  }
  requireFreeNames(found, source);
  for (const [kind, entries] of Object.entries(found) as [Kind, object][]) {
    for (const [name, entry] of Object.entries(entries))
      requireShape(`${file}: ${KIND_WORDS[kind]} '${name}'`, kind, name, entry);
  }
  return found;
}

/** Throws SpecError, which begins with the place, unless an entry is a part of this kind and name, or a recipe of one. */
export function requireShape(place: string, kind: Kind, name: string, entry: unknown): void {
  const refuse = (member: string, found: unknown, expected: string): never => {
    throw new SpecError(`${place}: ${member}: found ${shown(found)}; expected ${expected}`);
  };
  if (!NAME.test(name)) refuse('its name', name, 'small letters, digits and dashes, as in my-rule');
  if (isRecipe(entry) && kind === 'updates') refuse('the part', entry, 'a function: an update rule has no parameters');
  if (isRecipe(entry) && entry.label !== name) refuse('label', entry.label, `'${name}', the name under which it is exported`);
  for (const [parameter, range] of Object.entries(parametersOf(entry))) {
    if (!PARAMETER.test(parameter)) refuse('a parameter', parameter, 'letters and digits, as in mellowness');
    if (typeof range.meaning !== 'string') refuse(`parameters.${parameter}.meaning`, range.meaning, 'one phrase with the unit');
  }
  const part = built(place, kind, entry);
  if ((typeof part !== 'object' && typeof part !== 'function') || part === null)
    refuse('the part', part, `a ${KIND_WORDS[kind]}, or a recipe that makes one`);
  const members = part as Readonly<Record<string, unknown>>;
  if (kind !== 'kinds' && members.name !== name) refuse('name', members.name, `'${name}', the name under which it is exported`);
  for (const [member, [fits, words]] of Object.entries(SHAPES[kind])) {
    if (!fits(members[member])) refuse(member, members[member], words);
  }
  if (kind !== 'queries') return;
  const { state } = part as { readonly state: () => object };
  if (!isRecipe(entry) && Object.keys(state.call(part)).length > 0)
    refuse('the part', part, 'a recipe, recipe(name, {}, () => rule): it keeps a state, and every run needs a fresh one');
}

/** What an entry gives, with legal numbers, for data of one column. */
function built(place: string, kind: Kind, entry: unknown): unknown {
  try {
    const part = withNumbers(entry);
    return kind === 'optimizers' && typeof part === 'function' ? (part as (columns: number) => unknown)(1) : part;
  } catch (error) {
    throw new SpecError(`${place}: building it throws ${String(error)}`);
  }
}

/** What a recipe makes of these numbers, by default legal ones, for data of so many columns; any other entry as it is. */
export function withNumbers(entry: unknown, numbers: object = legalNumbers(entry), columns = 1): unknown {
  return isRecipe(entry) ? entry(numbers, context(columns)) : entry;
}

/** A legal number for every parameter of a recipe: its default, or one inside its range. */
export function legalNumbers(entry: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(parametersOf(entry)).map(([name, range]) => [name, legalNumber(range)]));
}

function legalNumber(range: Parameter): number {
  const { default: standard, from, above, to, below } = range;
  const low = from ?? above ?? (to ?? below ?? 2) - 2;
  const high = to ?? below ?? low + 2;
  const middle = low + (high - low) / 2;
  return (
    [standard, middle, Math.floor(middle), Math.ceil(middle)].find((value) => value !== undefined && isLegal(value, range)) ??
    middle
  );
}

/** What rules with learners of their own are built with, where only their shape counts. */
function context(columns: number): RuleContext {
  const newLearner = (): LinearLearner =>
    new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(columns));
  return { newLearner, random: randomStream(1, 'rule') };
}

function areCoordinates(found: unknown): boolean {
  const { values, factor } = (found ?? {}) as Readonly<Record<string, unknown>>;
  return values instanceof Float64Array && isNumber(factor);
}

function isKnob(found: unknown): boolean {
  const { value, to, probability } = (found ?? {}) as Readonly<Record<string, unknown>>;
  return isNumber(value) && isNumber(to) && isFunction(probability);
}

function shown(found: unknown): string {
  if (typeof found === 'function') return 'a function';
  if (typeof found === 'object' && found !== null) return `{ ${Object.keys(found).slice(0, 10).join(', ')} }`;
  return typeof found === 'string' ? `'${found}'` : String(found);
}

/** A recipe with any parameters and any context (numerics/recipe.ts). */
export interface AnyRecipe<T> {
  (...given: never[]): T;
  readonly label: string;
  readonly parameters: Parameters;
}

/**
 * The default export of a parts file: losses, update rules, optimizers and query rules of one's own, by the names that specs and
 * the command line are to use. Each is a value, or a recipe where it has parameters. A query rule that keeps a state is a recipe:
 * every run needs a fresh one.
 */
export interface OwnParts {
  readonly losses?: Readonly<Record<string, Loss | AnyRecipe<Loss>>>;
  readonly updates?: Readonly<Record<string, UpdateRule>>;
  readonly optimizers?: Readonly<Record<string, OptimizerFactory | AnyRecipe<OptimizerFactory>>>;
  readonly queries?: Readonly<Record<string, QueryRule | AnyRecipe<QueryRule>>>;
  /** Kinds of runs (`Kind` of iwal/studies), for studies. */
  readonly kinds?: Readonly<Record<string, object>>;
}

/** Where own parts come from. */
export interface PartsSource {
  /** The file, as it was named. */
  readonly file: string;
  /** Of its content and of all that it imports (load.ts). */
  readonly hash: string;
}

/**
 * Everything that can be named in this process: the built-in parts, and behind them those that parts files have added. Whoever
 * looks a name up reads it here.
 */
export const parts = {
  losses: { ...losses },
  updates: { ...updates },
  optimizers: { ...optimizers },
  queries: { ...queries },
  oracles: { ...oracles },
  /** Kinds of runs of studies (studies/cells/kinds), whose types are known there. */
  kinds: {} as Readonly<Record<string, object>>,
};

/** By kind. */
type Parts = typeof parts;

/** What a part of a kind is called in messages. */
const KIND_WORDS: Readonly<Record<keyof Parts, string>> = {
  losses: 'loss',
  updates: 'update',
  optimizers: 'optimizer',
  queries: 'query rule',
  oracles: 'oracle',
  kinds: 'kind of run',
};

const sources = new Map<string, PartsSource>();

/**
 * Adds own parts to those that can be named. Names are unique over all kinds, so that a spec can record a part by its name alone.
 * Adding the same file again changes nothing.
 *
 * @throws SpecError for a built-in name, and for a name that a file with other content has added; nothing is added then.
 */
export function addParts(own: OwnParts, source: PartsSource): void {
  requireFreeNames(own, source);
  for (const [kind, entries] of Object.entries(own) as [keyof OwnParts, object][]) {
    for (const [name, entry] of Object.entries(entries)) {
      (parts[kind] as Record<string, unknown>)[name] = entry;
      sources.set(name, source);
    }
  }
}

/** Throws SpecError for a name that `addParts` would refuse. */
function requireFreeNames(own: object, { file, hash }: PartsSource): void {
  for (const name of (Object.values(own) as object[]).flatMap((entries) => Object.keys(entries))) {
    const taken = (Object.keys(parts) as (keyof Parts)[]).find((kind) => Object.hasOwn(parts[kind], name));
    const other = sources.get(name);
    if (taken !== undefined && other === undefined)
      throw new SpecError(`${file}: '${name}' is the name of a built-in ${KIND_WORDS[taken]}; expected another name`);
    if (other !== undefined && other.hash !== hash)
      throw new SpecError(`${file}: the name '${name}' is already taken by ${other.file}, which has other content`);
  }
}

/** Where the part of this name comes from; undefined for a built-in one and for a name that nobody has added. */
export function sourceOf(name: string): PartsSource | undefined {
  return sources.get(name);
}
