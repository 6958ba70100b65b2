import type { Loss } from './loss.ts';

/** The labels of the two classes. */
export interface Classes {
  readonly negative: number;
  readonly positive: number;
}

/** The two classes of a loss as labels: 0 and 1 for losses of the 'unit' kind, -1 and +1 for all others. */
export function classesOf(loss: Loss): Classes {
  return { negative: loss.labels === 'unit' ? 0 : -1, positive: 1 };
}
