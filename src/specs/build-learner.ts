import { type Loss, classesOf, type LabelKind, LEGAL_LABELS } from '../losses/loss.ts';
import { featureUnits, ScaledFeatures } from '../learners/feature-units.ts';
import { LinearLearner, requireLinearStep } from '../learners/margin-learner.ts';
import { requireTellingLoss } from '../learners/own-learner.ts';
import { CompositionError } from '../numerics/iwal-error.ts';
import { guessWeights, numberWeights } from '../rows/guesses.ts';
import { AveragedWeights, refuseAverage, given } from '../optimizers/averaged-weights.ts';
import type { OptimizerFactory, OptimizerTraits, OptimizerRecipe } from '../optimizers/optimizer.ts';
import { averageAfter } from './run.ts';
import { asSpecError, declaresTraits, isOpen, resolve, SpecError, lookUp, type LooseChoice, withStep } from './choices.ts';
import type { LearnerSpec } from './learner-spec.ts';
import { parts } from './parts/registry.ts';
import type { Dataset } from '../rows/dataset.ts';
import { blocks } from '../optimizers/blocks/index.ts';
import { type BlockFactory, separate } from '../optimizers/blocks/block.ts';
import { BlockLearner } from '../reductions/block-learner.ts';
import { reductions } from '../reductions/index.ts';
import type { Reduction } from '../reductions/reduction.ts';
import { vectorWeights } from '../rows/kernels/vector-weights.ts';
import type { Parameters } from '../numerics/recipe.ts';

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
export function buildLearner(spec: LearnerSpec, columns: number, labels = Infinity): LinearLearner {
  requireComposable(spec);
  requireStepSize(spec);
  const guesses = spec.range ? (spec.guess ? numberWeights : []) : spec.guess && guessWeights(2);
  const plain = guesses ? given(guesses) : resolve('optimizer', parts.optimizers, spec.optimizer);
  return new LinearLearner(buildLoss(spec), parts.updates[spec.update], averagedInUnits(plain, spec, labels)(columns));
}

/** Throws SpecError where the parts of a learner do not go together. Nothing is built for that: their traits say it. */
export function requireComposable(spec: LearnerSpec): void {
  const traits = optimizerTraits(spec);
  if (spec.average !== undefined && !traits.averagable) orSpecError(() => refuseAverage(traits.name));
  requireBuildableLoss(buildLoss(spec), traits);
  orSpecError(() => {
    requireTellingLoss(buildLoss(spec), traits);
    requireLinearStep(parts.updates[spec.update], traits);
  });
}

/** Throws SpecError for a step size that earlier versions left to the data: its runs can be read, and no new one begins. */
export function requireStepSize({ optimizer }: Pick<LearnerSpec, 'optimizer'>): void {
  if (isOpen(optimizer)) throw new SpecError(`optimizer '${optimizer.name}': ${NO_AUTO}`);
}

/** What to write in place of the step size of earlier versions. */
const NO_AUTO = "eta0 'auto' is of earlier versions and no longer runs; expected a number, or 'normalized-adaptive' without eta0";

/** An optimizer, its average and its units, as the spec says. */
function averagedInUnits(plain: OptimizerFactory, { average, scale }: LearnerSpec, labels: number): OptimizerFactory {
  return (columns) => {
    const optimizer = plain(columns);
    const averaged = average === undefined ? optimizer : new AveragedWeights(optimizer, averageAfter(average, labels));
    return scale === undefined ? averaged : new ScaledFeatures(averaged, featureUnits(scale, columns));
  };
}

/** Throws SpecError for a loss whose slopes the optimizer cannot add up. */
function requireBuildableLoss(loss: Loss, { name, adaptive }: OptimizerTraits): void {
  // Whether a squared slope at the first prediction, 0, overflows for some label.
  const startsOnACliff = loss.labels === 'unit' && loss.slope(0, 1) ** 2 === Infinity;
  if (!adaptive || !startsOnACliff) return;
  const found =
    `optimizer '${name}' adds up squared slopes, and those of loss '${loss.name}' have no bound at the prediction 0, where ` +
    'learning starts';
  throw new SpecError(`${found}; expected optimizers that read no slope, gradient-descent for one`);
}

/** Parts of a spec that do not go together are a fault of the spec; every other error is one of the program. */
export function orSpecError<T>(build: () => T, of = ''): T {
  return asSpecError(CompositionError, build, of);
}

/** Whether the labels are those of two classes, -1 and +1. */
export function hasClasses({ labels }: Dataset): boolean {
  return firstUnlike(labels, 'sign') === labels.length;
}

/**
 * The labels of a dataset as this loss reads them, classes as its classes. Which task a dataset is follows from its labels alone:
 * two classes where all are -1 or +1, else numbers.
 *
 * @throws SpecError where the loss cannot read them.
 */
