import { SparseRows } from '../rows/sparse-rows.ts';
import { classesOf, type Loss } from '../losses/loss.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { clip, unitProbability } from '../numerics/elementary.ts';
import { percent } from '../numerics/display.ts';
import { present } from '../numerics/present.ts';
import { guessIn } from '../rows/guesses.ts';
import { randomStream } from '../numerics/random.ts';
import type { Stateful } from '../numerics/state.ts';
import { floored, around, type QueryRule, type Reads, type RuleReading } from '../queries/query.ts';
import { paced } from '../queries/pacer.ts';
import { longestWarmUp, warmedUp, type WarmUp } from '../queries/warmed-up.ts';
import { ActiveLearner, type ActiveParts } from '../streams/active-learner.ts';
import { knowing, type Annotator } from '../streams/oracles/annotator.ts';
import { coinsOf } from '../streams/coins.ts';
import { whyNoEstimate } from '../streams/measures/error-meter.ts';
import { judgeOfClasses, judgeOfLoss, judgeOfNumbers, type Judge } from '../streams/judge.ts';
import { Rounds } from '../streams/rounds.ts';
import type { Fitting, Pupil } from '../streams/refits.ts';
import { LeadStopping, type AnyStopping, type DifferingRows } from '../streams/stopping/lead.ts';
import { Stopping } from '../streams/stopping/stopping.ts';
import { AnnotatorOracle } from '../streams/oracles/oracle.ts';
import { labelsOf, budgetOf, consideredImportances, pacePlanOf, paidFor, roundsPlanOf, labelsOutside } from './run.ts';
import type { Pool, RunSpec } from './run.ts';
import { buildLearner, buildLoss, optimizerTraits, orSpecError } from './build-learner.ts';
import { fittedLearner, fittingOf, marginPupil } from './fitting.ts';
import { resolve, SpecError, withStep } from './choices.ts';
import { parts } from './parts/registry.ts';

/** The query rule of a spec with the learners it may keep, on its floor if there is one, after its warm-up if there is one. */
export function buildQuery(spec: RunSpec, columns: number, pool: Pool = NO_POOL): QueryRule {
  const { warmUp, ...rest } = spec;
  const rule = ruleOf(spec, columns, pool);
  // Every window of a round sets the knob, to probabilities of at least p_min.
  if (spec.rounds !== undefined) return around(rule, { unbiased: true });
  if (warmUp === undefined || isWarm({ ...spec, warmUp }, pool)) return bound(rule, rest, pool);
  const atMost = longestWarmUp(paidFor(spec, pool.rows.length));
  return warmedUp(bound(rule, spec, pool), { labels: warmUp, atMost, threshold: thresholdOf(spec) });
}

/** What a warm-up knows classes by: the threshold of the loss, or of several how many it has to see. */
function thresholdOf({ reduction, classes, ...spec }: RunSpec): WarmUp['threshold'] {
  if (reduction === undefined) return buildLoss(spec).threshold;
  return classes === undefined ? 'classes' : { classes };
}

/** Whether labels of earlier passes are all that a warm-up waits for. */
function isWarm({ warmUp, ...spec }: RunSpec & { readonly warmUp: number }, { start }: Pool): boolean {
  const labels = [...(start?.known ?? []), ...labelsOutside(start?.outside)];
  if (start === undefined || labels.length < warmUp) return false;
  const threshold = thresholdOf(spec);
  if (threshold === undefined) return true;
  const seen = new Set<number | boolean>(labels.map(([, label]) => (typeof threshold === 'number' ? label > threshold : label)));
  return seen.size >= (typeof threshold === 'object' ? threshold.classes : 2);
}

function ruleOf(spec: RunSpec, columns: number, pool: Pool): QueryRule {
  const context = {
    newLearner: () => buildLearner(spec, columns, labelsOf(spec, pool.rows.length)),
    random: randomStream(spec.seed, 'rule'),
    ...(spec.reduction !== undefined && { judge: judgeOfClasses(spec.classes ?? 2) }),
  };
  return resolve('query rule', parts.queries, spec.query, context);
}

