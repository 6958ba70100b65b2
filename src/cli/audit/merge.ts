import { certifying } from '../../ledger/audit/certificates/certify.ts';
import type { CertificateRequest, Certification } from '../../ledger/audit/certificates/certified.ts';
import { roundIn } from '../../ledger/passes.ts';
import { requireConsistent } from '../../ledger/audit/consistency.ts';
import type { PoolsSaid } from '../../ledger/audit/certificates/merged.ts';
import type { Header } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { examplesIn } from '../../ledger/replay/replay.ts';
import type { RunSpec } from '../../specs/run.ts';
import { readRecordedRun } from '../data/recorded-run.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import { requireEarlierPasses } from './run.ts';

/** Ledgers that agree with themselves, and what they certify together. */
export interface Merged {
  readonly ledgers: readonly {
    readonly file: string;
    readonly header: Header;
    /** The header's, with every default filled in. */
    readonly spec: RunSpec;
    readonly examples: number;
  }[];
  readonly certified: Certification;
}

/** Carries out `iwal audit` of several ledgers, once its command line is checked. Loaded only then. */
export async function certifyFiles(
  files: readonly string[],
  request: CertificateRequest,
  said: PoolsSaid,
  session: Session,
): Promise<Merged> {
  const ledgers: Ledger[] = [];
  const listed: Merged['ledgers'][number][] = [];
  for (const file of files) {
    const run = await readRecordedRun(file, session);
    const { ledger, spec, active } = run;
    await requireEarlierPasses(run, session);
    const stated = { judge: active, weighting: active.query.weighting, ...roundIn(ledger, spec) };
    await interruptibly(requireConsistent(ledger, stated), session);
    ledgers.push(ledger);
    listed.push({ file, header: ledger.header, spec, examples: examplesIn(ledger) });
  }
  return { ledgers: listed, certified: await interruptibly(certifying(ledgers, request, said), session) };
}
