/** From a spec to live objects: the learner it names, sized for its data, and the labels as its loss reads them. */
import type { Dataset } from '../data/dataset.ts';
import { classesOf } from '../learners/labels.ts';
import { LinearLearner } from '../learners/linear.ts';
import { losses } from '../losses/index.ts';
import type { Loss } from '../losses/loss.ts';
import { optimizers } from '../optimizers/index.ts';
import { queries } from '../queries/index.ts';
import type { QueryRule } from '../queries/query.ts';
import { updates } from '../updates/index.ts';
import { resolve, SpecError } from './choices.ts';
import type { RunSpec } from './spec.ts';

/** The learner of a spec for rows with this many columns; throws SpecError where its parts do not go together. */
export function buildLearner(spec: Pick<RunSpec, 'loss' | 'update' | 'optimizer'>, columns: number): LinearLearner {
  const loss = resolve('loss', losses, spec.loss);
  const optimizer = resolve('optimizer', optimizers, spec.optimizer)(columns);
  try {
    return new LinearLearner(loss, updates[spec.update], optimizer);
  } catch (error) {
    if (error instanceof RangeError) throw new SpecError(error.message);
    throw error;
  }
}

export function buildQuery(spec: Pick<RunSpec, 'query'>): QueryRule {
  return resolve('query rule', queries, spec.query);
}

/** Labels of a binary dataset (-1 and +1) as this loss reads its two classes. */
export function labelsFor(loss: Loss, { labels }: Dataset): Float64Array {
  const { negative, positive } = classesOf(loss);
  return negative === -1 ? labels : labels.map((y) => (y > 0 ? positive : negative));
}
