/** Runs one cell and turns what goes wrong in it into a recorded outcome. */
import { DivergenceError } from '../learners/learner.ts';
import type { Cell, Outcome } from './cell.ts';
import { simulate, type Split } from './simulate.ts';

export function runCell(cell: Cell, splits: ReadonlyMap<string, Split>): Outcome & { seconds: number } {
  const split = splits.get(cell.dataset);
  if (split === undefined) throw new Error(`no dataset '${cell.dataset}' was given to this run`);
  try {
    return simulate(cell.run, split);
  } catch (error) {
    if (error instanceof DivergenceError) return { failure: error.message, seconds: 0 };
    throw error;
  }
}