export function labelsFor(loss: Loss, dataset: Dataset): Float64Array {
  if (loss.labels === 'unit' && hasClasses(dataset)) {
    const { negative, positive } = classesOf(loss);
    return dataset.labels.map((y) => (y > 0 ? positive : negative));
  }
  requireLabels(dataset, loss.labels, `loss '${loss.name}'`);
  return dataset.labels;
}

/**
 * Labels as one loss reads them, as another one does: classes as its classes, where their kinds differ. Both have to predict
 * classes then.
 */
export function labelTranslation(from: Loss, to: Loss): (label: number) => number {
  if (from.labels === to.labels) return (label) => label;
  const { negative, positive } = classesOf(to);
  return (label) => (label > from.threshold! ? positive : negative);
}

/** Throws SpecError unless the labels are two classes and the loss predicts classes. */
export function requireClasses(loss: Loss, dataset: Dataset): void {
  if (loss.threshold === undefined)
    throw new SpecError(`loss '${loss.name}' predicts no classes, and active learning is about two`);
  requireLabels(dataset, 'sign', 'active learning');
}

function requireLabels({ name, labels }: Dataset, kind: LabelKind, taker: string): void {
  const found = firstUnlike(labels, kind);
  if (found < labels.length)
    throw new SpecError(
      `${taker} takes labels that are ${LEGAL_LABELS[kind].words}; that of row ${found + 1} of '${name}' is ${labels[found]}`,
    );
}

/**
 * Where the first label is that is not of the kind; their number where there is none. For every cell of a sweep it looks at all labels:
 * one that equals either of the last two looked up is of the kind, so that two classes are looked up twice. Both are compared, for
 * which of them a label is cannot be foreseen by a processor.
 */
function firstUnlike(labels: Float64Array, kind: LabelKind): number {
  const { includes } = LEGAL_LABELS[kind];
  let one = NaN;
  let other = NaN;
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i];
    if (Number(label !== one) & Number(label !== other)) {
      if (!includes(label)) return i;
      other = one;
      one = label;
    }
  }
  return labels.length;
}

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
 * The learner of this many members for rows of so many columns, each with the spec's loss, update and optimizer; `labels` as buildLearner
 * has it.
 *
 * @throws SpecError, CompositionError where the parts of the spec do not go together.
 */
export function buildBlockLearner(spec: LearnerSpec, size: number, columns: number, labels = Infinity): BlockLearner {
  requireComposable(spec);
  requireStepSize(spec);
  const members = Array.from({ length: size }, (_, k) => k);
  const plain = (k: number): OptimizerFactory =>
    spec.guess ? given(guessWeights(size, k)) : resolve('optimizer', parts.optimizers, spec.optimizer);
  const isApart = (spec.guess ?? spec.average ?? spec.scale) !== undefined;
  const factory = isApart
    ? separate(members.map((k) => averagedInUnits(plain(k), spec, labels)))
    : buildBlock(members.map(() => spec.optimizer));
  return new BlockLearner(buildLoss(spec), parts.updates[spec.update], factory(columns, vectorWeights));
}

/**
 * The learner of a spec for K classes.
 *
 * @throws SpecError where its parts do not go together, and for fewer than two classes.
 */
export function buildReduction(spec: ReductionSpec, classes: number, columns: number, labels = Infinity): Reduction {
  const kind = lookUp('reduction', reductions, spec.reduction);
  if (!(Number.isInteger(classes) && classes >= 2))
    throw new SpecError(`reduction '${spec.reduction}' of ${classes} classes; expected a whole number >= 2`);
  const why = kind.unfit(resolve('loss', parts.losses, spec.loss));
  if (why !== undefined) throw new SpecError(`reduction '${spec.reduction}': ${why}`);
  return kind.build(buildBlockLearner(spec, kind.members(classes), columns, labels), classes);
}

/** The traits of the optimizer that `buildLearner` makes of a spec. */
export function optimizerTraits({ optimizer }: Pick<LearnerSpec, 'optimizer'>): OptimizerTraits {
  const choice = withStep(optimizer);
  const { name, ...given } = choice;
  const entry: unknown = lookUp('optimizer', parts.optimizers, name);
  if (declaresTraits(entry)) return (entry as OptimizerRecipe<Parameters>).traits(given);
  // One of one's own that is no such recipe: as the optimizer has them.
  const built = resolve('optimizer', parts.optimizers, choice)(1);
  const { linear, adaptive, followsLeader = false, suitsAnyUnits = false, coordinates } = built;
  return { name, linear, adaptive, followsLeader, suitsAnyUnits, averagable: coordinates !== undefined };
}
