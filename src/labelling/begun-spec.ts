import type { PoolIdentity } from '../ledger/entry.ts';
import type { LedgerPlace } from '../ledger/file/memory-ledger.ts';
import { readLedgerIfAny } from '../ledger/file/read-ledger.ts';
import { recordedSpec } from '../ledger/recorded-spec.ts';
import type { Work } from '../numerics/work.ts';
import type { RunSpec } from '../specs/run.ts';

/** The session that a ledger keeps, as far as it decides what a command line that continues it may leave out. */
export interface Begun {
  /** Of the last pass: what stands for every option that is not written, whatever the defaults were when it was begun. */
  readonly spec: RunSpec;
  /** The last pass, from 0. */
  readonly pass: number;
  /** Whether that pass has been gone through. */
  readonly isOver: boolean;
  /** What it was begun with. */
  readonly data: PoolIdentity;
  /** Names of its classes; absent where labels were known. */
  readonly classes?: readonly string[];
}

/**
 * The session that a ledger keeps; undefined where there is no ledger yet.
 *
 * @throws DataError: a file that is no ledger, and a spec that this version cannot build.
 */
export function* begunSession(place: LedgerPlace): Work<Begun | undefined> {
  const ledger = yield* readLedgerIfAny(place);
  if (ledger === undefined) return undefined;
  const { file, header, entries } = ledger;
  const { pass = 0, classes, data } = header;
  const isOver = entries.at(-1)?.entry === 'end';
  return { spec: recordedSpec(file, header), pass, isOver, data, ...(classes && { classes }) };
}
