import { DataError } from '../files/data-error.ts';
import { PartsError } from '../specs/parts/recorded.ts';
import { SpecError } from '../specs/choices.ts';
import { isOfSeveral, parseAnyRun } from '../specs/kinds/active-classes.ts';
import type { RunSpec } from '../specs/run.ts';
import type { Header } from './entry.ts';

/**
 * The spec of the run that a ledger is about.
 *
 * @throws PartsError for own parts that are not here as they were recorded.
 * @throws DataError for a spec that this version cannot build, and for several classes that have not as many names.
 */
export function recordedSpec(file: string, { spec, classes }: Pick<Header, 'spec' | 'classes'>): RunSpec {
  try {
    const parsed = parseAnyRun(spec);
    if (isOfSeveral(parsed)) requireNames(file, classes, parsed.classes);
    return parsed;
  } catch (error) {
    if (error instanceof PartsError) throw error.of(file);
    if (!(error instanceof SpecError)) throw error;
    const found = `a spec that cannot be built (${error.message})`;
    throw new DataError({ file, line: 1, found, legal: 'one that this version of iwal knows' });
  }
}

function requireNames(file: string, names: readonly string[] | undefined, classes: number): void {
  if (names?.length === classes) return;
  const found = `${names?.length ?? 'no'} names of classes`;
  throw new DataError({ file, line: 1, found, legal: `${classes}, as many as the spec counts` });
}
