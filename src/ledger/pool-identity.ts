/** How a ledger's header names a pool. */
import { poolChecksum } from '../data/pool-checksum.ts';
import type { SparseRows } from '../data/sparse-rows.ts';
import type { PoolIdentity } from './entry.ts';

/** The name is for people; rows and checksum are what counts (same-run.ts). */
export function poolIdentity(name: string, rows: SparseRows): PoolIdentity {
  return { name, rows: rows.length, checksum: poolChecksum(rows) };
}
