import type { DatasetOptions } from '../../data/index.ts';
import { audit, type Audit } from '../../ledger/audit/audit.ts';
import { requireConsistent } from '../../ledger/audit/consistency.ts';
import { finalError } from '../../ledger/fresh.ts';
import type { CertificateRequest } from '../../ledger/audit/certified.ts';
import type { Header } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { passesOf } from '../../ledger/passes.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { leftBySpec } from '../../ledger/replay/labels-left.ts';
import { ruleTraits } from '../../specs/rule-traits.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { leftOf, readPoolOf, readRecordedRun, verifyRun, type RecordedRun } from '../data/recorded-run.ts';
import type { Session } from '../terminal/session.ts';

export interface Audited extends Audit {
  readonly file: string;
  readonly header: Header;
  /** The header's, with every default filled in. */
  readonly spec: RunSpec;
  /** Fresh labels, and the error of the model in the end by them; absent while the run goes on. */
  readonly final?: { readonly labels: number; readonly estimate: ErrorEstimate };
}

/** Carries out `iwal audit` of one ledger, once its command line is checked. Loaded only then. */
export async function auditFile(
  file: string,
  data: { readonly file: string; readonly options: DatasetOptions } | undefined,
  certify: CertificateRequest | undefined,
  session: Session,
): Promise<Audited> {
  const run = await readRecordedRun(file, session);
  const { ledger, spec, active } = run;
  const { learner, query } = active;
  const floor = ledger.header.minimumProbability ?? spec.floor;
  const context = { loss: learner.loss, query, ...(floor !== undefined && { floor }), ...(certify && { certify }) };
  await requireEarlierPasses(run, session);
  // Before the long computation: a ledger that contradicts itself need not be compared with anything.
  const alone = await interruptibly(
    audit(ledger, { ...context, left: leftBySpec(spec, ledger.header.data.rows), isTruthful: spec.oracle === undefined }),
    session,
  );
  const told = { file, header: ledger.header, spec, ...finalIn(ledger) };
  if (data === undefined) return { ...told, ...alone };
  const { dataset, labels } = await session.unlessInterrupted(readPoolOf(run, data.file, data.options));
  const verified = await interruptibly(verifyRun(run, dataset, labels), session);
  const isTruthful = labels === undefined ? spec.oracle === undefined : answersAre(labels, ledger);
  const known = { ...context, left: leftOf(run, dataset), isTruthful, ...(labels !== undefined && { labels }) };
  return { ...told, ...(await interruptibly(audit(ledger, known, verified), session)) };
}

/** Whether the passes before agree with themselves. */
export async function requireEarlierPasses({ ledger, active }: RecordedRun, session: Session): Promise<void> {
  const { loss } = active.learner;
  for (const before of ledger.before === undefined ? [] : passesOf(ledger.before)) {
    const { weighting } = ruleTraits(recordedSpec(before.file, before.header));
    await interruptibly(requireConsistent(before, { loss, weighting }), session);
  }
}

/** What is known of the model in the end. */
function finalIn(ledger: Ledger): Pick<Audited, 'final'> {
  if (ledger.entries.at(-1)?.entry !== 'end') return {};
  const labels = ledger.fresh?.filter(({ entry }) => entry.label !== null).length ?? 0;
  return { final: { labels, estimate: finalError(ledger) } };
}

/** Whether every answer is the true label. */
function answersAre(labels: Float64Array, { entries }: Ledger): boolean {
  for (const entry of entries) {
    if (entry.entry !== 'end' && typeof entry.label === 'number' && entry.label !== labels[entry.row]) return false;
  }
  return true;
}
