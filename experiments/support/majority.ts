import type { Dataset } from '../../src/rows/dataset.ts';

/** The error of always predicting the larger class: what every classifier has to beat. */
export function majorityError({ labels }: Dataset): number {
  const positive = labels.reduce((count, y) => (y > 0 ? count + 1 : count), 0) / labels.length;
  return Math.min(positive, 1 - positive);
}
