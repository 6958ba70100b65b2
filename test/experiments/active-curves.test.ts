/** The verdicts of active-curves on hand-made errors, and its cells. */
import { expect, it } from 'vitest';
import { activeCurves } from '../../experiments/active-curves/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type Run = Cell<'active'>['run'];

/** Errors of 5% for a tenth of the labels with safe updates; naive ones reach them with every label, or learn nothing. */
function asClaimed({ update, query, seed }: Run): { share: number; error: number } {
  if (query.name === 'passive') return { share: 1, error: 0.05 };
  const isMellow = 'mellowness' in query && query.mellowness >= 1e-3;
  const error = isMellow || update !== 'naive' ? 0.05 : 0.5;
  return { share: isMellow ? 1 : 0.08, error: error + 0.001 * seed };
}

function reportOn(measured: (run: Run) => { share: number; error: number } | undefined) {
  return activeCurves.report(
    findingsOf(activeCurves, ({ run }) => {
      const found = measured(run as Run);
      return (
        found && {
          curve: [{ examples: 1000, queried: 1000 * found.share, testError: found.error }],
          validationError: found.error,
        }
      );
    }),
  );
}

/** Hand-made labels are all 0: the larger class errs nowhere, and nothing is counted as collapsed by that. */
function exchanged(run: Run): { share: number; error: number } {
  return asClaimed({ ...run, update: run.update === 'naive' ? 'invariant' : 'naive' });
}

it('cells are legal and distinct at both sizes; every update meets the same settings', () => {
  expect(cellsOf(activeCurves, 'full').length).toBeGreaterThan(cellsOf(activeCurves).length);
  const settings = (update: string): string[] =>
    cellsOf(activeCurves).flatMap(({ dataset, run }) =>
      (run as Run).update === update ? [JSON.stringify({ dataset, ...run, update: '' })] : [],
    );
  expect([settings('naive'), settings('implicit')]).toEqual([settings('invariant'), settings('invariant')]);
});

it('labels go further, and similarly far, where errors are as claimed', () => {
  const failed = failing(reportOn(asClaimed));
  expect(failed.filter((claim) => !claim.startsWith('naive updates'))).toEqual([]);
});

it('with the updates exchanged, neither goes further than naive', () => {
  const failed = failing(reportOn(exchanged));
  expect(failed.filter((claim) => claim.includes('use labels far better'))).toHaveLength(2);
});

it('a setting with a run that diverged is no setting', () => {
  const failed = failing(
    reportOn((run) => (run.update !== 'naive' && run.seed === 2 && run.query.name !== 'passive' ? undefined : asClaimed(run))),
  );
  expect(failed.filter((claim) => claim.includes('use labels far better'))).toHaveLength(2);
});

it('what was tried is counted from the runs', () => {
  for (const { tried } of reportOn(asClaimed).claims)
    expect(tried).toContain('10 step sizes and 9 values of mellowness (1e-8 to 1)');
});
