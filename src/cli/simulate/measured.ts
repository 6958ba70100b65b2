import { DataError } from '../../files/data-error.ts';
import type { Split } from '../../rows/selection/split.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { Failed } from '../../studies/cells/outcome.ts';
import { attempted } from '../../studies/cells/run-cell.ts';
import { PLAIN, simulateWatched, type FirstRun, type Watched } from './watched.ts';

/** Specs to run on one dataset. */
export interface Work extends FirstRun {
  readonly split: Split;
  readonly specs: readonly RunSpec[];
}

/** One for each spec. */
export type Message = Watched | Pick<Failed, 'failure'>;

/** Runs the specs one after the other, the first on the ledger. What goes wrong with the ledger is no bug. */
export function* measured({ split, specs, ...first }: Work): Generator<Message> {
  for (const [run, spec] of specs.entries()) {
    yield attempted((): Message => {
      try {
        return simulateWatched(spec, split, run === 0 ? first : PLAIN);
      } catch (error) {
        if (error instanceof DataError) return { failure: error.message };
        throw error;
      }
    });
  }
}
