import { median } from '../../src/statistics/small-samples.ts';
import { meanOver, type Case } from '../../src/studies/results/claim.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import { exp, log } from '../../src/numerics/elementary.ts';
import { onScale } from './numbers.ts';

/** Active over passive, geometric mean over laps side by side; compared are the medians of both, in seconds. */
export function timeCase({ active, passive }: RaceResult): Omit<Case, 'criterion'> {
  const logs = active.map((seconds, lap) => log(seconds / passive[lap]));
  return {
    what: '',
    ...onScale(meanOver(logs, 'laps'), exp),
    unit: 'times',
    compared: { of: [median(active), median(passive)], unit: 'seconds' },
  };
}

/** In a sentence: what was tried to make an active pass cost no more than a passive one with this loss. */
export function triedForTime(loss: string): string {
  const skipped =
    loss === 'hinge'
      ? ', and a passive pass with hinge loss skips the update of every row beyond the margin by itself, so that there is ' +
        'less to save: not even loops fused by hand cost the same (npm run bench -- --against cxx)'
      : '';
  return (
    'The margin of the decision is used again for the update, and no slope is computed that its step does not need; ' +
    `coin, flip weight and rule are still paid for on every row${skipped}.`
  );
}
