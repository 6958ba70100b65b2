/** The verdicts of calibration on hand-made purchases, and its cells. */
import { describe, expect, it } from 'vitest';
import { verdict } from '../../src/studies/results/claims.ts';
import { calibration } from '../../experiments/calibration/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf, withoutData } from './hand-made.ts';

type Run = Cell<'calibration'>['run'];

/** Purchases of these multiples of a budget of 100, forecast between 70 and 150. */
function reportOn(ratioOf: (run: Run) => number | undefined) {
  return calibration.report(
    findingsOf(calibration, ({ run }) => {
      const ratio = ratioOf(run as Run);
      return ratio === undefined
        ? undefined
        : {
            poolSize: 1000,
            budget: 100,
            mellowness: 1e-4,
            forecast: { mean: 100, low: 70, high: 150 },
            bought: [90 * ratio, 110 * ratio],
          };
    }),
  );
}

describe('calibration', () => {
  it('cells are legal and distinct at both sizes; both rules, both optimizers, six sets', () => {
    expect(cellsOf(calibration, 'full').length).toBeGreaterThan(cellsOf(calibration).length);
    expect(new Set(cellsOf(calibration).map(({ dataset }) => dataset)).size).toBe(6);
  });

  it('a budget kept by all streams, at the edge of what counts, and by every other one', () => {
    expect(failing(reportOn(() => 1))).toEqual([]);
    expect(failing(reportOn(() => 0.84))).toEqual([]);
    expect(failing(reportOn(() => 1.26))).toHaveLength(2);
    expect(failing(reportOn(({ pilot }) => (pilot === 500 ? 1.3 : 1)))).toEqual([expect.stringContaining('a pilot of 500 rows')]);
  });

  it('a trial without a suggestion is told', () => {
    expect(reportOn(({ seed }) => (seed === 2 ? undefined : 1)).notes.join()).toMatch(/44 of 88 trials found no mellowness/);
  });

  it('nothing is claimed where no dataset is there', () => {
    expect(calibration.report(withoutData(calibration)).claims.every((claim) => verdict(claim) === 'not measured')).toBe(true);
  });
});
