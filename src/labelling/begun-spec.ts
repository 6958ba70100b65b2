import { readHeaderIfAny } from '../ledger/file/read-ledger.ts';
import { recordedSpec } from '../ledger/recorded-spec.ts';
import type { RunSpec } from '../specs/run-spec.ts';

/**
 * The spec of the session that a ledger keeps: what stands for every option that is not written when it is continued, whatever
 * the defaults were when it was begun; undefined where there is no ledger yet.
 *
 * Errors (DataError): a file that is no ledger, and a spec that this version cannot build.
 */
export function begunSpec(ledger: string): RunSpec | undefined {
  const begun = readHeaderIfAny(ledger);
  return begun && recordedSpec(ledger, begun);
}