/** How the rows of a pool are met several times; undefined where once. */
function roundsOf(spec: RunSpec, pool: Pool, query: QueryRule): Rounds | undefined {
  const { pace, rounds } = spec;
  if (pace === undefined || rounds === undefined) return undefined;
  const { warmUp, ...plan } = roundsPlanOf({ ...spec, pace, rounds }, pool, pricesOf(spec, pool));
  const isCold = warmUp > 0 && !isWarm({ ...spec, warmUp }, pool);
  return orSpecError(
    () => new Rounds(query, { ...plan, warmUp: isCold ? warmUp : 0 }, coinsOf(spec, pool.rows, pool.start?.pass)),
  );
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
  const { rounds } = spec;
  const prices = pricesOf(spec, pool);
  const { minimum } =
    rounds === undefined ? pacePlanOf({ ...spec, pace }, pool, prices) : roundsPlanOf({ ...spec, pace, rounds }, pool, prices);
  return (rowImportance) => Math.min(1, minimum * rowImportance);
}

/** What labels cost does not depend on what they are. */
function pricesOf(spec: RunSpec, { rows }: Pool): Annotator {
  return buildAnnotator(spec, buildLoss(spec), rows, new Float64Array(rows.length));
}

/** Paced, or on its floor, or as it is. */
function bound(rule: QueryRule, { pace, ...spec }: RunSpec, pool: Pool): QueryRule {
  if (pace === undefined) return spec.floor === undefined ? rule : floored(rule, spec.floor);
  const plan = pacePlanOf({ ...spec, pace }, pool, pricesOf(spec, pool));
  return orSpecError(() => paced(rule as RuleReading<Reads>, plan) as QueryRule);
}

/** How a run of two classes or of numbers fits models to its labels (fittingOf). */
export function marginFitting(spec: RunSpec, pool: Pool, columns: number): Fitting<MarginLearner> | undefined {
  return fittingOf(spec, pool, {
    classes: undefined,
    newPupil: () => pupilOf(spec, columns, pool),
    predicting: (fit) => fittedLearner(spec, fit, columns),
  });
}

/**
 * Learner, rule and coins of a spec for a pool of these rows; `columns` counts the features of all that the learner will meet, which
 * may be more than the pool's.
 *
 * @throws SpecError where rule and loss make no sense together.
 */
export function buildActiveLearner(spec: RunSpec, pool: Pool, columns = pool.rows.columns): ActiveLearner {
  const fitting = marginFitting(spec, pool, columns);
  const learner = startedLearner(spec, columns, pool);
  const judge = spec.range ? judgeOfNumbers(spec.range, spec.guess) : judgeOfLoss(learner.loss);
  const asking = askingOf(spec, buildQuery(spec, columns, pool), judge, pool);
  return orSpecError(() => new ActiveLearner({ learner, judge, ...asking, ...present({ fitting }) }));
}

/** What asks and ends in a run, of two classes or of several: its rule, its coins, and what else its spec says of them. */
export function askingOf(spec: RunSpec, query: QueryRule, judge: Asked, pool: Pool): Asking {
  const { start } = pool;
  const stopping = buildStopping(spec, query, judge, pool);
  const rounds = roundsOf(spec, pool, query);
  const known = start !== undefined && start.known.size > 0 ? start.known : undefined;
  const coin = coinsOf(spec, pool.rows, start?.pass);
  const { temper, guess, range } = spec;
  if (query.reads === 'flip' && optimizerTraits(spec).isOwnLearner)
    throw new SpecError(
      `query rule '${query.name}' goes by the importance that flips a prediction, which '${spec.optimizer.name}' does not have; ` +
        'expected a rule that goes by the prediction: soft-margin, margin, random',
    );
  return { query, coin, ...present({ temper, stopping, rounds, known, isGuess: range ? undefined : guess }) };
}

/** What is known of the labels that are asked for. */
type Asked = Pick<Judge, 'classes' | 'classOf'>;

/** That of learners of margins and of classes. */
type Asking = Pick<ActiveParts, 'query' | 'coin' | 'temper' | 'stopping' | 'rounds' | 'known' | 'isGuess'>;

function pupilOf(spec: RunSpec, columns: number, pool: Pool): Pupil<MarginLearner> {
  return marginPupil(buildLearner(spec, columns, labelsOf(spec, pool.rows.length)), pool);
}

/** The learner that the pass before has left, or a fresh one that has learned what was known before the first question. */
export function startedLearner(spec: RunSpec, columns: number, pool: Pool): MarginLearner {
  return started(pupilOf(spec, columns, pool), pool);
}

