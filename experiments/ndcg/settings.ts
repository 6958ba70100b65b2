import type { SpecOf } from '../../src/studies/cells/cell.ts';
import { logGrid } from '../support/log-grid.ts';

/** Step sizes eta0 / sqrt(t), half a decade apart. */
export const RATES = logGrid(-2, 1, 2);
export const PASSES = 5;
export const SETS = ['mq2008_fold1', 'ltr_lightgbm_train'] as const;

export const POINTWISE = 'pointwise, squared';
export const BALANCED = 'pairs, query-balanced';
export const WEIGHTED = 'pairs, ndcg';
export const NAIVE = 'pairs, ndcg, naive';

export function methodOf({ pairs, update }: SpecOf<'ranking'>): string {
  if (pairs === undefined) return POINTWISE;
  return `pairs, ${pairs.name}${update === 'naive' ? ', naive' : ''}`;
}
