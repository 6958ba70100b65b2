/** Hand-made findings: a study's own cells, with measurements made up by a test. */
import { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { verdict } from '../../../src/studies/results/claims.ts';
import type { StudyReport, Findings, Size, Study } from '../../../src/studies/study.ts';
import type { Cell, CellResult } from '../../../src/studies/cells/cell.ts';
import { planCells } from '../../../src/studies/run/plan.ts';
import type { Split } from '../../../src/rows/dataset.ts';
import '../../support/kinds.ts';

export const SEEDS = 2;
export const EXAMPLES = 100;

/** The legal cells of a study on all its datasets; throws where one is not legal or two are the same. */
export function cellsOf(study: Study, size: Size = 'default', seeds = SEEDS): readonly Cell[] {
  return planCells(
    study,
    size,
    study.datasets(size, seeds).map(({ name }) => name),
    seeds,
  );
}

/** What the study would find if every cell measured this; undefined stands for a run that diverged. */
export function findingsOf(study: Study, measure: (cell: Cell) => object | undefined, seeds = SEEDS): Findings {
  const results = cellsOf(study, 'default', seeds).map((cell, n) => {
    const measurement = measure(cell);
    return {
      hash: `${n}`,
      cell,
      outcome: measurement === undefined ? { failure: 'diverged', reason: 'diverged' } : { measurement },
    } as CellResult;
  });
  const train = {
    name: 'hand-made',
    rows: new SparseRows(new Uint32Array(EXAMPLES + 1), new Uint32Array(), new Float32Array(), 1),
    labels: new Float64Array(EXAMPLES),
  };
  const splits = new Map(study.datasets('default', seeds).map(({ name }): [string, Split] => [name, { train }]));
  return { size: 'default', seeds, splits, missing: [], results, races: [] };
}

/** The study's findings where no dataset is on this machine. */
export function withoutData(study: Study): Findings {
  const missing = study.datasets('default', SEEDS).map(({ name }) => name);
  return { size: 'default', seeds: SEEDS, splits: new Map(), missing, results: [], races: [] };
}

/** Beginnings of the claims that do not hold, in order. */
export function failing({ claims }: StudyReport): string[] {
  return claims.filter((claim) => verdict(claim) !== 'holds').map(({ claim }) => claim);
}
