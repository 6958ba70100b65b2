import { buildLoss } from '../../specs/build-learner.ts';
import type { RunSpec } from '../../specs/run.ts';
import { UsageError } from '../terminal/failure.ts';

/** Commands that ask for classes need a loss that predicts some. */
export function requireClassifier(command: string, spec: RunSpec): void {
  const loss = buildLoss(spec);
  if (loss.threshold === undefined) throw new UsageError(`loss '${loss.name}' predicts no classes; ${command} needs two`);
}
