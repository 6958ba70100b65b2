import type { queries } from '../queries/index.ts';
import type { reductions } from '../reductions/index.ts';
import type { oracles } from '../streams/oracles/index.ts';
import { type Pace, type PacePlan, budgetSchedule, rateSchedule } from '../queries/pacer.ts';
import type { StopGoal } from '../streams/stopping/stopping.ts';
import type { LeadGoal } from '../streams/stopping/lead.ts';
import { type HalfWidth, type Percentage, type Choice, SpecError } from './choices.ts';
import type { LearnerSpec, StreamSpec, Average } from './learner-spec.ts';
import type { State } from '../numerics/state.ts';
import { selected, upTo, type Dataset } from '../rows/dataset.ts';
import { permutation, randomStream } from '../numerics/random.ts';
import { longestWarmUp } from '../queries/warmed-up.ts';
import type { RoundsPlan } from '../streams/rounds.ts';
import type { Annotator } from '../streams/oracles/annotator.ts';
import { clip, HALF_WIDTH } from '../numerics/elementary.ts';
import { present } from '../numerics/present.ts';

/**
 * The spec of one run of active learning: everything that decides its result, as plain data. Equal specs on equal data give
 * equal bytes.
 */
export interface RunSpec extends LearnerSpec, StreamSpec {
  readonly query: Choice<typeof queries>;
  /** Smallest probability of buying any label; absent where the rule alone decides. */
  readonly floor?: number;
  /**
   * Labels that are bought with probability 1 first, and more until both classes were seen (queries/warmed-up.ts); absent: none.
   */
  readonly warmUp?: number;
  /** What answers are worth and cost, each on top of the one before; absent where the oracle knows every label. */
  readonly oracle?: readonly Choice<typeof oracles>[];
  /**
   * Cost that may be spent, a label costing 1 unless the oracle sets prices, or "10%": a share of the rows, or "+-3%": what tells
   * shares so well (budgetOf); absent without a limit.
   */
  readonly budget?: number | Percentage | HalfWidth;
  /** The budget decides the rule's knob and spends itself over the stream (queries/pacer.ts); absent: it is a hard cap. */
  readonly pace?: Pace;
  /** Share of a paced budget that is spread evenly over all rows; absent: as defaultExplore has it, or the floor where there is one. */
  readonly explore?: number;
  /** The column whose values tell groups of rows apart, each of which gets as many of the labels that are spread evenly; absent: rows do. */
  readonly groups?: string;
  /** a: a label of importance i/P is learned with i (1/P)^a; absent: 1, the importance that keeps the learner unbiased. */
  readonly temper?: number;
  /**
   * The model that a run ends with: a fit of the bought labels, or the best of that and what learned online, by cross-validation
   * (fits/choose.ts); absent: what learned online.
   */
  readonly final?: 'best' | 'fit';
  /** r > 1: the model that asks is fitted anew whenever the labels have grown by this factor (streams/refits.ts); absent: never. */
  readonly refit?: number;
  /** W: the first W features are words of documents, which fits leave in their units (fits/fit.ts); absent: units go by density alone. */
  readonly words?: number;
  /** Whether several classes are fitted jointly, by multinomial logistic regression (fits/fit.ts); absent: one against all. */
  readonly joint?: true;
  /**
   * R > 1: every row is met so many times, with a new p each time, until its label is bought (streams/rounds.ts); absent: once. 1 with
   * `scores`: a pass draws exactly its budget.
   */
  readonly rounds?: number;
  /** When the run ends before its rows and its budget do (streams/stopping); absent: it does not. */
  readonly stop?: StopGoal | LeadGoal;
  /** What the coins are keyed by besides the seed: the pool; absent where the seed is all (streams/coins.ts). */
  readonly coins?: 'pool';
  /**
   * Checksum of the guesses of this pass (rows/pool-checksum.ts), the scores that a model from outside gives the rows before it; absent:
   * guesses, if any, are those of the pool.
   */
  readonly scores?: string;
  /** How several classes become one learner (specs/kinds/active-classes.ts); absent: there are two. */
  readonly reduction?: keyof typeof reductions;
  /** How many they are, K, where they are named beforehand; absent: as many as the labels of the data have. */
  readonly classes?: number;
  /** Of several classes the one whose rows are looked for, from 1; absent: none is. */
  readonly positive?: number;
}

/** Labels by row, as the loss reads them. */
export type KnownLabels = ReadonlyMap<number, number>;

/** Rows that are never considered, with their labels; null for an empty row, which has none. */
export type OutsideRows = ReadonlyMap<number, number | null>;

/** What a run begins with besides its rows: a further pass over a pool, or a pool of which some labels are known. */
export interface Start {
  /** Which pass over the pool, from 0: it decides the coins. */
  readonly pass: number;
  /** Labels that earlier passes bought: they have p = 1, cost nothing, and are not learned again. */
  readonly known: KnownLabels;
  /**
   * Labels that were known before the first question, and empty rows. The labels are learned before it, with the importances of their
   * rows and in this order; none of the rows is ever considered.
   */
  readonly outside: OutsideRows;
  /** The learner as the pass before has left it; absent in the first pass. */
  readonly learner?: State;
}

