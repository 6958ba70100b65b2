import { minimumProbability } from '../../specs/build.ts';
import { consideredRows, type Pool } from '../../specs/pacing.ts';
import type { RunSpec } from '../../specs/run.ts';
import { reachWords } from '../../streams/stopping/stop-words.ts';
import { reachOf } from '../../streams/stopping/stopping.ts';

/** What has to be known of `--stop` before the first label is bought; nothing without it. */
export function stopRemarks(spec: RunSpec, pool: Pool): string[] {
  const minimum = spec.stop && minimumProbability(spec, pool);
  if (spec.stop === undefined || minimum === undefined) return [];
  const { mass, weighed } = consideredRows(spec, minimum, pool);
  return [`--stop: ${reachWords(spec.stop, reachOf(spec.stop, minimum, mass, weighed), minimum)}`];
}
