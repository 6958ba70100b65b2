import { type Fit, fitLossOf } from '../fits/fit.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { partIn, type State } from '../numerics/state.ts';
import { type Reduction, Targets } from '../reductions/reduction.ts';
import type { LearnedLabel, Fitting, Pupil } from '../streams/refits.ts';
import { buildLearner, buildLoss, buildReduction, optimizerTraits, type ReductionSpec } from './build-learner.ts';
import { SpecError } from './choices.ts';
import { completeLearner, type LearnerSpec } from './learner-spec.ts';
import { wordFeatures, type Vectorizer } from '../text/vectorizer.ts';
import { orderOf, type Pool, type RunSpec, consideredOf, labelsOutside } from './run.ts';
import { ruleTraits } from './traits/rule-traits.ts';

/** What a spec depends on in the file that it is about. */
interface FileFacts {
  /** Two guesses differ in the rows that are read, out of so many. */
  readonly differing?: { readonly of: number };
  /** Absent: no row has words. */
  readonly vectorizer?: Pick<Vectorizer, 'bits' | 'words'>;
}

/**
 * A spec whose lead is over all rows of the file of which two guesses differ in some. If the run is a new one, its fits know which columns
 * are words, and several classes are fitted jointly where the loss is one of probabilities; one that goes on has what it began with.
 */
export function overFile<S extends Pick<RunSpec, 'loss' | 'stop' | 'final' | 'refit' | 'reduction' | 'parts'>>(
  spec: S,
  { differing, vectorizer }: FileFacts,
  begun?: object,
): S {
  const stop = differing && spec.stop?.measure === 'lead' ? { ...spec.stop, of: differing.of } : undefined;
  const leading = { ...spec, ...(stop && { stop }) };
  if (begun !== undefined || (spec.final ?? spec.refit) === undefined) return leading;
  const words = vectorizer && wordFeatures(vectorizer);
  const joint = spec.reduction !== undefined && buildLoss(spec).probability !== undefined;
  return { ...leading, ...(words && { words }), ...(joint && { joint }) };
}

/**
 * How a run of this spec fits models to its labels, or calibrates the one that learns online; undefined where it does neither. `newPupil` and `predicting` are those of its kind of
 * learner.
 *
 * @throws SpecError for a loss that nothing can be fitted with, and for refits where the rule goes by the importance to flip.
 */
export function fittingOf<L>(
  spec: RunSpec,
  { rows, importances, start, order, calibrates }: Pool,
  { classes, newPupil, predicting }: Pick<Fitting<L>, 'classes' | 'newPupil' | 'predicting'>,
): Fitting<L> | undefined {
  const { final = 'online', refit, seed, words } = spec;
  if (final === 'online' && refit === undefined && calibrates === undefined) return undefined;
  const loss = buildLoss(spec);
  if (fitLossOf(loss) === undefined && (final === 'fit' || refit !== undefined))
    throw new SpecError(`loss '${loss.name}' can be learned online alone; expected no refit, and final 'online'`);
  if (refit !== undefined && ruleTraits(spec).reads === 'flip')
    throw new SpecError(
      `query rule '${spec.query.name}' goes by the importance that flips a prediction, which a fitted model does not have; ` +
        'expected no refit, or a rule that goes by the prediction: soft-margin, margin, random',
    );
  if (refit !== undefined && optimizerTraits(spec).isOwnLearner)
    throw new SpecError(`refits are of linear models, and '${spec.optimizer.name}' is a learner of your own; expected no refit`);
  const learned = (row: number, label: number): LearnedLabel => {
    const rowImportance = importances?.[row] ?? 1;
    return { row, label, rowImportance, learned: rowImportance, importance: 0 };
  };
  return {
    // A replay may have another loss than the run.
    joint: classes !== undefined && loss.probability !== undefined ? spec.joint : undefined,
    ...{ pool: rows, importances, loss, classes, seed, final, refit, words, newPupil, predicting },
    ...(calibrates !== undefined && { calibrates }),
    order: consideredOf(order ?? orderOf(spec, rows.length), start),
    known: [...labelsOutside(start?.outside), ...(start?.known ?? [])].map(([row, label]) => learned(row, label)),
  };
}

/** The spec of a learner with the weights of a fit: gradient descent, which has nothing besides its weights. */
export function fittedSpec({ loss, constant, parts }: LearnerSpec): LearnerSpec {
  const optimizer = { name: 'gradient-descent', eta0: 1 };
  return { ...completeLearner({ loss, update: 'invariant', optimizer, constant }), ...(parts && { parts }) };
}

/** The learner of two classes or of numbers that predicts as a fit does. */
export function fittedLearner(spec: LearnerSpec, { members: [weights], labels }: Fit, columns: number): MarginLearner {
  const learner = buildLearner(fittedSpec(spec), columns);
  const state = learner.state();
  weightsIn(partIn(state, 'optimizer')).set(weights);
  learner.restore({ ...state, learned: labels });
  return learner;
}

/** The learner of several classes that predicts as a fit does: one against all, whatever learned online. */
export function fittedReduction(spec: LearnerSpec, { members, labels }: Fit, columns: number): Reduction {
  const reduction = buildReduction(fittedReductionSpec(spec), members.length, columns);
  const state = reduction.state();
  const weights = weightsIn(partIn(state, 'block'));
  members.forEach((member, k) => {
    for (let j = 0; j < member.length; j++) weights[j * members.length + k] = member[j];
  });
  reduction.restore({ ...state, learned: labels });
  return reduction;
}

/** Its spec. */
export function fittedReductionSpec(spec: LearnerSpec): ReductionSpec {
  return { ...fittedSpec(spec), reduction: 'one-against-all' };
}

function weightsIn(state: State): Float64Array {
  return state.w as Float64Array;
}

/** A fresh learner of K classes, whose labels are 1 … K; it has scores where its reduction has. */
export function classPupil(learner: Reduction, { rows }: Pick<Pool, 'rows'>): Pupil<Reduction> {
  const labels = Float64Array.of(0);
  const targets = new Targets({ labels }, learner.classes);
  return {
    learner,
    learn: (i, label, h) => {
      labels[0] = label;
      learner.learn(rows, i, targets.of(0), h);
    },
    scores: (i, out) => {
      learner.scoresOf!(rows, i, out);
    },
  };
}

/** A fresh learner of two classes or of numbers. */
export function marginPupil(learner: MarginLearner, { rows }: Pick<Pool, 'rows'>): Pupil<MarginLearner> {
  return {
    learner,
    learn: (i, label, h) => {
      learner.learn(rows, i, label, h);
    },
    scores: (i, out) => {
      out[0] = learner.predict(rows, i);
    },
  };
}
