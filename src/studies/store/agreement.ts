import { canonical } from '../../specs/hash.ts';
import { isSettled, type Entry } from './entry.ts';
import { Store } from './store.ts';

/** How the results of one report folder stand to those of another one of the same study. */
export interface Agreement {
  /** Cells that both hold, with the same result. */
  readonly equal: number;
  /** Hashes of cells whose results differ. */
  readonly different: readonly string[];
  /** Cells that only the first, or only the second, holds: other seeds, or data that was not there. */
  readonly onlyHere: number;
  readonly onlyThere: number;
}

/** Compares what two report folders hold, cell by cell; `note` is told of damage in them. */
export function agreement(here: string, there: string, note: (message: string) => void): Agreement {
  const [own, others] = [here, there].map((folder) => resultsByHash(folder, note));
  const shared = [...own].filter(([hash]) => others.has(hash));
  const different = shared.filter(([hash, entry]) => canonical(entry.stored) !== canonical(others.get(hash)!.stored));
  return {
    equal: shared.length - different.length,
    different: different.map(([hash]) => hash),
    onlyHere: own.size - shared.length,
    onlyThere: others.size - shared.length,
  };
}

function resultsByHash(folder: string, note: (message: string) => void): Map<string, Entry> {
  const settled = new Store(folder, note).current().filter(isSettled);
  return new Map(settled.map((entry) => [entry.hash, entry]));
}
