import { poolChecksum } from '../rows/pool-checksum.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { randomStream, type RandomStream } from '../numerics/random.ts';

/** What decides the coins besides the pool and the pass. */
export interface CoinSpec {
  /** Absent: keyed by the seed alone. */
  readonly coins?: 'pool';
  readonly seed: number;
}

/**
 * The stream of coins of a pass, counted from 0, over these rows.
 *
 * The coins of a run, one for every example considered, asked or not.
 *
 *   'pool'   keyed by the seed, the identity of the pool (number and checksum of its rows, labels aside) and the pass
 *   absent   keyed by the seed and the pass alone, as the specs of old ledgers and stored cells have them
 *
 * Runs of one seed on one pool toss equal coins: rules that are compared differ in nothing else. Keyed by the seed alone, so do
 * runs on different pools: their sums of importance, and all estimates from them, are correlated (.47 in two such runs of one
 * rule), and ledgers of them cannot be merged. Two people who label one pool apart from each other still need different seeds.
 *
 * @example
 * const rows = new SparseRows(Uint32Array.of(0, 1), Uint32Array.of(0), Float32Array.of(1), 1);
 * coinsOf({ seed: 1, coins: 'pool' }, rows).next() === coinsOf({ seed: 1, coins: 'pool' }, rows).next() // => true
 */
export function coinsOf(spec: CoinSpec, rows: SparseRows, pass = 0): RandomStream {
  const name = coinName(spec, () => ({ rows: rows.length, checksum: poolChecksum(rows) }), pass);
  return randomStream(spec.seed, name);
}

/**
 * The name of that stream: runs of one seed whose coins have one name toss equal coins, all others toss independent ones.
 *
 * @example
 * coinName({ seed: 1 }, () => ({ rows: 9, checksum: 'a' }), 0) === coinName({ seed: 1 }, () => ({ rows: 5, checksum: 'b' }), 0) // => true
 */
export function coinName(
  { coins }: Pick<CoinSpec, 'coins'>,
  pool: () => { readonly rows: number; readonly checksum: string },
  pass: number,
): string {
  if (coins === undefined) return pass === 0 ? 'query' : `query, pass ${pass}`;
  const { rows, checksum } = pool();
  return `coins of ${rows} rows ${checksum}, pass ${pass}`;
}
