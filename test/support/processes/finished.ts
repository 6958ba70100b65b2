import type { Work } from '../../../src/numerics/work.ts';

/** Carries work out to its end. */
export function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
