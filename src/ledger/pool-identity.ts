import { crcOf, crcText } from '../files/crc.ts';
import { poolChecksum } from '../rows/pool-checksum.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Header, PoolIdentity } from './entry.ts';

/**
 * How a ledger's header names a pool.
 *
 * The name is for people; rows, checksum and importances, 1 each where there are none, are what counts
 * (ledger/replay/same-run.ts).
 */
export function poolIdentity(name: string, rows: SparseRows, importances?: Float64Array): PoolIdentity {
  return {
    name,
    rows: rows.length,
    checksum: poolChecksum(rows),
    ...(isWeighted(importances) && { importances: crcText(crcOf([importances!])) }),
  };
}

/** Whether any row has another importance than 1. */
export function isWeighted(importances: Float64Array | undefined): boolean {
  return importances?.some((each) => each !== 1) ?? false;
}

/** The importances that a run learns with whose ledger has this header: those of the pool, if it was begun with them. */
export function importancesFor({ data }: Header, importances: Float64Array | undefined): Float64Array | undefined {
  return data.importances === undefined ? undefined : importances;
}
