import { finished, type Work } from '../../../numerics/work.ts';
import { requireConfidence } from '../../../statistics/estimate.ts';
import type { Ledger } from '../../file/read-ledger.ts';
import { knownIn, statedBy } from '../../known.ts';
import { recordedSpec } from '../../recorded-spec.ts';
import { certified, type Certification, type CertificateRequest } from './certified.ts';
import { gathered, type Evidence } from '../evidence.ts';
import { requireMergeable, type Part, type PoolsSaid } from './merged.ts';

/**
 * Certified counts over the rows of one ledger, or of several whose coins are independent and which share no row: bounds that hold
 * at every look at once, but with a probability of 1 - confidence for each count (statistics/certificates/certificate.ts).
 *
 * The ledger that was begun first stands first: its p_min decides the grid, and was known before any coin. `said`: ledgers of
 * different pools are merged only where somebody says that these have no row in common.
 *
 * `why` in place of counts, where a ledger certifies nothing.
 *
 * @throws RangeError for no ledger, and for a confidence outside (0, 1).
 * @throws DataError for ledgers that share coins or rows, or whose classes differ; for a spec that this version cannot build.
 *
 * @example
 * const parts = { loss: { name: 'hinge' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1 } };
 * const spec = { ...parts, query: { name: 'passive' }, order: 'given', floor: 0.5, seed: 1 };
 * const header = { data: { rows: 2, checksum: 'a' }, record: 'considered', spec };
 * const bought = { entry: 'example', outcome: 'asked', probability: 1, importance: 1, prediction: 0, cost: 1 };
 * const entries = [{ ...bought, position: 0, row: 0, label: 1 }, { ...bought, position: 1, row: 1, label: -1 }];
 * const { counts } = certify([{ file: 'a.ledger', header, entries }], { targets: ['positives'], confidence: 0.95 });
 * [counts[0].low, counts[0].high, counts[0].rows] // => [1, 1, 2]
 */
export function certify(ledgers: readonly Ledger[], request: CertificateRequest, said: PoolsSaid = 'one pool'): Certification {
  return finished(certifying(ledgers, request, said));
}

/** The same as work in pieces. */
export function* certifying(ledgers: readonly Ledger[], request: CertificateRequest, said: PoolsSaid): Work<Certification> {
  if (ledgers.length === 0) throw new RangeError('without a ledger there is nothing to certify');
  requireConfidence(request.confidence);
  const parts = ledgers.map((ledger): Part => ({ ledger, spec: recordedSpec(ledger.file, ledger.header) }));
  requireMergeable(parts, said);
  const evidence: Evidence[] = [];
  for (const part of parts) evidence.push(yield* evidenceIn(part));
  return yield* certified(evidence, request);
}

/** What a ledger tells by itself. */
export function* evidenceIn({ ledger, spec }: Part): Work<Evidence> {
  const stated = statedBy(ledger, spec);
  return yield* gathered(ledger.entries, { ...stated, ...knownIn(ledger, stated), trueError: null });
}