/** The labels that were known before the first question, in the order in which they are learned. */
export function labelsOutside(outside: OutsideRows = new Map()): [row: number, label: number][] {
  return [...outside].filter((each): each is [number, number] => each[1] !== null);
}

/** How many labels were known before the first question, and how many rows are empty; what there is none of is absent. */
export function outsideCounts(rows: OutsideRows = new Map()): { readonly outside?: number; readonly empty?: number } {
  const outside = labelsOutside(rows).length;
  const empty = rows.size - outside;
  return { ...(outside > 0 && { outside }), ...(empty > 0 && { empty }) };
}

/** Rows of the stream whose labels cost something. */
export function rowsToPace(rows: number, start: Start | undefined): number {
  return start === undefined ? rows : rows - start.known.size - start.outside.size;
}

/** Whether the label of a row costs nothing, for it is known. */
export function isFree(row: number, start: Start | undefined): boolean {
  return start !== undefined && (start.known.has(row) || start.outside.has(row));
}

/** The rows that are considered, of all in their order. */
export function consideredOf(order: Uint32Array, start: Pick<Start, 'outside'> | undefined): Uint32Array {
  return start === undefined || start.outside.size === 0 ? order : selected(order, (row) => !start.outside.has(row));
}

/** The numbers of the rows in the order in which a spec considers them: in several rounds one after the other. */
export function orderOf({ order, seed, rounds = 1 }: Pick<RunSpec, 'order' | 'seed' | 'rounds'>, n: number): Uint32Array {
  const once = order === 'shuffled' ? permutation(n, randomStream(seed, 'order')) : upTo(n);
  return rounds === 1 ? once : Uint32Array.from({ length: rounds * n }, (_, t) => once[t % n]);
}

/** The rows of a run, with their importances where the data give some. */
export interface Pool extends Pick<Dataset, 'rows' | 'importances'> {
  /** Absent: a first pass that knows nothing. */
  readonly start?: Start;
  /** Whether the run ends with what calibrates the probabilities of its model, fits or none; absent: where the spec fits models. */
  readonly calibrates?: boolean;
  /** What p_min of each row goes by, where the spec has groups (`sharesOf`). */
  readonly shares?: Float64Array;
  /** The row at each position; absent: as the spec orders them. */
  readonly order?: Uint32Array;
}

/**
 * The budget of a spec on a stream of so many rows N, in units of cost: a percentage is that share of the rows, at least 1.
 *
 * For a half-width h it is the fewest labels B of which those spread evenly, e B, tell any share s to 1.96 sqrt(s (1 - s) (1/(e B) - 1/N))
 * <= h: the interval of so many random labels without replacement, at its widest (s = 1/2).
 *
 * @example
 * [budgetOf({ budget: '10%' }, 5000), budgetOf({ budget: '+-3%', explore: 0.8 }, 5000)] // => [500, 1100]
 */
