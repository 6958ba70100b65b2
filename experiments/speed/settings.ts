import type { RaceResult } from '../../src/studies/run/race.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

export const DATASET = 'rcv1-like';
export const LOSSES = ['hinge', 'logistic'] as const;
export type Loss = (typeof LOSSES)[number];
/** What a lap begins with. */
export const START = ['in memory', 'from a file'] as const;

/** Active over passive, lap by lap. */
export function ratios({ active, passive }: RaceResult): number[] {
  return active.map((seconds, lap) => seconds / passive[lap]);
}

/** The settings raced with one loss: the passive and the active one. */
export function raced({ results }: Findings, loss: Loss): { passive: Setting; active: Setting } {
  const settings = settingsOf(ofKind(results, 'active').filter(({ cell }) => cell.run.loss.name === loss));
  return {
    passive: settings.find(({ run }) => run.query.name === 'passive')!,
    active: settings.find(({ run }) => run.query.name !== 'passive')!,
  };
}
