import { reductions } from '../../reductions/index.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { ActiveClassLearner } from '../../streams/active-class-learner.ts';
import { classPupil, fittedReduction, fittingOf } from '../fitting.ts';
import type { Fitting, Pupil } from '../../streams/refits.ts';
import { askingOf, buildQuery, NO_POOL, started, buildActiveLearner, buildOracle } from '../build.ts';
import { orSpecError, buildLoss, buildReduction, type ReductionSpec } from '../build-learner.ts';
import { lookUp, SpecError } from '../choices.ts';
import { labelsOf, type Pool, type RunSpec } from '../run.ts';
import { parseRunSpec, type GivenRun } from '../run-spec.ts';
import { present } from '../../numerics/present.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import { judgeOfClasses, judgeOfLoss, judgeOfNumbers, type Judge } from '../../streams/judge.ts';

/** The spec of one run of active learning of several classes: that of a run of two, and how K classes become one. */
export type ActiveClassesSpec = RunSpec & ReductionSpec;

/** The same as it is written in a program, defaults left out. */
export type GivenActiveClasses = GivenRun & Pick<ReductionSpec, 'reduction'> & Pick<RunSpec, 'classes' | 'positive'>;

/**
 * The spec of a run of several classes from outside, every default filled in.
 *
 * @throws SpecError as parseRunSpec does, for a reduction that does not suit the loss or the rule, for fields of two classes, and for
 * a recall to stop at where no class is named whose rows are looked for.
 */
export function parseActiveClasses(input: unknown): ActiveClassesSpec {
  const { reduction, classes, positive, ...run } = (input ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reduction !== 'string') throw new SpecError(`reduction: expected one of ${Object.keys(reductions).join(', ')}`);
  lookUp('reduction', reductions, reduction);
  const { words, joint, ...parsed } = parseRunSpec(run);
  const counted = countedIn(classes, positive);
  if (parsed.stop?.measure === 'recall' && counted.positive === undefined)
    throw new SpecError(
      'stop at a recall is about the rows of one class, and of several none is named; expected positive (--positive)',
    );
  const spec = { reduction: reduction as ReductionSpec['reduction'], ...parsed, ...counted, ...present({ words, joint }) };
  buildActiveClasses(spec, counted.classes ?? 2, NO_POOL);
  buildOracle(spec, buildLoss(spec), NO_POOL.rows, new Float64Array());
  return spec;
}

/** How many classes there are, and which of them is looked for. */
function countedIn(classes: unknown, positive: unknown): Pick<ActiveClassesSpec, 'classes' | 'positive'> {
  const isCount = (each: unknown): each is number => Number.isSafeInteger(each);
  if (classes !== undefined && !(isCount(classes) && classes >= 2))
    throw new SpecError(`classes: expected a whole number >= 2, found ${JSON.stringify(classes)}`);
  if (positive !== undefined && !(isCount(positive) && positive >= 1 && positive <= (classes ?? Infinity)))
    throw new SpecError(`positive: expected the number of a class, 1 to ${classes ?? 'K'}, found ${JSON.stringify(positive)}`);
  return present({ classes, positive });
}

/**
 * Learner, rule and coins of a spec for K classes and a pool of these rows.
 *
 * @throws SpecError where parts do not go together.
 */
export function buildActiveClasses(
  spec: ActiveClassesSpec,
  classes: number,
  pool: Pool,
  columns = pool.rows.columns,
): ActiveClassLearner {
  const asking = askingOf(spec, buildQuery(spec, columns, pool), judgeOfClasses(classes), pool);
  const fitting = classFitting(spec, classes, pool, columns);
  const learner = startedReduction(spec, classes, columns, pool);
  const of = `reduction '${spec.reduction}': `;
  return orSpecError(() => new ActiveClassLearner({ learner, ...asking, ...present({ fitting, positive: spec.positive }) }), of);
}

/** The learner that the pass before has left, or a fresh one that has learned what was known before the first question. */
export function startedReduction(spec: ActiveClassesSpec, classes: number, columns: number, pool: Pool): Reduction {
  return started(newPupil(spec, classes, columns, pool), pool);
}

/**
 * How a run of K classes fits models to its labels (fittingOf): one against all, for reductions that have a score a class.
 *
 * @throws SpecError where the spec asks for a fit all the same.
 */
export function classFitting(
  spec: ActiveClassesSpec,
  classes: number,
  pool: Pool,
  columns: number,
): Fitting<Reduction> | undefined {
  if (buildReduction(spec, classes, 0).scoresOf === undefined) {
    if (spec.final !== 'fit') return undefined;
    throw new SpecError(`reduction '${spec.reduction}' has no score a class, and a fit has one; expected one-against-all`);
  }
  return fittingOf(spec, pool, {
    classes,
    newPupil: () => newPupil(spec, classes, columns, pool),
    predicting: (fit) => fittedReduction(spec, fit, columns),
  });
}

/** A fresh learner of the spec. */
function newPupil(spec: ActiveClassesSpec, classes: number, columns: number, pool: Pool): Pupil<Reduction> {
  return classPupil(buildReduction(spec, classes, columns, labelsOf(spec, pool.rows.length)), pool);
}

/** The spec of a run over classes that are named beforehand, as those are that somebody labels. */
export interface NamedClassesSpec extends ActiveClassesSpec {
  readonly classes: number;
}

/** Whether a spec is of several classes, whose number it says. */
export function isOfSeveral(spec: RunSpec): spec is NamedClassesSpec {
  return spec.reduction !== undefined;
}

/**
 * The spec of one run from outside, of two classes or, where it has a `reduction`, of several, every default filled in.
 *
 * @throws SpecError as parseRunSpec and parseActiveClasses do, and where several classes are not counted.
 */
export function parseAnyRun(input: unknown): RunSpec {
  if ((input as Partial<RunSpec> | undefined)?.reduction === undefined) return parseRunSpec(input);
  const spec = parseActiveClasses(input);
  if (spec.classes === undefined)
    throw new SpecError(`reduction '${spec.reduction}' of unknown classes; expected how many there are, as classes`);
  return spec;
}

/**
 * Learner, rule and coins of a spec for a pool of these rows.
 *
 * @throws SpecError where parts do not go together.
 */
export function buildAnyActiveLearner(spec: RunSpec, pool: Pool): AnyActiveLearner {
  return isOfSeveral(spec) ? buildActiveClasses(spec, spec.classes, pool) : buildActiveLearner(spec, pool);
}

/** What judges the predictions of a run of this spec. */
export function judgeOf(spec: RunSpec): Judge {
  if (spec.range) return judgeOfNumbers(spec.range, spec.guess);
  return isOfSeveral(spec) ? judgeOfClasses(spec.classes, spec.positive) : judgeOfLoss(buildLoss(spec));
}
