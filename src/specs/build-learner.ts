import type { Loss } from '../losses/loss.ts';
import { featureUnits } from '../learners/feature-units.ts';
import { LinearLearner, requireLinearStep } from '../learners/linear.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { ScaledLearner } from '../learners/scaled.ts';
import { CompositionError } from '../numerics/iwal-error.ts';
import { guessWeights } from '../rows/guesses.ts';
import { AveragedWeights, refuseAverage } from '../optimizers/averaged-weights.ts';
import { given } from '../optimizers/given.ts';
import type { OptimizerTraits } from '../optimizers/optimizer.ts';
import { averageAfter } from './averaging.ts';
import { isOpen, resolve, SpecError } from './choices.ts';
import type { LearnerSpec } from './learner-spec.ts';
import { parts } from './parts/registry.ts';
import { optimizerTraits } from './traits/optimizer-traits.ts';

/** The loss of a spec, which says what labels it takes and whether it predicts classes. */
export function buildLoss({ loss }: Pick<LearnerSpec, 'loss'>): Loss {
  return resolve('loss', parts.losses, loss);
}

/**
 * The learner of a spec for rows with this many columns. `labels` says how many it will learn, where an average begins after a share
 * of them; without it such an average is one of a learner that is restored, whose state says when it began, or only looked at.
 *
 * @throws SpecError where its parts do not go together.
 */
export function buildLearner(spec: LearnerSpec, columns: number, labels = Infinity): MarginLearner {
  const learner = buildLinear(spec, columns, labels);
  return spec.scale === undefined ? learner : new ScaledLearner(learner, featureUnits(spec.scale, columns));
}

/** Throws SpecError where the parts of a learner do not go together. Nothing is built for that: their traits say it. */
export function requireComposable(spec: LearnerSpec): void {
  const traits = optimizerTraits(spec);
  if (spec.average !== undefined && !traits.averagable) orSpecError(() => refuseAverage(traits.name));
  requireBuildableLoss(buildLoss(spec), traits);
  orSpecError(() => {
    requireLinearStep(parts.updates[spec.update], traits);
  });
}

/** Throws SpecError for a step size that earlier versions left to the data: its runs can be read, and no new one begins. */
export function requireStepSize({ optimizer }: Pick<LearnerSpec, 'optimizer'>): void {
  if (isOpen(optimizer)) throw new SpecError(`optimizer '${optimizer.name}': ${NO_AUTO}`);
}

/** What to write in place of the step size of earlier versions. */
const NO_AUTO = "eta0 'auto' is of earlier versions and no longer runs; expected a number, or 'normalized-adaptive' without eta0";

/** The optimizer of a spec, with the loss and update rule it goes with, for features as they are; `labels` as buildLearner has it. */
export function buildLinear(spec: LearnerSpec, columns: number, labels = Infinity): LinearLearner {
  requireComposable(spec);
  requireStepSize(spec);
  const plain = (spec.guess ? given(guessWeights(2)) : resolve('optimizer', parts.optimizers, spec.optimizer))(columns);
  const { average } = spec;
  const optimizer = average === undefined ? plain : new AveragedWeights(plain, averageAfter(average, labels));
  return new LinearLearner(buildLoss(spec), parts.updates[spec.update], optimizer);
}

/** Throws SpecError for a loss whose slopes the optimizer cannot add up. */
function requireBuildableLoss(loss: Loss, { name, adaptive }: OptimizerTraits): void {
  if (!adaptive || !startsOnACliff(loss)) return;
  const found =
    `optimizer '${name}' adds up squared slopes, and those of loss '${loss.name}' have no bound at the prediction 0, where ` +
    'learning starts';
  throw new SpecError(`${found}; expected optimizers that read no slope, gradient-descent for one`);
}

/** Whether a squared slope at the first prediction, 0, overflows for some label. */
function startsOnACliff(loss: Loss): boolean {
  return loss.labels === 'unit' && loss.slope(0, 1) ** 2 === Infinity;
}

/** Parts of a spec that do not go together are a fault of the spec; every other error is one of the program. */
export function orSpecError<T>(build: () => T, of = ''): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof CompositionError) throw new SpecError(`${of}${error.message}`);
    throw error;
  }
}
