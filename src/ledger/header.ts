import { minimumProbability } from '../specs/build.ts';
import type { RunSpec } from '../specs/run.ts';
import type { Pool } from '../specs/pacing.ts';
import { LEDGER_VERSION, type Header } from './entry.ts';
import { poolIdentity } from './pool-identity.ts';

/** What a ledger is about. */
export interface HeaderParts extends Pick<Header, 'iwal' | 'record' | 'classes' | 'known'>, Pick<Header['data'], 'holdout'> {
  readonly spec: RunSpec;
  readonly pool: Pool & { readonly name: string };
}

/** The header of a new ledger; what must be known before the first question is in it. */
export function headerOf({ spec, pool: { name, ...pool }, holdout, iwal, record, classes, known }: HeaderParts): Header {
  const minimum = headerMinimum(spec, pool);
  const { rows, importances } = pool;
  return {
    'iwal-ledger': LEDGER_VERSION,
    iwal,
    record,
    data: { ...poolIdentity(name, rows, importances), ...(holdout !== undefined && { holdout }) },
    ...(classes && { classes }),
    spec,
    ...(minimum !== undefined && { minimumProbability: minimum }),
    ...(known !== undefined && { known }),
  };
}

/** p_min, as a header says it: where a pace decides it. */
export function headerMinimum(spec: RunSpec, pool: Pool): number | undefined {
  return spec.pace === undefined ? undefined : minimumProbability(spec, pool);
}
