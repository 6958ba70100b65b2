/** What a setting of active learning comes to, over its seeds. A setting of which a run failed has lost: Infinity. */
import { final, medianOver, rangeOver, type Setting } from '../../src/studies/results/results.ts';
import type { Measurement } from '../../src/streams/measurement.ts';

/** Share of the labels a run bought. */
export function shareOf(measurement: Measurement): number {
  return final(measurement).queried / final(measurement).examples;
}

export function testErrorOf(measurement: Measurement): number {
  return final(measurement).testError!;
}

export function share(setting: Setting): number {
  return medianOver(setting, shareOf);
}

export function validationError(setting: Setting): number {
  return medianOver(setting, ({ validationError }) => validationError!);
}

export function testError(setting: Setting): number {
  return medianOver(setting, testErrorOf);
}

/** The 10th and 90th percentile over the seeds. */
export function testErrorRange(setting: Setting): [number, number] {
  return rangeOver(setting, testErrorOf);
}
