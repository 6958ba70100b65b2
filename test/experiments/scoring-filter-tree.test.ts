/** The verdicts of scoring-filter-tree on hand-made errors, and its cells. */
import { expect, it } from 'vitest';
import { scoringFilterTree } from '../../experiments/scoring-filter-tree/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type ClassesCell = Cell<'classes'>;

/** Recomputed trees win by a little; naive updates bear one step size fewer. */
function error({ dataset, run: { reduction, update, optimizer } }: ClassesCell): number {
  const power = Math.abs(Math.log10((optimizer as { eta0: number }).eta0));
  const floor = { pendigits: 0.09, letter: 0.38, mnist10k: 0.1 }[dataset]!;
  const method = reduction === 'scoring-filter-tree' ? 0 : 0.001;
  return floor + method + (power <= 0.5 || (update === 'invariant' && power <= 1) ? 0 : 0.2);
}

function overruns({ run: { reduction, update, loss } }: ClassesCell): number | null {
  if (loss.name === 'logistic' || !reduction.endsWith('scoring-filter-tree')) return null;
  if (update === 'naive') return 0.5;
  return reduction === 'scoring-filter-tree' ? 0 : 0.01;
}

function verdicts(errorOf = error, overrunsOf = overruns): string[] {
  const findings = findingsOf(scoringFilterTree, (cell) => {
    const own = cell as ClassesCell;
    const score = { error: errorOf(own), cost: errorOf(own) };
    return { curve: [{ examples: 9, ...score }], validation: score, test: score, steps: 3, overruns: overrunsOf(own) };
  });
  return failing(scoringFilterTree.report(findings));
}

it('has legal cells on all its sets, naive updates for the trees of scores alone', () => {
  const cells = cellsOf(scoringFilterTree) as ClassesCell[];
  expect(new Set(cells.map(({ dataset }) => dataset)).size).toBe(3);
  const naive = cells.filter(({ run }) => run.update === 'naive').map(({ run }) => run.reduction);
  expect([...new Set(naive)].sort()).toEqual(['scoring-filter-tree', 'static-scoring-filter-tree']);
});

it('every claim holds where the source is right', () => expect(verdicts()).toEqual([]));

it('every claim can fail', () => {
  const worse = (cell: ClassesCell): number =>
    error(cell) + (cell.run.reduction === 'scoring-filter-tree' ? 0.1 + (cell.run.update === 'invariant' ? 0.2 : 0) : 0);
  const swapped = (cell: ClassesCell): number | null =>
    cell.run.loss.name === 'logistic' ? null : cell.run.reduction === 'scoring-filter-tree' ? 0.01 : 0;
  expect(verdicts(worse, swapped)).toHaveLength(
    scoringFilterTree.report(findingsOf(scoringFilterTree, () => undefined)).claims.length,
  );
});
