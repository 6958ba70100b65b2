import { medianOver, type Setting } from '../../src/studies/results/results.ts';
import type { Measurement } from '../../src/streams/measures/measurement.ts';
import { final, rangeOver } from './numbers.ts';

/** Share of the labels a run bought. */
export function shareOf(measurement: Measurement): number {
  return final(measurement).queried / final(measurement).examples;
}

export function testErrorOf(measurement: Measurement): number {
  return final(measurement).testError!;
}

/**
 * The median share of labels bought, over the seeds of a setting of active learning; Infinity where a run failed: the setting has lost.
 */
export function share(setting: Setting): number {
  return medianOver(setting, shareOf);
}

/** The median validation error; Infinity likewise. */
export function validationError(setting: Setting): number {
  return medianOver(setting, ({ validationError }) => validationError!);
}

/** The median test error; Infinity likewise. */
export function testError(setting: Setting): number {
  return medianOver(setting, testErrorOf);
}

/** The 10th and 90th percentile over the seeds. */
export function testErrorRange(setting: Setting): [number, number] {
  return rangeOver(setting, testErrorOf);
}
