import { SpecError } from '../../../specs/choices.ts';
import { parts, sourceOf } from '../../../specs/parts/registry.ts';
import { active } from './active.ts';
import type { AnyKind } from './kind.ts';

const builtIn = { active };
type BuiltIn = typeof builtIn;

/**
 * The types of the kinds of cells, by the names that studies and the store use. A program that adds kinds declares their types here
 * (`declare module`; experiments/index.ts does).
 */
export interface Kinds extends BuiltIn {} // oxlint-disable-line typescript/no-empty-object-type -- others add members

/** The kinds of cells: that of simulated runs, and those that a study or a parts file brings. */
export const kinds = parts.kinds as unknown as Kinds;

addKinds(builtIn);

/**
 * Adds kinds of cells to those that can be named. Adding the same again changes nothing.
 *
 * @throws SpecError for a name that a parts file has taken.
 */
export function addKinds(own: Readonly<Record<string, AnyKind>>): void {
  for (const name of Object.keys(own)) {
    const source = sourceOf(name);
    if (source !== undefined)
      throw new SpecError(`${source.file}: '${name}' is the name of a built-in kind of run; expected another name`);
  }
  Object.assign(kinds, own);
}
