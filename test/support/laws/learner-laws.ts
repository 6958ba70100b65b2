import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/rules.ts';

/** What the laws of learners need besides optimizers: every loss, and labels of the kind it takes. */

/** Every loss of the registry: those of the median and the mean, and else the defaults. */
export const everyLoss: readonly Loss[] = Object.values({
  ...losses,
  quantile: losses.quantile({ level: 0.5 }),
  expectile: losses.expectile({ q: 0.5 }),
}).map((entry) => (typeof entry === 'function' ? entry({}) : entry));

export const everyUpdate: readonly UpdateRule[] = Object.values(updates);

export function sampleLabel(loss: Loss, random: RandomStream): number {
  switch (loss.labels) {
    case 'sign':
      return random.below(2) === 0 ? -1 : 1;
    case 'unit':
      return random.below(2);
    case 'real':
      return random.normal();
    case 'count':
      return random.below(5);
  }
}
