import { CompositionError } from '../numerics/iwal-error.ts';
import type { Loss } from '../losses/loss.ts';
import type { QueryRule } from '../queries/query.ts';

/**
 * Which query rules make sense with which losses; all go with every update rule and optimizer.
 *
 * @throws CompositionError with the reason where they do not go together.
 */
export function requireCompatible(query: QueryRule, loss: Loss): void {
  if (query.reads !== 'counts' && loss.threshold === undefined) {
    throw new CompositionError(
      `query rule '${query.name}' asks which class a prediction is in, and loss '${loss.name}' predicts no classes; ` +
        'passive and random do not ask',
    );
  }
  if (query.whenImplied === 'learn-prediction' && loss.labels !== 'sign' && loss.labels !== 'unit') {
    throw new CompositionError(
      `query rule '${query.name}' learns predicted classes as if they were labels, and the labels of loss '${loss.name}' ` +
        'are numbers, not classes; ' +
        `a loss for classes (logistic, hinge) suits it`,
    );
  }
}
