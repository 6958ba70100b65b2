import { DataError } from '../files/data-error.ts';
import { PartsError } from '../specs/parts/recorded.ts';
import { SpecError } from '../specs/choices.ts';
import { parseRunSpec, type RunSpec } from '../specs/run-spec.ts';
import type { Header } from './entry.ts';

/**
 * The spec of the run that a ledger is about.
 *
 * @throws PartsError for own parts that are not here as they were recorded.
 * @throws DataError for a spec that this version cannot build.
 */
export function recordedSpec(file: string, { spec }: Pick<Header, 'spec'>): RunSpec {
  try {
    return parseRunSpec(spec);
  } catch (error) {
    if (error instanceof PartsError) throw error.of(file);
    if (!(error instanceof SpecError)) throw error;
    throw new DataError({
      file,
      line: 1,
      found: `a spec that cannot be built (${error.message})`,
      legal: 'one that this version of iwal knows',
    });
  }
}
