import { requireFitting, type Cell } from '../cells/cell.ts';
import { SpecError } from '../../specs/choices.ts';
import { canonical } from '../../specs/hash.ts';
import type { Split } from '../../rows/selection/split.ts';
import type { Size, Study } from '../study.ts';

/** The cells of a study on these datasets; throws SpecError where two are the same or one names a dataset it has not. */
export function planCells(study: Study, size: Size, datasets: readonly string[], seeds: number): readonly Cell[] {
  const cells = study.cells(size, datasets, seeds);
  const places = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = canonical(cell);
    const earlier = places.get(name);
    if (earlier !== undefined)
      throw new SpecError(`${study.id}: cells ${earlier + 1} and ${at + 1} are the same run: ${JSON.stringify(cell)}`);
    places.set(name, at);
    if (cell.dataset !== undefined && !datasets.includes(cell.dataset)) {
      throw new SpecError(
        `${study.id}: cell ${at + 1} wants the dataset '${cell.dataset}'; there are ${datasets.join(', ') || 'none'}`,
      );
    }
  }
  return cells;
}

/** Throws SpecError where the labels of a dataset are none that a cell can learn. */
export function requireFittingCells(cells: readonly Cell[], splits: ReadonlyMap<string, Split>): void {
  for (const cell of cells) if (cell.dataset !== undefined) requireFitting(cell, splits.get(cell.dataset)!);
}
