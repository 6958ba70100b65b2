import type { SpecOf } from '../../src/studies/cells/cell.ts';
import { logGrid } from '../support/log-grid.ts';

/** Step sizes eta0 / sqrt(t), half a decade apart. */
export const RATES = logGrid(-2, 2, 2);

export const LOSSES = ['logistic', 'squared'] as const;
export type Loss = (typeof LOSSES)[number];
export const POINTWISE = { logistic: 'balanced classification', squared: 'balanced regression' } as const;

export function methodOf({ pairs, loss, update }: SpecOf<'ranking'>): string {
  const name = loss.name as Loss;
  return pairs === undefined ? POINTWISE[name] : pairsOf(name, update);
}

export function pairsOf(loss: Loss, update: string): string {
  return `pairs, ${loss}, ${update}`;
}
