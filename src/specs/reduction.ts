import { blocks } from '../optimizers/blocks/index.ts';
import type { BlockFactory } from '../optimizers/blocks/block.ts';
import { separate } from '../optimizers/blocks/separate.ts';
import { given } from '../optimizers/given.ts';
import { BlockLearner } from '../reductions/block-learner.ts';
import { reductions } from '../reductions/index.ts';
import type { Reduction } from '../reductions/reduction.ts';
import { guessWeights } from '../rows/guesses.ts';
import { vectorWeights } from '../rows/kernels/vector-weights.ts';
import { buildLoss, requireComposable, requireStepSize } from './build-learner.ts';
import { lookUp, resolve, SpecError, type LooseChoice } from './choices.ts';
import type { LearnerSpec } from './learner-spec.ts';
import { parts } from './parts/registry.ts';

/** A learner of several classes: what every member learns with, and how K classes are made of them. */
export interface ReductionSpec extends LearnerSpec {
  readonly reduction: keyof typeof reductions;
}

/**
 * A block of one optimizer, a member for each choice: interleaved where the optimizer can be, else K weight vectors. The choices
 * name one optimizer and may differ in its numbers, step sizes for one.
 *
 * @throws SpecError for choices of several optimizers, and for a name that there is not.
 */
export function buildBlock(choices: readonly LooseChoice[]): BlockFactory {
  const [{ name }] = choices;
  const other = choices.find((choice) => choice.name !== name);
  if (other !== undefined) throw new SpecError(`a block of '${name}' and '${other.name}'; expected one optimizer`);
  lookUp('optimizer', parts.optimizers, name);
  if (!Object.hasOwn(blocks, name)) return separate(choices.map((choice) => resolve('optimizer', parts.optimizers, choice)));
  const build = blocks[name as keyof typeof blocks] as (members: readonly object[]) => BlockFactory;
  return build(choices.map(({ name: _, ...given }) => given));
}

/**
 * The learner of this many members for rows of so many columns, each with the spec's loss, update and optimizer.
 *
 * @throws SpecError, CompositionError where the parts of the spec do not go together.
 */
export function buildBlockLearner(spec: LearnerSpec, size: number, columns: number): BlockLearner {
  requireComposable(spec);
  requireStepSize(spec);
  const members = Array.from({ length: size }, (_, k) => k);
  const factory = spec.guess
    ? separate(members.map((k) => given(guessWeights(size, k))))
    : buildBlock(members.map(() => spec.optimizer));
  return new BlockLearner(buildLoss(spec), parts.updates[spec.update], factory(columns, vectorWeights));
}

/**
 * The learner of a spec for K classes.
 *
 * @throws SpecError where its parts do not go together, and for fewer than two classes.
 */
export function buildReduction(spec: ReductionSpec, classes: number, columns: number): Reduction {
  const kind = lookUp('reduction', reductions, spec.reduction);
  if (!(Number.isInteger(classes) && classes >= 2))
    throw new SpecError(`reduction '${spec.reduction}' of ${classes} classes; expected a whole number >= 2`);
  requirePlainLearner(spec);
  const why = kind.unfit(resolve('loss', parts.losses, spec.loss));
  if (why !== undefined) throw new SpecError(`reduction '${spec.reduction}': ${why}`);
  return kind.build(buildBlockLearner(spec, kind.members(classes), columns), classes);
}

/** What several learners at once can do is made of one learner each, with the features as they are. */
function requirePlainLearner({ reduction, average, scale }: ReductionSpec): void {
  const found = average !== undefined ? 'average' : scale !== undefined ? 'scale' : undefined;
  if (found !== undefined) throw new SpecError(`reduction '${reduction}' has no ${found}: it is for two classes and for numbers`);
}
