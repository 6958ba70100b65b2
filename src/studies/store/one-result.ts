import { DataError } from '../../files/data-error.ts';
import { isSettled } from './entry.ts';
import { canonical } from '../../specs/hash.ts';
import type { Found } from './read-entries.ts';

/** The version of Node a result was measured with, where that is known. */
export type NodeOf = (found: Found) => string | undefined;

/**
 * Adds what was found to the results, by hash: one cell has one result, whoever measured it. Of equal ones any will do; what a
 * thread or a bug of ours cut short gives way to a result; two results that differ are a DataError that names both, with the
 * machines that measured them where those are known.
 */
export function admit(results: Map<string, Found>, found: Found, nodeOf: NodeOf): void {
  const { hash } = found.entry;
  const other = results.get(hash);
  if (other !== undefined) requireEqual(other, found, nodeOf);
  if (other === undefined || isSettled(found.entry) || !isSettled(other.entry)) results.set(hash, found);
}

/** Throws a DataError where both are results and differ. */
export function requireEqual(one: Found, other: Found, nodeOf: NodeOf): void {
  if (!isSettled(one.entry) || !isSettled(other.entry)) return;
  if (canonical(one.entry.stored) === canonical(other.entry.stored)) return;
  const [there, here] = [one, other].map((each) => {
    const { ran } = each.entry;
    return `Node ${nodeOf(each) ?? 'of unknown version'}${ran === undefined ? '' : ` on ${ran.machine}`}`;
  });
  const { file, line } = one.place;
  throw new DataError({
    ...other.place,
    found: `another result of cell ${one.entry.hash}, measured with ${here}, than ${file}:${line} has, measured with ${there}`,
    legal:
      'one result of a cell on every machine: remove the line that is wrong, or both, and the next run measures the cell again',
  });
}
