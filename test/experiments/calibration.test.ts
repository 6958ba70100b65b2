/** The verdicts of calibration on hand-made purchases, and its cells. */
import { describe, expect, it } from 'vitest';
import { verdict } from '../../src/studies/results/claims.ts';
import { FITTED, OF_ERRORS } from '../../experiments/calibration/settings.ts';
import { calibration } from '../../experiments/calibration/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf, withoutData } from './support/hand-made.ts';

type Run = Cell<'calibration'>['run'];

/** Errors of a fifth, forecast between `low` and three tenths. */
function forecastFrom(low: number) {
  const tested = { labels: 100, value: 0.2, low, high: 0.3, errors: [0.2, 0.2] };
  return { poolSize: 1000, active: [tested], passive: [tested, { ...tested, value: null, low: 0 }] };
}

/** Purchases of these multiples of a budget of 100, forecast between 70 and 150. */
function reportOn(ratioOf: (run: Run) => number | undefined, forecast: object | undefined = forecastFrom(0.1)) {
  return calibration.report(
    findingsOf(calibration, ({ kind, run }) => {
      if (kind === 'forecast') return forecast;
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
  it('cells are legal and distinct at both sizes; both rules, both optimizers, nine sets of purchases, nineteen of errors', () => {
    expect(cellsOf(calibration, 'full').length).toBeGreaterThan(cellsOf(calibration).length);
    const sets = new Set(cellsOf(calibration).map(({ kind, dataset }) => `${kind} ${dataset}`));
    expect([...sets].filter((set) => set.startsWith('calibration'))).toHaveLength(9);
    expect([...sets].filter((set) => set.startsWith('forecast'))).toHaveLength(19);
  });

  it('a budget kept by all streams, at the edge of what counts, and by every other one', () => {
    expect(failing(reportOn(() => 1))).toEqual([]);
    expect(failing(reportOn(() => 0.84))).toEqual([]);
    expect(failing(reportOn(() => 1.26))).toHaveLength(2);
    expect(failing(reportOn(({ pilot }) => (pilot === 500 ? 1.3 : 1)))).toEqual([expect.stringContaining('a pilot of 500 rows')]);
  });

  it('errors within their range, outside of it, and far from the middle that was named', () => {
    expect(failing(reportOn(() => 1, forecastFrom(0.25)))).toEqual([
      expect.stringContaining('a stream with a paced budget ends'),
      expect.stringContaining('passive learning that stops'),
    ]);
    const far = forecastFrom(0.1);
    const named = { ...far, active: far.active.map((each) => ({ ...each, value: 0.11 })), passive: far.passive.slice(1) };
    expect(failing(reportOn(() => 1, named))).toEqual([expect.stringContaining('where the pilot names an error')]);
  });

  it('only sets on which nothing was fitted decide', () => {
    const { claims } = calibration.report(
      findingsOf(calibration, ({ kind, dataset }) =>
        kind === 'forecast' ? forecastFrom(FITTED.includes(dataset.slice(0, -OF_ERRORS.length)) ? 0.25 : 0.1) : undefined,
      ),
    );
    expect(claims.slice(0, 3).map(verdict)).toEqual(['holds', 'holds', 'holds']);
  });

  it('a trial without a suggestion is told', () => {
    expect(reportOn(({ seed }) => (seed === 2 ? undefined : 1)).notes.join()).toMatch(/56 of 112 trials found no mellowness/);
  });

  it('nothing is claimed where no dataset is there', () => {
    expect(calibration.report(withoutData(calibration)).claims.every((claim) => verdict(claim) === 'not measured')).toBe(true);
  });
});
