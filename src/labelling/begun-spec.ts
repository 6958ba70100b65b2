import { readHeaderIfAny } from '../ledger/file/read-ledger.ts';
import { parseRunSpec, type RunSpec } from '../specs/run-spec.ts';

/**
 * The spec of a session that may have been begun by an earlier version.
 *
 * The spec with the coins that its ledger was begun with: one from before coins were keyed by the pool keeps the others for ever.
 * Where there is no ledger yet, the spec as it is. Errors (DataError): a file that is no ledger.
 */
export function onItsCoins(spec: RunSpec, ledger: string): RunSpec {
  const begun = readHeaderIfAny(ledger);
  if (begun === undefined || (begun.spec as Partial<RunSpec> | null)?.coins !== undefined) return spec;
  return parseRunSpec(Object.fromEntries(Object.entries(spec).filter(([field]) => field !== 'coins')));
}
