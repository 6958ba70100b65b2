import type { LearnerSpec } from '../../src/specs/learner-spec.ts';

/** The learner of most tests: logistic loss, invariant updates, a step size of its own. */
export function descent(eta0: number, power?: number): Pick<LearnerSpec, 'loss' | 'update' | 'optimizer'> {
  const optimizer = { name: 'gradient-descent' as const, eta0, ...(power !== undefined && { power }) };
  return { loss: { name: 'logistic' }, update: 'invariant', optimizer };
}
