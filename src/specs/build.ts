import { SparseRows } from '../rows/sparse-rows.ts';
import { classesOf } from '../learners/labels.ts';
import { featureUnits } from '../learners/feature-units.ts';
import { LinearLearner, requireLinearStep } from '../learners/linear.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { ScaledLearner } from '../learners/scaled.ts';
import { SideBySide } from '../learners/side-by-side.ts';
import type { Loss } from '../losses/loss.ts';
import { CompositionError } from '../numerics/composition-error.ts';
import { clip, unitProbability } from '../numerics/elementary.ts';
import { AveragedWeights, refuseAverage } from '../optimizers/averaged-weights.ts';
import { randomStream } from '../numerics/random.ts';
import type { OptimizerTraits } from '../optimizers/optimizer-recipe.ts';
import { floored } from '../queries/floored.ts';
import { paced } from '../queries/pacer.ts';
import type { QueryRule, Reads, RuleReading } from '../queries/query.ts';
import { longestWarmUp, warmedUp, type WarmUp } from '../queries/warmed-up.ts';
import { ActiveLearner } from '../streams/active-learner.ts';
import { knowing, type Annotator } from '../streams/oracles/annotator.ts';
import { coinsOf } from '../streams/coins.ts';
import { whyNoEstimate } from '../streams/measures/error-meter.ts';
import { judgeOfLoss, type Judge } from '../streams/judge.ts';
import { Stopping } from '../streams/stopping/stopping.ts';
import { AnnotatorOracle } from '../streams/oracles/oracle.ts';
import { averageAfter, labelsOf } from './averaging.ts';
import { contestantsOf, resolve, SpecError, type LooseChoice } from './choices.ts';
import { optimizerTraits } from './traits/optimizer-traits.ts';
import { budgetOf, consideredImportances, pacePlanOf, paidFor, type Pool } from './pacing.ts';
import { parts } from './parts/registry.ts';
import type { LearnerSpec } from './learner-spec.ts';
import type { RunSpec } from './run.ts';
import { labelsOutside } from './start.ts';

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
  requireComposable(spec);
  const contestants = contestantsOf(parts.optimizers, spec.optimizer);
  const learner =
    contestants === undefined
      ? linearLearner(spec, spec.optimizer, columns, labels)
      : new SideBySide(contestants.map(({ step, choice }) => ({ step, learner: linearLearner(spec, choice, columns, labels) })));
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

/** The optimizer of a spec, which may not leave its step size open, and the loss and update rule it goes with. */
export function buildLinear(spec: LearnerSpec, columns: number): LinearLearner {
  requireComposable(spec);
  return linearLearner(spec, spec.optimizer, columns, Infinity);
}

