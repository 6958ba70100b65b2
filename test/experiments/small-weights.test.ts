/** The verdicts of small-weights on hand-made accuracies, and its cells. */
import { expect, it } from 'vitest';
import { verdict } from '../../src/studies/results/claims.ts';
import { smallWeights } from '../../experiments/small-weights/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type Run = Cell<'online'>['run'];

/**
 * Good between 1/64 and 64 with invariant and implicit updates, between 1/64 and 1 with the plain step, which diverges beyond.
 */
function asClaimed({ update, optimizer }: Run): number | undefined {
  const { eta0 } = optimizer as { eta0: number };
  if (update === 'naive' && eta0 > 1) return undefined;
  return eta0 >= 1 / 64 && eta0 <= 64 ? 0.1 : 0.3;
}

function reportOn(errorOf: (run: Run) => number | undefined) {
  return smallWeights.report(
    findingsOf(smallWeights, ({ run }) => {
      const error = errorOf(run as Run);
      return error === undefined
        ? undefined
        : { curve: [], validation: { loss: 1, error }, test: { loss: 1, error }, nonZeros: 1 };
    }),
  );
}

it('cells are legal and distinct at both sizes: three schedules, five sets and more', () => {
  expect(cellsOf(smallWeights, 'full').length).toBeGreaterThan(cellsOf(smallWeights).length);
  expect(new Set(cellsOf(smallWeights).map(({ dataset }) => dataset)).size).toBeGreaterThanOrEqual(5);
  expect([
    ...new Set(cellsOf(smallWeights).map(({ run }) => (run as Run & { optimizer: { power: number } }).optimizer.power)),
  ]).toEqual([0, 0.5, 1]);
});

it('all claims hold where accuracies are as claimed', () => expect(failing(reportOn(asClaimed))).toEqual([]));

it('a run of one seed that diverges is no accuracy at all', () => {
  const { claims } = reportOn(({ update, seed }) => (update !== 'naive' && seed === 2 ? undefined : 0.2));
  expect(claims.every((claim) => verdict(claim) === 'does not hold')).toBe(true);
});

it('with the updates exchanged, ranges are narrower and most points lie below', () => {
  const failed = failing(reportOn((run) => asClaimed({ ...run, update: run.update === 'naive' ? 'invariant' : 'naive' })));
  expect(failed).toContain('logistic loss, implicit: most points are on or above the diagonal');
  expect(failed).toContain('hinge loss, invariant: the range of good step sizes is broader than that of the plain step');
});
