import { DivergenceError } from '../../learners/learner.ts';
import type { Cell } from './cell.ts';
import { SpecError } from '../../specs/choices.ts';
import { kinds } from './kinds/index.ts';
import type { Failed, Outcome } from './outcome.ts';
import type { Split } from '../../rows/split.ts';
import { thrownInParts } from '../../specs/parts/loaded.ts';
import { ProbabilityError } from '../../streams/decision.ts';
import { ImportanceError } from '../../updates/update.ts';

/** What a run cannot be made of, however often it is tried. */
const REFUSALS = [SpecError, ImportanceError, ProbabilityError];

/** Runs one cell and turns what goes wrong in it into a recorded outcome. */
export function runCell({ kind, dataset, run }: Cell, splits: ReadonlyMap<string, Split>): Outcome {
  return attempted(() => {
    const entry = kinds[kind];
    if (!('admit' in entry)) return { measurement: entry.run(run as never) };
    const split = splits.get(dataset!);
    if (split === undefined) throw new Error(`no dataset '${dataset}' was given to this run`);
    return { measurement: entry.run(run as never, split) };
  });
}

/** The result of the work, or what went wrong in it. */
export function attempted<T>(work: () => T): T | Failed {
  try {
    return work();
  } catch (error) {
    if (error instanceof DivergenceError) return { failure: error.message, reason: 'diverged', example: error.example };
    if (REFUSALS.some((kind) => error instanceof kind)) return { failure: (error as Error).message, reason: 'refused' };
    return { failure: thrownInParts(error) ?? String(error), reason: 'broken' };
  }
}
