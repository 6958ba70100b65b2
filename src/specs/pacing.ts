import type { Dataset } from '../rows/dataset.ts';
import type { PacePlan } from '../queries/pacer.ts';
import { budgetSchedule, rateSchedule } from '../queries/schedule.ts';
import { longestWarmUp } from '../queries/warmed-up.ts';
import type { RoundsPlan } from '../streams/rounds.ts';
import type { Annotator } from '../streams/oracles/annotator.ts';
import { clip } from '../numerics/elementary.ts';
import type { RunSpec } from './run.ts';
import { SpecError } from './choices.ts';
import { orderOf } from './order.ts';
import { consideredOf, isFree, rowsToPace, type Start } from './start.ts';

/** The rows of a run, with their importances where the data give some. */
export interface Pool extends Pick<Dataset, 'rows' | 'importances'> {
  /** Absent: a first pass that knows nothing. */
  readonly start?: Start;
  /** Whether the run ends with what calibrates the probabilities of its model, fits or none; absent: where the spec fits models. */
  readonly calibrates?: boolean;
  /** The row at each position; absent: as the spec orders them. */
  readonly order?: Uint32Array;
}

/** The budget of a spec on a stream of so many rows, in units of cost: a percentage is that share of the rows, at least 1. */
export function budgetOf({ budget }: Pick<RunSpec, 'budget'>, rows: number): number {
  if (budget === undefined) return Infinity;
  return typeof budget === 'number' ? budget : Math.max(1, Math.round((rows * Number.parseFloat(budget)) / 100));
}

/**
 * e: the share of a paced budget that is spread evenly over all rows, whatever the rule says, unless the spec sets it: 20 labels'
 * worth, at least a tenth of the budget and at most half of it.
 *
 * @example
 * defaultExplore(60) // => 1 / 3
 */
export function defaultExplore(budget: number): number {
  return clip(20 / budget, 0.1, 0.5);
}

/** What is paid for at a rate, in labels, where nobody knows how long it will be: for the default of `explore`, and to bound a warm-up. */
const NOMINAL = 1000;

/** The budget that bounds a warm-up. */
export function paidFor({ budget, pace }: Pick<RunSpec, 'budget' | 'pace'>, rows: number): number {
  if (budget !== undefined) return budgetOf({ budget }, rows);
  return pace?.rate === undefined ? Infinity : NOMINAL;
}

/**
 * What a paced spec is to spend on a pool, and how. p_min of a row of importance i is
 *
 *   min(1, e B i / sum over the pool of importance * price),     or the floor of the spec, whatever i, where it has one,
 *
 * a constant of the pool; with a rate r of labels, whatever they cost, e r i; in rounds e L i / sum of importance, L the labels of a round
 * (`roundsPlanOf`). `annotator` tells the prices. Rows whose labels are known cost nothing and are left out.
 */
export function pacePlanOf(spec: PacedSpec, { rows, importances, start }: Pool, annotator: Pick<Annotator, 'price'>): PacePlan {
  const { floor, pace } = spec;
  const price = (i: number): number => annotator.price(i);
  const least = (explored: () => number): Pick<PacePlan, 'minimum' | 'floor'> =>
    floor === undefined ? { minimum: explored(), floor: 0 } : { minimum: 0, floor };
  const warmUp = Math.min(spec.warmUp ?? 0, longestWarmUp(paidFor(spec, rows.length)));
  if (pace.rate !== undefined) {
    const { rate } = pace;
    const { explore = defaultExplore(NOMINAL) } = spec;
    return { window: pace.window, schedule: rateSchedule(rate, warmUp), price: () => 1, ...least(() => explore * rate) };
  }
  const budget = budgetOf(spec, rows.length);
  const { explore = defaultExplore(budget) } = spec;
  let mass = 0;
  for (let i = 0; i < rows.length; i++) {
    if (!isFree(i, start)) mass += (importances === undefined ? 1 : importances[i]) * price(i);
  }
  return {
    window: pace.window,
    schedule: budgetSchedule({ budget, rows: rowsToPace(rows.length, start), decay: pace.decay, warmUp }),
    price,
    ...least(() => (mass > 0 ? (explore * budget) / mass : 1)),
  };
}

/** What a plan is made of. */
type PacedSpec = Pick<RunSpec, 'budget' | 'explore' | 'floor' | 'warmUp'> & Required<Pick<RunSpec, 'pace'>>;

/**
 * What rounds are to spend on a pool. A round has L = floor(B / R) labels at least, each at the largest price, and p_min of a row of
 * importance i is min(1, e L i / sum over the pool of importance) in all of them.
 *
 * @throws SpecError for a pool whose budget holds no label for each round.
 */
export function roundsPlanOf(
  spec: PacedSpec & Required<Pick<RunSpec, 'rounds'>> & Pick<RunSpec, 'order' | 'seed'>,
  pool: Pool,
  annotator: Pick<Annotator, 'price'>,
): RoundsPlan {
  const { rounds, warmUp = 0 } = spec;
  const { rows, importances, start, order = orderOf(spec, rows.length) } = pool;
  const budget = budgetOf(spec, rows.length);
  const { explore = defaultExplore(budget) } = spec;
  let [price, mass] = [rows.length === 0 ? 1 : 0, 0];
  for (let i = 0; i < rows.length; i++) {
    if (isFree(i, start)) continue;
    price = Math.max(price, annotator.price(i));
    mass += importances === undefined ? 1 : importances[i];
  }
  const labels = Math.floor(budget / price / rounds);
  if (labels === 0 && mass > 0)
    throw new SpecError(
      `a budget of ${budget} holds no label for each of ${rounds} rounds; expected fewer rounds, or a larger budget`,
    );
  return {
    ...{ rounds, price, importances, order: consideredOf(order, start) },
    minimum: mass > 0 ? (explore * labels) / mass : 1,
    warmUp: Math.min(warmUp, longestWarmUp(budget)),
  };
}

/** The importances of the rows of a pool that are considered, 1 each where the data give none. */
export function consideredImportances({ rows, importances, start }: Pool): Float64Array {
  const all = importances ?? new Float64Array(rows.length).fill(1);
  return start === undefined ? all : all.filter((_, i) => !start.outside.has(i));
}

/** Their sum. */
export function consideredMass(pool: Pool): number {
  return consideredImportances(pool).reduce((sum, i) => sum + i, 0);
}