export function budgetOf({ budget, explore = 1 }: Pick<RunSpec, 'budget' | 'explore'>, rows: number): number {
  if (budget === undefined) return Infinity;
  if (typeof budget === 'number') return budget;
  const percent = Number.parseFloat(budget.replace('+-', ''));
  if (!budget.startsWith('+-')) return Math.max(1, Math.round((rows * percent) / 100));
  return Math.min(rows, Math.ceil(1 / (explore * ((percent / 50 / HALF_WIDTH) ** 2 + 1 / rows))));
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
export function paidFor({ budget, explore, pace }: Pick<RunSpec, 'budget' | 'explore' | 'pace'>, rows: number): number {
  if (budget !== undefined) return budgetOf({ budget, ...present({ explore }) }, rows);
  return pace?.rate === undefined ? Infinity : NOMINAL;
}

/**
 * What a paced spec is to spend on a pool, and how. p_min of a row of importance i is
 *
 *   min(1, e B i / sum over the pool of importance * price),     or the floor of the spec, whatever i, where it has one,
 *
 * a constant of the pool, i the share of the row (`sharesOf`) where the spec has groups; with a rate r of labels, whatever they cost, e r i; in
 * rounds e L i / sum of importance, L the labels of a round (`roundsPlanOf`). `annotator` tells the prices. Rows whose labels are known cost nothing and are left out.
 */
export function pacePlanOf(spec: PacedSpec, pool: Pool, annotator: Pick<Annotator, 'price'>): PacePlan {
  const { rows, importances, start } = pool;
  const shares = spec.groups === undefined ? importances : pool.shares;
  if (spec.groups !== undefined && shares === undefined && rows.length > 0)
    throw new SpecError(`groups by '${spec.groups}', and the pool says no shares of its rows; iwal label and simulate have them`);
  const { floor, pace } = spec;
  const price = (i: number): number => annotator.price(i);
  const least = (explored: () => number): Pick<PacePlan, 'minimum' | 'floor'> =>
    floor === undefined ? { minimum: explored(), floor: 0 } : { minimum: 0, floor };
  const warmUp = Math.min(spec.warmUp ?? 0, longestWarmUp(paidFor(spec, rows.length)));
  if (pace.rate !== undefined) {
    const { rate } = pace;
    const { explore = defaultExplore(NOMINAL) } = spec;
    return {
      window: pace.window,
      ...present({ current: pace.current, ties: pace.ties }),
      schedule: rateSchedule(rate, warmUp),
      price: () => 1,
      ...least(() => explore * rate),
    };
  }
  const budget = budgetOf(spec, rows.length);
  const { explore = defaultExplore(budget) } = spec;
  let mass = 0;
  for (let i = 0; i < rows.length; i++) {
    if (!isFree(i, start)) mass += (shares === undefined ? 1 : shares[i]) * price(i);
  }
  return {
    ...(spec.groups !== undefined && { share: (i: number) => shares![i] }),
    window: pace.window,
    ...present({ current: pace.current, ties: pace.ties }),
    schedule: budgetSchedule({ budget, rows: rowsToPace(rows.length, start), decay: pace.decay, warmUp }),
    price,
    ...least(() => (mass > 0 ? (explore * budget) / mass : 1)),
  };
}

/** What a plan is made of. */
type PacedSpec = Pick<RunSpec, 'budget' | 'explore' | 'floor' | 'warmUp' | 'groups'> & Required<Pick<RunSpec, 'pace'>>;

/**
 * What rounds are to spend on a pool. A round has L = floor(B / R) labels at least, each at the largest price, and p_min of a row of
 * importance i is min(1, e L i / sum over the pool of importance) in all of them.
 *
 * @throws SpecError for a pool whose budget holds no label for each round.
 */
export function roundsPlanOf(
  spec: PacedSpec & Required<Pick<RunSpec, 'rounds'>> & Pick<RunSpec, 'order' | 'seed' | 'scores'>,
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
    ...{ rounds, importances, order: consideredOf(order, start) },
    minimum: mass > 0 ? (explore * labels) / mass : 1,
    warmUp: Math.min(warmUp, longestWarmUp(budget)),
    isScored: spec.scores !== undefined,
  };
}

/**
 * What p_min of each row goes by, so that every group of rows gets as many of the labels that are spread evenly: i M / m, i the importance of
 * the row, m the sum over its group, M that of the largest group.
 *
 * @example
 * [...sharesOf(['north', 'north', 'south'])] // => [1, 1, 2]
 */
export function sharesOf(groups: readonly string[], importances?: Float64Array): Float64Array {
  const importanceOf = (i: number): number => (importances === undefined ? 1 : importances[i]);
  const masses = new Map<string, number>();
  for (const [i, group] of groups.entries()) masses.set(group, (masses.get(group) ?? 0) + importanceOf(i));
  const largest = Math.max(...masses.values());
  return Float64Array.from(groups, (group, i) => (importanceOf(i) === 0 ? 0 : importanceOf(i) * (largest / masses.get(group)!)));
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

/** Labels learned before an average begins, of so many that will be. */
export function averageAfter(average: Average, labels: number): number {
  return typeof average === 'number' ? average : Math.floor((labels * Number.parseFloat(average)) / 100);
}

/**
 * How many labels a run will learn: every row's, or the budget that sets the knob and is spent to its end; Infinity where nobody knows
 * beforehand, and a share of them says nothing (requireKnownShare).
 */
export function labelsOf(spec: Pick<RunSpec, 'query' | 'budget' | 'pace'>, rows: number): number {
  const { query, pace } = spec;
  const isKnown = query.name === 'passive' || (pace !== undefined && pace.rate === undefined);
  return isKnown ? Math.min(rows, budgetOf(spec, rows)) : Infinity;
}

/**
 * @throws SpecError for an average that begins after a share of labels whose number is not known beforehand.
 */
export function requireKnownShare(spec: Pick<RunSpec, 'average' | 'query' | 'budget' | 'pace' | 'oracle'>): void {
  const { average, oracle = [], pace } = spec;
  if (typeof average !== 'string') return;
  const legal = 'expected a number of labels, as average 500';
  if (pace?.rate !== undefined)
    throw new SpecError(
      `average ${average} is a share of the labels of a stream, and at a rate nobody knows how long that is; ${legal}`,
    );
  if (labelsOf(spec, 1) === Infinity)
    throw new SpecError(
      `average ${average} is a share of the labels that will be learned, and rule '${spec.query.name}' with its knob ` +
        `given buys nobody knows how many; ${legal}, or a budget that sets the knob`,
    );
  if (oracle.some(({ name }) => name === 'priced'))
    throw new SpecError(
      `average ${average} is a share of the labels, and at these prices nobody knows how many the budget buys; ${legal}`,
    );
}
