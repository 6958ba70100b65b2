import { ifPossible } from '../../files/if-possible.ts';
import { DivergenceError } from '../../learners/margin-learner.ts';
import type { Cell, Failed, KindName, MeasurementOf, Outcome } from './cell.ts';
import { SpecError } from '../../specs/choices.ts';
import { kinds } from './kinds/index.ts';
import type { Kind } from './kinds/kind.ts';
import { inParts, membersFor } from './shared-pass.ts';
import { columnsOf, type Split } from '../../rows/dataset.ts';
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

/** What became of a cell, and the seconds that it took. */
export interface Ended {
  readonly outcome: Outcome;
  readonly seconds: number;
}

/** Runs one cell by this clock, in seconds. */
export function timedCell(cell: Cell, splits: ReadonlyMap<string, Split>, clock: () => number): Ended {
  const start = clock();
  const outcome = runCell(cell, splits);
  return { outcome, seconds: clock() - start };
}

/**
 * Runs cells that can share a pass over their rows (cells/kinds/kind.ts), each with the outcome that `runCell` has for it, bit for
 * bit. A cell in which something goes wrong is run again, alone, which tells what. Each takes an equal share of the seconds of the
 * pass, besides those of a run alone.
 */
export function timedCells(cells: readonly Cell[], splits: ReadonlyMap<string, Split>, clock: () => number): Ended[] {
  const start = clock();
  const measurements = measuredTogether(cells, splits);
  const share = (clock() - start) / cells.length;
  return cells.map((cell, n) => {
    const measurement = measurements[n];
    if (measurement !== undefined) return { outcome: { measurement }, seconds: share };
    const { outcome, seconds } = timedCell(cell, splits, clock);
    return { outcome, seconds: share + seconds };
  });
}

/** Of no cell where one of them breaks the pass. */
function measuredTogether(
  cells: readonly Cell[],
  splits: ReadonlyMap<string, Split>,
): readonly (MeasurementOf<KindName> | undefined)[] {
  const [{ kind, dataset }] = cells;
  const { shared } = kinds[kind] as Partial<Kind<unknown, unknown, MeasurementOf<KindName>>>;
  const split = splits.get(dataset!);
  if (shared === undefined || split === undefined) return [];
  const measured = ifPossible(() =>
    inParts(cells, membersFor(columnsOf(split))).flatMap((part) =>
      shared.run(
        part.map(({ run }) => run),
        split,
      ),
    ),
  );
  return measured ?? [];
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