function linearLearner(spec: LearnerSpec, choice: LooseChoice, columns: number, labels: number): LinearLearner {
  const plain = resolve('optimizer', parts.optimizers, choice)(columns);
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

/** The query rule of a spec with the learners it may keep, on its floor if there is one, after its warm-up if there is one. */
export function buildQuery(
  spec: LearnerSpec &
    Pick<RunSpec, 'query' | 'floor' | 'warmUp' | 'budget' | 'pace' | 'explore' | 'oracle' | 'seed' | 'reduction' | 'classes'>,
  columns: number,
  pool: Pool = NO_POOL,
): QueryRule {
  const { warmUp, ...rest } = spec;
  return queryOf(warmUp === undefined || isWarm({ ...spec, warmUp }, pool) ? rest : spec, columns, pool);
}

/** What a warm-up knows classes by: the threshold of the loss, or of several how many it has to see. */
function thresholdOf({ reduction, classes, ...spec }: QuerySpec): WarmUp['threshold'] {
  if (reduction === undefined) return buildLoss(spec).threshold;
  return classes === undefined ? 'classes' : { classes };
}

type QuerySpec = Parameters<typeof buildQuery>[0];

/** Whether labels of earlier passes are all that a warm-up waits for. */
function isWarm({ warmUp, ...spec }: QuerySpec & { readonly warmUp: number }, { start }: Pool): boolean {
  const labels = [...(start?.known ?? []), ...labelsOutside(start?.outside)];
  if (start === undefined || labels.length < warmUp) return false;
  const threshold = thresholdOf(spec);
  if (threshold === undefined) return true;
  const seen = new Set<number | boolean>(labels.map(([, label]) => (typeof threshold === 'number' ? label > threshold : label)));
  return seen.size >= (typeof threshold === 'object' ? threshold.classes : 2);
}

function queryOf(spec: QuerySpec, columns: number, pool: Pool): QueryRule {
  const context = {
    newLearner: () => buildLearner(spec, columns, labelsOf(spec, pool.rows.length)),
    random: randomStream(spec.seed, 'rule'),
  };
  const rule = resolve('query rule', parts.queries, spec.query, context);
  const bounded = bound(rule, spec, pool);
  if (spec.warmUp === undefined) return bounded;
  const atMost = longestWarmUp(paidFor(spec, pool.rows.length));
  return warmedUp(bounded, { labels: spec.warmUp, atMost, threshold: thresholdOf(spec) });
}

/** p_min of a row of importance 1 in a run on this pool, where the spec has one for all rows. */
export function minimumProbability(spec: RunSpec, pool: Pool): number | undefined {
  return leastProbability(spec, pool)?.(1);
}

/**
 * p_min of a unit of importance, by which certificates go: the smallest 1 - (1 - p_min(i))^(1/i) of the rows considered, that of a row
 * where all have the importance 1.
 */
export function minimumOfUnits(spec: RunSpec, pool: Pool): number | undefined {
  const least = leastProbability(spec, pool);
  if (least === undefined || pool.importances === undefined) return least?.(1);
  return consideredImportances(pool).reduce(
    (smallest, i) => (i > 0 ? Math.min(smallest, minimumOfUnit(least(i), i)) : smallest),
    1,
  );
}

/** Of a row of importance i: neither 0, however much it weighs, nor 1, however little. */
function minimumOfUnit(p: number, i: number): number {
  return i === 1 ? p : clip(unitProbability(p, i), Number.MIN_VALUE, 1 - 2 ** -20);
}

/** p_min of a row of importance i. */
function leastProbability(spec: RunSpec, pool: Pool): ((rowImportance: number) => number) | undefined {
  const { pace, floor } = spec;
  if (floor !== undefined) return () => floor;
  if (pace === undefined) return undefined;
  const { minimum } = pacePlanOf({ ...spec, pace }, pool, pricesOf(spec, pool));
  return (rowImportance) => Math.min(1, minimum * rowImportance);
}

/** What labels cost does not depend on what they are. */
function pricesOf(spec: LearnerSpec & Pick<RunSpec, 'oracle' | 'seed'>, { rows }: Pool): Annotator {
  return buildAnnotator(spec, buildLoss(spec), rows, new Float64Array(rows.length));
}

/** Paced, or on its floor, or as it is. */
function bound(
  rule: QueryRule,
  { pace, ...spec }: LearnerSpec & Pick<RunSpec, 'floor' | 'warmUp' | 'budget' | 'pace' | 'explore' | 'oracle' | 'seed'>,
  pool: Pool,
): QueryRule {
  if (pace === undefined) return spec.floor === undefined ? rule : floored(rule, spec.floor);
  const plan = pacePlanOf({ ...spec, pace }, pool, pricesOf(spec, pool));
  return orSpecError(() => paced(rule as RuleReading<Reads>, plan) as QueryRule);
}

/**
 * Learner, rule and coins of a spec for a pool of these rows; `columns` counts the features of all that the learner will meet, which
 * may be more than the pool's.
 *
 * @throws SpecError where rule and loss make no sense together.
 */
export function buildActiveLearner(spec: RunSpec, pool: Pool, columns = pool.rows.columns): ActiveLearner {
  const { start } = pool;
  const active = {
    learner: startedLearner(spec, columns, pool),
    query: buildQuery(spec, columns, pool),
    coin: coinsOf(spec, pool.rows, start?.pass),
    ...(spec.temper !== undefined && { temper: spec.temper }),
    ...(start !== undefined && start.known.size > 0 && { known: start.known }),
  };
  const stopping = buildStopping(spec, active.query, judgeOfLoss(active.learner.loss), pool);
  return orSpecError(() => new ActiveLearner({ ...active, ...(stopping && { stopping }) }));
}

/** The learner that the pass before has left, or a fresh one that has learned what was known before the first question. */
export function startedLearner(spec: RunSpec, columns: number, { rows, importances, start }: Pool): MarginLearner {
  const learner = buildLearner(spec, columns, labelsOf(spec, rows.length));
  if (start?.learner !== undefined) learner.restore(start.learner);
  else for (const [row, label] of labelsOutside(start?.outside)) learner.learn(rows, row, label, importances?.[row] ?? 1);
  return learner;
}

/**
 * What ends the run of a spec.
 *
 * @throws SpecError where its labels could certify nothing.
 */
export function buildStopping(spec: RunSpec, query: QueryRule, judge: Pick<Judge, 'classes'>, pool: Pool): Stopping | undefined {
  if (spec.stop === undefined) return undefined;
  const why = whyNoEstimate(query, judge);
  if (why !== undefined) throw new SpecError(`stop needs labels that can be counted on: ${why}`);
  const minimum = minimumOfUnits(spec, pool);
  if (minimum === undefined)
    throw new SpecError(
      'stop needs a smallest probability that is known before the first question: a floor, or a budget that sets the knob',
    );
  return new Stopping(spec.stop, minimum);
}

/** The oracle of a spec, which sells these labels of these rows as the loss reads them. */
export function buildOracle(
  spec: Pick<RunSpec, 'oracle' | 'budget' | 'seed'>,
  loss: Loss,
  rows: SparseRows,
  labels: Float64Array,
): AnnotatorOracle {
  return new AnnotatorOracle(buildAnnotator(spec, loss, rows, labels), budgetOf(spec, rows.length));
}

/** Who answers that oracle's questions. */
export function buildAnnotator(
  spec: Pick<RunSpec, 'oracle' | 'seed'>,
  loss: Loss,
  rows: SparseRows,
  labels: Float64Array,
): Annotator {
  const classes = loss.threshold === undefined ? undefined : classesOf(loss);
  return (spec.oracle ?? []).reduce((inner, choice, n) => {
    const context = { rows, classes, random: randomStream(spec.seed, `oracle ${n}`) };
    return orSpecError(() => resolve('oracle', parts.oracles, choice, context))(inner);
  }, knowing(labels));
}

/** Builds everything for no data: throws SpecError where parts of a spec do not go together. */
export function requireBuildable(spec: RunSpec): void {
  const { learner } = buildActiveLearner(spec, NO_POOL);
  buildOracle(spec, learner.loss, NO_POOL.rows, new Float64Array());
}

/** The pool of a run that is built to be looked at: its loss and its rule. */
export const NO_POOL: Pool = {
  rows: new SparseRows(new Uint32Array(1), new Uint32Array(), new Float32Array(), 1),
};

/** Parts of a spec that do not go together are a fault of the spec; every other error is one of the program. */
function orSpecError<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof CompositionError) throw new SpecError(error.message);
    throw error;
  }
}
