import { isWeighted } from '../../ledger/pool-identity.ts';
import { minimumOfUnits } from '../../specs/build.ts';
import { consideredMass, type Pool } from '../../specs/pacing.ts';
import type { RunSpec } from '../../specs/run.ts';
import { reachWords } from '../../streams/stopping/stop-words.ts';
import { reachOf } from '../../streams/stopping/stopping.ts';

/** What has to be known of `--stop` before the first label is bought; nothing without it. */
export function stopRemarks(spec: RunSpec, pool: Pool): string[] {
  const minimum = spec.stop && minimumOfUnits(spec, pool);
  if (spec.stop === undefined || minimum === undefined) return [];
  const of = isWeighted(pool.importances) ? 'units of importance' : 'rows';
  return [`--stop: ${reachWords(spec.stop, reachOf(spec.stop, minimum, consideredMass(pool)), minimum, of)}`];
}
