/** The verdicts of calibration on hand-made forecasts, and its cells. */
import { expect, it } from 'vitest';
import { verdict } from '../../src/studies/results/claims.ts';
import { FITTED, OF_ERRORS } from '../../experiments/calibration/settings.ts';
import { calibration } from '../../experiments/calibration/study.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';
import '../support/kinds.ts';

/** Errors of a fifth, forecast between `low` and three tenths. */
function forecastFrom(low: number) {
  const tested = { labels: 100, value: 0.2, low, high: 0.3, errors: [0.2, 0.2] };
  return { poolSize: 1000, active: [tested], passive: [tested, { ...tested, value: null, low: 0 }] };
}

function reportOn(forecast: object) {
  return calibration.report(findingsOf(calibration, () => forecast));
}

it('cells are legal and distinct at both sizes, on nineteen sets', () => {
  expect(cellsOf(calibration, 'full')).toEqual(cellsOf(calibration));
  expect(new Set(cellsOf(calibration).map(({ kind, dataset }) => `${kind} ${dataset}`)).size).toBe(19);
});

it('errors within their range, outside of it, and far from the middle that was named', () => {
  expect(failing(reportOn(forecastFrom(0.25)))).toEqual([
    expect.stringContaining('a stream with a paced budget ends'),
    expect.stringContaining('passive learning that stops'),
  ]);
  const far = forecastFrom(0.1);
  const named = { ...far, active: far.active.map((each) => ({ ...each, value: 0.11 })), passive: far.passive.slice(1) };
  expect(failing(reportOn(named))).toEqual([expect.stringContaining('where the pilot names an error')]);
});

it('only sets on which nothing was fitted decide', () => {
  const { claims } = calibration.report(
    findingsOf(calibration, ({ dataset }) => forecastFrom(FITTED.includes(dataset!.slice(0, -OF_ERRORS.length)) ? 0.25 : 0.1)),
  );
  expect(claims.slice(0, 3).map(verdict)).toEqual(['holds', 'holds', 'holds']);
});
