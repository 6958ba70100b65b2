/** Commands that ask for classes need a loss that predicts some. */
import { buildLearner } from '../studies/build.ts';
import type { RunSpec } from '../studies/spec.ts';
import { UsageError } from './failure.ts';

export function requireClassifier(command: string, spec: RunSpec): void {
  const { loss } = buildLearner(spec, 1);
  if (loss.threshold === undefined) throw new UsageError(`loss '${loss.name}' predicts no classes; ${command} needs two`);
}
