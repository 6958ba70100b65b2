import { crcOf, crcText } from '../files/crc.ts';
import { poolChecksum } from '../rows/pool-checksum.ts';
import type { Pool } from '../specs/run.ts';
import type { Header, PoolIdentity } from './entry.ts';

/**
 * How a ledger's header names a pool.
 *
 * The name is for people; rows, checksum, importances, 1 each where there are none, and groups are what counts
 * (ledger/replay/same-run.ts).
 */
export function poolIdentity({ name, rows, importances, shares }: Pool & { readonly name: string }): PoolIdentity {
  return {
    name,
    rows: rows.length,
    checksum: poolChecksum(rows),
    ...(isWeighted(importances) && { importances: crcText(crcOf([importances!])) }),
    ...(shares && { groups: crcText(crcOf([shares])) }),
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
