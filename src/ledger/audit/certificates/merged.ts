import { DataError } from '../../../files/data-error.ts';
import { orderOf, type RunSpec, consideredOf } from '../../../specs/run.ts';
import { coinName } from '../../../streams/coins.ts';
import type { PoolIdentity } from '../../entry.ts';
import type { Ledger } from '../../file/read-ledger.ts';
import { knownBefore } from '../../passes.ts';
import { examplesIn } from '../../replay/replay.ts';
import { RowSet } from '../../row-set.ts';

/** A ledger and the spec that its header says. */
export interface Part {
  readonly ledger: Ledger;
  readonly spec: RunSpec;
}

/** What whoever merges says of pools that are not the same one: nothing, or that no row stands in two of them. */
export type PoolsSaid = 'one pool' | 'no row in common';

/**
 * Whether the certificates of these ledgers may be added: their coins are independent, no row is counted twice, and a count means
 * the same in each.
 *
 * What the files themselves tell is held against them: equal coins (streams/coins.ts), a row of one pool that two have considered,
 * other names of classes. Whether two pools share a row no ledger tells; somebody has to say so.
 *
 * @throws DataError with the ledger that does not fit those before it.
 */
export function requireMergeable(ledgers: readonly Part[], said: PoolsSaid): void {
  ledgers.forEach((one, n) => {
    if (one.spec.rounds !== undefined && ledgers.length > 1) refuseRounds(one);
    for (const other of ledgers.slice(0, n)) {
      requireOtherCoins(one, other);
      requireOneMeaning(one.ledger, other.ledger);
      if (isOnePool(one.ledger, other.ledger)) requireOtherRows(one, other);
      else if (said === 'one pool') refusePools(one.ledger, other.ledger);
    }
  });
}

/** A row counts once a round. */
function refuseRounds({ ledger: { file }, spec: { rounds } }: Part): never {
  const found = `a ledger of ${rounds} rounds`;
  throw new DataError({ file, line: 1, found, legal: 'one alone, or ledgers whose rows are met once' });
}

/** Equal coins show the same draws twice: two such ledgers miss the truth .2, four .5 of the time where 5% is said. */
function requireOtherCoins({ ledger, spec }: Part, other: Part): void {
  if (spec.seed !== other.spec.seed || coinsIn({ ledger, spec }) !== coinsIn(other)) return;
  const keyed = spec.coins === 'pool' ? `seed ${spec.seed} on the same pool and pass` : `seed ${spec.seed}, whatever the pool`;
  const legal = 'coins of its own, as another seed has them: certificates of equal coins cannot be merged';
  throw new DataError({ file: ledger.file, line: 1, found: `the coins of ${other.ledger.file} (${keyed})`, legal });
}

function coinsIn({ ledger: { header }, spec }: Part): string {
  return coinName(spec, () => header.data, header.pass ?? 0);
}

function requireOneMeaning({ file, header }: Ledger, other: Ledger): void {
  const [classes, others] = [header.classes, other.header.classes];
  if (classes === undefined || others === undefined || classes.join('\n') === others.join('\n')) return;
  const legal = `${others.map((name) => `'${name}'`).join(' and ')}, as in ${other.file}: what is added up must be the same`;
  throw new DataError({ file, line: 1, found: `the classes ${classes.map((name) => `'${name}'`).join(' and ')}`, legal });
}

function isOnePool({ header: { data } }: Ledger, { header: { data: other } }: Ledger): boolean {
  return data.checksum === other.checksum && data.rows === other.rows;
}

function refusePools({ file, header }: Ledger, other: Ledger): void {
  const legal =
    `one of ${poolText(other.header.data)}, as ${other.file} is; pools without a row in common are merged where that is ` +
    'said (--shards)';
  throw new DataError({ file, line: 1, found: `a ledger of ${poolText(header.data)}`, legal });
}

function poolText({ name, rows, checksum }: PoolIdentity): string {
  return `'${name}' (${rows} rows, checksum ${checksum})`;
}

function requireOtherRows(one: Part, other: Part): void {
  const considered = new RowSet();
  for (const row of rowsOf(other)) considered.add(row);
  const shared = rowsOf(one).find((row) => considered.has(row));
  if (shared === undefined) return;
  const found = `row ${shared} among the rows considered, as in ${other.ledger.file}`;
  const legal = 'rows of its own: a row that counts twice proves nothing';
  throw new DataError({ file: one.ledger.file, line: 1, found, legal });
}

/** The rows that a ledger's run has considered, bought or not: its spec gives their order. */
function rowsOf({ ledger, spec }: Part): Uint32Array {
  const order = orderOf(spec, ledger.header.data.rows);
  return consideredOf(order, { outside: knownBefore(ledger) }).subarray(0, examplesIn(ledger));
}
