import type { Loss } from '../../losses/loss.ts';
import { losses } from '../../losses/index.ts';
import type { Parameters } from '../../numerics/recipe.ts';
import { optimizers } from '../../optimizers/index.ts';
import type { OptimizerFactory } from '../../optimizers/optimizer.ts';
import { queries } from '../../queries/index.ts';
import type { QueryRule } from '../../queries/query.ts';
import { oracles } from '../../streams/oracles/index.ts';
import { updates } from '../../updates/index.ts';
import type { UpdateRule } from '../../updates/update.ts';
import { SpecError } from '../choices.ts';

/** The parts that specs and the command line can name, by kind. */
export interface Parts {
  readonly losses: typeof losses;
  readonly updates: typeof updates;
  readonly optimizers: typeof optimizers;
  readonly queries: typeof queries;
  readonly oracles: typeof oracles;
  /** Kinds of runs of studies (studies/cells/kinds), whose types are known there. */
  readonly kinds: Readonly<Record<string, object>>;
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
  /** Of its content and of all that it imports (identity.ts). */
  readonly hash: string;
}

/**
 * Everything that can be named in this process: the built-in parts, and behind them those that parts files have added. Whoever
 * looks a name up reads it here.
 */
export const parts: Parts = {
  losses: { ...losses },
  updates: { ...updates },
  optimizers: { ...optimizers },
  queries: { ...queries },
  oracles: { ...oracles },
  kinds: {},
};

/** What a part of a kind is called in messages. */
export const KIND_WORDS: Readonly<Record<keyof Parts, string>> = {
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
export function requireFreeNames(own: object, source: PartsSource): void {
  for (const entries of Object.values(own) as object[]) {
    for (const name of Object.keys(entries)) requireFree(name, source);
  }
}

function requireFree(name: string, { file, hash }: PartsSource): void {
  const taken = (Object.keys(parts) as (keyof Parts)[]).find((kind) => Object.hasOwn(parts[kind], name));
  const other = sources.get(name);
  if (taken !== undefined && other === undefined)
    throw new SpecError(`${file}: '${name}' is the name of a built-in ${KIND_WORDS[taken]}; expected another name`);
  if (other !== undefined && other.hash !== hash)
    throw new SpecError(`${file}: the name '${name}' is already taken by ${other.file}, which has other content`);
}

/** Where the part of this name comes from; undefined for a built-in one and for a name that nobody has added. */
export function sourceOf(name: string): PartsSource | undefined {
  return sources.get(name);
}
