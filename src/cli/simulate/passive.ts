import { DivergenceError } from '../../learners/learner.ts';
import type { Split } from '../../rows/selection/split.ts';
import { passiveOf } from '../../specs/passive-of.ts';
import type { RunSpec } from '../../specs/run.ts';
import { simulate } from '../../studies/cells/simulate.ts';

/**
 * Test error of passive learning that stops after so many labels of the stream of a run. null without a test part, for progressive
 * errors of a model that learns on and of one that has stopped are no comparison; and where it diverges.
 */
export function passiveErrorAfter(labels: number, spec: RunSpec, split: Split): number | null {
  if (split.test === undefined) return null;
  try {
    const { measurement } = simulate({ ...passiveOf(spec), budget: labels, perDecade: 1 }, split);
    return (measurement.final ?? measurement.curve.at(-1)!).testError;
  } catch (error) {
    if (error instanceof DivergenceError) return null;
    throw error;
  }
}
