import type { Cell } from '../cells/cell.ts';
import { identityOf, type Entry } from './entry.ts';
import { measuredOnOtherData, type Fingerprints } from '../data/fingerprint.ts';
import { canonical } from '../../specs/hash.ts';
import type { Store } from './store.ts';

/** What need not be measured again: everything in the store, or what an interrupted run left there. */
export type Reuse = 'everything' | 'interrupted run';

/**
 * What a store holds of the cells of a study, given the data at hand: what need not be measured again, and what no longer counts.
 */
export interface KnownCells {
  /** Of every cell its entry, undefined where there is none on these data. */
  readonly entries: readonly (Entry | undefined)[];
  /** A sentence for every dataset of which results are stored that were measured on other data. */
  readonly remarks: readonly string[];
}

/**
 * Cells whose data have no fingerprint, because they are yet to be generated, are taken to be stored on the data they will meet.
 */
export function knownCells(cells: readonly Cell[], fingerprints: Fingerprints, store: Store, reuse: Reuse): KnownCells {
  const usable = reuse === 'everything' ? store.entries() : store.measured();
  const byHash = new Map(usable.map((entry) => [entry.hash, entry]));
  let bySpec: ReadonlyMap<string, Entry> | undefined;
  const outdated = new Map<string, number>();
  const entries = cells.map((cell) => {
    const isKnown = cell.dataset === undefined || fingerprints.has(cell.dataset);
    const entry = isKnown ? byHash.get(identityOf(cell, fingerprints).hash) : undefined;
    if (entry !== undefined) return entry;
    bySpec ??= new Map(usable.map((each) => [canonical(each.cell), each]));
    const sameSpec = bySpec.get(canonical(cell));
    if (!isKnown) return sameSpec;
    if (sameSpec !== undefined) outdated.set(cell.dataset!, (outdated.get(cell.dataset!) ?? 0) + 1);
    return undefined;
  });
  return {
    entries,
    remarks: [...outdated].map(([dataset, cells]) => measuredOnOtherData(dataset, fingerprints, `${cells} stored results were`)),
  };
}
