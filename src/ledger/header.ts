import { present } from '../numerics/present.ts';
import { minimumOfUnits, minimumProbability } from '../specs/build.ts';
import type { RunSpec, Pool } from '../specs/run.ts';
import { LEDGER_VERSION, type Header } from './entry.ts';
import { isWeighted, poolIdentity } from './pool-identity.ts';

/** What a ledger is about. */
export interface HeaderParts
  extends Pick<Header, 'iwal' | 'record' | 'classes' | 'known'>, Pick<Header['data'], 'holdout' | 'columns'> {
  readonly spec: RunSpec;
  readonly pool: Pool & { readonly name: string; readonly checksum?: string };
}

/** The header of a new ledger; what must be known before the first question is in it. */
export function headerOf({ pool: { checksum, ...pool }, ...parts }: HeaderParts): Header {
  const { spec, holdout, columns, iwal, record, classes, known } = parts;
  return {
    'iwal-ledger': LEDGER_VERSION,
    iwal,
    record,
    data: { ...poolIdentity(pool), ...present({ checksum, holdout, columns }) },
    ...(classes && { classes }),
    spec,
    ...minimaOf(spec, pool),
    ...(known !== undefined && { known }),
  };
}

/** p_min, as a header says it: of a row where a pace decides it, of a unit of importance where rows have importances. */
export function minimaOf(spec: RunSpec, pool: Pool): Pick<Header, 'minimumProbability' | 'minimumOfUnits'> {
  return present({
    minimumProbability: spec.pace === undefined ? undefined : minimumProbability(spec, pool),
    minimumOfUnits: isWeighted(pool.importances) ? minimumOfUnits(spec, pool) : undefined,
  });
}