/** The same of any fresh learner. */
export function started<L extends Stateful>({ learner, learn }: Pupil<L>, { importances, start }: Pool): L {
  if (start?.learner !== undefined) learner.restore(start.learner);
  else for (const [row, label] of labelsOutside(start?.outside)) learn(row, label, importances?.[row] ?? 1);
  return learner;
}

/**
 * What ends the run of a spec.
 *
 * @throws SpecError where its labels could certify nothing.
 */
function buildStopping(spec: RunSpec, query: QueryRule, judge: Asked, pool: Pool): AnyStopping | undefined {
  if (spec.stop === undefined) return undefined;
  const why = whyNoEstimate(query, judge);
  if (why !== undefined) throw new SpecError(`stop needs labels that can be counted on: ${why}`);
  const minimum = minimumOfUnits(spec, pool);
  if (minimum === undefined)
    throw new SpecError(
      'stop needs a smallest probability that is known before the first question: a floor, or a budget that sets the knob',
    );
  if (spec.stop.measure !== 'lead') return new Stopping(spec.stop, minimum);
  const { limit = 0, of = pool.rows.length } = spec.stop;
  if (pool.rows.length > 0 && pool.rows.length <= limit * of)
    throw new SpecError(
      `stop: the two differ in ${percent(pool.rows.length / of)} of the rows, and so by no more; expected a margin below that`,
    );
  return new LeadStopping(spec.stop, minimum, differingRows(spec, judge, pool));
}

/** @throws SpecError for rows without two guesses, or with importances of their own. */
function differingRows({ order }: RunSpec, judge: Asked, { rows, importances, start }: Pool): DifferingRows {
  const rivalOf = (i: number): number | undefined => guessIn(rows, i).rival;
  if (rows.length > 0 && rivalOf(0) === undefined)
    throw new SpecError('stop by a lead holds two guesses against each other, and the rows have one');
  if (importances?.some((each) => each !== 1))
    throw new SpecError('stop by a lead counts rows, and these have importances of their own');
  const isRivalRight = (i: number, label: number): boolean => rivalOf(i) === judge.classOf(label);
  const labels = labelsOutside(start?.outside);
  const outside = start?.outside.size ?? 0;
  return {
    ...{ rows: rows.length - outside, areShuffled: order === 'shuffled', isRivalRight },
    known: labels.reduce(
      (sum, [i, y]) => sum + Number(guessIn(rows, i).guessed === judge.classOf(y)) - Number(isRivalRight(i, y)),
      0,
    ),
    unlabelled: outside - labels.length,
  };
}

/** The oracle of a spec, which sells these labels of these rows as the loss reads them. */
export function buildOracle(
  spec: Pick<RunSpec, 'oracle' | 'budget' | 'seed' | 'reduction' | 'classes'>,
  loss: Loss,
  rows: SparseRows,
  labels: Float64Array,
): AnnotatorOracle {
  return new AnnotatorOracle(buildAnnotator(spec, loss, rows, labels), budgetOf(spec, rows.length));
}

/** Who answers that oracle's questions; of several classes labels are their numbers. */
export function buildAnnotator(
  spec: Pick<RunSpec, 'oracle' | 'seed' | 'reduction' | 'classes'>,
  loss: Loss,
  rows: SparseRows,
  labels: Float64Array,
): Annotator {
  const classes = loss.threshold === undefined ? undefined : classesOf(loss);
  return (spec.oracle ?? []).reduce((inner, choice, n) => {
    // A spec that nobody has counted the classes of is looked at, and sells no label.
    const several = spec.reduction && { several: spec.classes ?? 2 };
    const context = { rows, classes, ...several, random: randomStream(spec.seed, `oracle ${n}`) };
    return orSpecError(() => resolve('oracle', parts.oracles, choice, context))(inner);
  }, knowing(labels));
}

/** Builds everything for no data: throws SpecError where parts of a spec do not go together. */
export function requireBuildable(spec: RunSpec): void {
  const { learner } = buildActiveLearner({ ...spec, optimizer: withStep(spec.optimizer) }, NO_POOL);
  buildOracle(spec, learner.loss, NO_POOL.rows, new Float64Array());
}

/** The pool of a run that is built to be looked at: its loss and its rule. */
export const NO_POOL: Pool = { rows: new SparseRows(new Uint32Array(1), new Uint32Array(), new Float32Array(), 1) };
