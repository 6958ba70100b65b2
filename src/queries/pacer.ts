import { exp, log, clip } from '../numerics/elementary.ts';
import { CompositionError } from '../numerics/iwal-error.ts';
import { numberIn, partIn, restoreInto, type State, type Stateful, stateOf } from '../numerics/state.ts';
import { around, type Knob, type QueryRule, type Reads, type RuleReading, type Situation, type Situations } from './query.ts';
import { PastSituations } from './past-situations.ts';
import { pow } from '../numerics/pow.ts';

/** How a budget is spread over a stream. */
export interface Pace {
  /** Situations that the knob is solved for: the last so many. */
  readonly window: number;
  /** beta: the rate falls as t^-beta; 0: it is even. */
  readonly decay: number;
  /** Labels a row, for a stream of unknown length; absent: the budget decides. */
  readonly rate?: number;
  /** The row at hand is one of the situations: the knob is solved on the first row too. Absent: that one is met with the rule's own knob. */
  readonly current?: true;
  /** Where even the least knob asks too much, as of rows that a model tells nothing of, all are asked alike. Absent: in turn all and p_min. */
  readonly ties?: 'even';
}

/** What a pacer is to spend, on what, and how. */
export interface PacePlan {
  /** Situations that the knob is solved for: the last so many. */
  readonly window: number;
  /** The row at hand is one of them. */
  readonly current?: true | undefined;
  readonly ties?: 'even' | undefined;
  readonly schedule: Schedule;
  /** p_min of a row is the larger of `floor` and `minimum` times its share. */
  readonly minimum: number;
  /** Share of row i in what is spread evenly, its importance where there is none: at least that. */
  readonly share?: (i: number) => number;
  readonly floor: number;
  /** Most that the label of row i can cost. */
  readonly price: (i: number) => number;
}

/** Rows ahead that the knob is solved for. */
export const MOST_AHEAD = 4096;
/** Of a share of what is left. */
const ROUNDING = 1e-9;
/** The knob is solved anew after so many rows, or this share of the nearer end's distance, or when the rate has moved so far. */
const SHORTEST = 20;
const SHARE = 1 / 50;
const MOVED = 0.05;

/**
 * Pacing: a budget decides the knob of a rule, so that nobody has to.
 *
 * At position t, with the last W situations as they were before their coins, the knob c is the root of
 *
 *   mean over the window of  price * min(1, max(p_min, P(situation, c)))  =  cost that is due (Schedule),
 *
 * p_min that of the row (PacePlan). Then
 *
 *   p_t = min(1, max(p_min, P(situation_t, c))),
 *
 * and p_t = p_min while spending is ahead of the schedule: the window learns late. Where no knob asks as little as is due, for predictions that
 * are all alike, and ties are even, p_t = p_min + f (that - p_min) instead, f such that the mean is what is due. Solved in ln c by false position from the last
 * root; anew after max(20, min(t, n - t) / 50) rows, and at once when the wanted cost has moved by more than 5%. About one evaluation
 * of the rule a row on long streams, and none where the rule says that it stays below p_min (Knob.isAtMost).
 *
 * Where another model begins to ask (streams/refits.ts), rows of the past tell nothing of it: the knob is then solved on rows ahead, as that
 * model sees them. Their labels are unknown, so that this tells the coins nothing.
 *
 * p_t depends on the past and on x_t alone: it is predictable, and everything that is true of 1/p stays true. p_min is a constant,
 * known before the first question. A run with a budget ends when the budget holds no label at the next row's price, an optional stopping
 * time: E[sum of importance] = the importance considered until then; rows behind it are outside of every statement.
 *
 * Source: pacing by the situations of the past is this project's own; the stopping argument is Wald's.
 */
export class Pacer<R extends Reads> implements Stateful {
  readonly #knob: Knob<R>;
  readonly #plan: PacePlan;
  readonly #highest: number;
  readonly #window: PastSituations;
  /** Rows ahead as the model sees them that asks, and how many; undefined where rows of the past are all that is known. */
  #ahead: PastSituations | undefined;
  #foreseen = 0;
  /** p_min of a row of importance 1, and whether the rule surely asks no more than that. */
  readonly #usual: number;
  readonly #isAtMost: (situation: Situations[R], knob: number) => boolean;
  /** Situations ever seen, ln c, the cost a row that it was solved for, and when; 0 before. */
  readonly #now = { seen: 0, logKnob: 0, solvedFor: 0, solvedAt: 0 };
  /** Whether the row told of last came when spending was ahead of the schedule, and its share. */
  #isAhead = false;
  #share = 0;
  /** f. */
  #part = 1;
  /** c. */
  #value: number;

  constructor(knob: Knob<R>, plan: PacePlan) {
    this.#knob = knob;
    this.#plan = plan;
    this.#highest = Math.min(FARTHEST, log(knob.to));
    this.#now.logKnob = Math.min(this.#highest, log(knob.value));
    this.#value = exp(this.#now.logKnob);
    this.#usual = this.#least(1);
    this.#isAtMost = knob.isAtMost?.(this.#usual) ?? (() => false);
    this.#window = new PastSituations(plan.window);
  }

  /** The knob as it stands. */
  get knob(): number {
    return this.#value;
  }

  /** p_t of the row told of last; pure. */
  probability(situation: Situations[R]): number {
    const least = this.#least(this.#plan.share === undefined ? situation.rowImportance : this.#share);
    if (this.#part < 1) return least + this.#part * (this.#bounded(situation, this.#value, least) - least);
    return this.#isAhead ? least : this.#bounded(situation, this.#value, least);
  }

  /**
   * Solves for the knob where that is due, from the situations before this one (PacePlan: and this one), and remembers this one. Rows whose
   * labels are known cost nothing: it is not told of them, and the schedule leaves them out.
   */
  consider(situation: Situation, i: number): void {
    const t = this.#now.seen;
    const { schedule, current = false } = this.#plan;
    const price = this.#plan.price(i);
    const left = situation.labelsLeft * price;
    const { queries } = situation;
    this.#share = this.#plan.share?.(i) ?? situation.rowImportance;
    if (current) this.#remember(situation, price);
    if (this.#now.seen > 0) {
      const wanted = schedule.due(t, left, queries);
      const isSettled = Math.abs(wanted - this.#now.solvedFor) <= MOVED * this.#now.solvedFor;
      if (!isSettled || t - this.#now.solvedAt >= Math.max(SHORTEST, schedule.reach(t) * SHARE)) this.#follow(t, wanted);
    }
    this.#isAhead = schedule.isAhead(t, left, queries);
    if (!current) this.#remember(situation, price);
  }

  #remember(situation: Situation, price: number): void {
    this.#window.remember(this.#now.seen, situation, price, situation.time, this.#share);
    this.#now.seen++;
  }

  /** Another model asks from now on: the knob is solved on rows ahead, as this model sees them, and no longer on rows of the past. */
  foresee(situation: Situation, ahead: Iterable<number>): void {
    const rows = new PastSituations(MOST_AHEAD);
    let n = 0;
    const { price, share } = this.#plan;
    for (const i of ahead) rows.remember(n++, situation, price(i), situation.time, share?.(i));
    this.#ahead = n === 0 ? undefined : rows;
    this.#foreseen = n;
    this.#now.solvedFor = 0;
  }

  #follow(t: number, wanted: number): void {
    this.#now.logKnob = this.#exceeds(wanted)
      ? knobFor((logKnob) => this.#cost(logKnob), wanted, this.#now.logKnob, this.#highest)
      : this.#highest;
    this.#value = exp(this.#now.logKnob);
    if (this.#plan.ties === 'even') this.#part = this.#partFor(wanted);
    this.#now.solvedFor = wanted;
    this.#now.solvedAt = t;
  }

  state(): State {
    return { ...this.#window.state(), ...stateOf(this.#now), ...(this.#plan.ties && { part: this.#part }) };
  }

  restore(state: State): void {
    this.#window.restore(state);
    restoreInto(this.#now, state);
    if (this.#plan.ties) this.#part = numberIn(state, 'part');
    this.#value = exp(this.#now.logKnob);
  }

  /** f: 1 where the knob meets what is wanted. */
  #partFor(wanted: number): number {
    const all = this.#cost(this.#now.logKnob);
    if (all <= (1 + CLOSE) * wanted) return 1;
    const least = this.#cost(-Infinity);
    return clip((wanted - least) / (all - least), 0, 1);
  }

  #least(share: number): number {
    return Math.min(1, Math.max(this.#plan.floor, this.#plan.minimum * share));
  }

  /** The rule's probability, had the knob this value, between p_min and 1. */
  #bounded(situation: Situations[R], knob: number, least: number): number {
    if (least >= this.#usual && this.#isAtMost(situation, knob)) return least;
    return Math.max(least, Math.min(1, this.#knob.probability(situation, knob)));
  }

  /** Situations that the knob is solved for. */
  get #sample(): PastSituations {
    return this.#ahead ?? this.#window;
  }

  get #size(): number {
    return this.#sample.held(this.#ahead === undefined ? this.#now.seen : this.#foreseen);
  }

  /** Mean cost over them, had the knob this logarithm; of a knob of 0 that of p_min alone. */
  #cost(logKnob: number): number {
    const knob = exp(logKnob);
    const size = this.#size;
    let sum = 0;
    for (let place = 0; place < size; place++) sum += this.#costAt(place, knob);
    return sum / size;
  }

  /** Whether the largest knob costs more than is wanted; most of the window need not be looked at for that. */
  #exceeds(wanted: number): boolean {
    const knob = exp(this.#highest);
    const size = this.#size;
    let sum = 0;
    // A budget for every row buys every row, not nearly all.
    for (let place = 0; place < size && wanted >= (1 - ROUNDING) * (sum / size); place++) sum += this.#costAt(place, knob);
    return wanted < (1 - ROUNDING) * (sum / size);
  }

  /** Expected cost of one of them. */
  #costAt(place: number, knob: number): number {
    const past = this.#sample;
    past.show(place);
    const { rowImportance, price } = past;
    // A row of importance 0 is never bought.
    if (rowImportance === 0) return 0;
    const least = this.#least(rowImportance);
    return (knob === 0 ? least : this.#bounded(past, knob, least)) * price;
  }
}

/** Where the state of a paced rule has that of the rule itself, if it keeps one. */
const INNER = 'rule';

/** Whether a budget can set the rule's knob: it has one, and weighs every label by 1/p. */
export function hasPace(rule: Pick<QueryRule, 'weighting' | 'whenImplied'> & { readonly knob?: unknown }): boolean {
  return rule.knob !== undefined && rule.weighting === 'inverse-probability' && rule.whenImplied === 'skip';
}

/**
 * A rule with a knob, paced: its knob follows the budget, and all else is its own. It is told of an example before the pacer is.
 *
 * @throws CompositionError for a rule without a knob, or one that does not weigh every label by 1/p.
 */
export function paced<R extends Reads>(rule: RuleReading<R>, plan: PacePlan): RuleReading<R> {
  const knob = pacedKnob(rule);
  const pacer = new Pacer(knob, plan);
  return around(rule, {
    unbiased: true,
    knob: {
      to: knob.to,
      probability: (situation, value) => knob.probability(situation, value),
      get value() {
        return pacer.knob;
      },
    },
    endsWithBudget: true,
    probability: (situation) => pacer.probability(situation),
    foresee: (situation, ahead) => pacer.foresee(situation as Situation, ahead),
    consider: (situation, rows, i) => {
      rule.consider?.(situation, rows, i);
      pacer.consider(situation as Situation, i);
    },
    state: () => {
      const inner = rule.state();
      return { ...pacer.state(), ...(Object.keys(inner).length > 0 && { [INNER]: inner }) };
    },
    restore: (state) => {
      if (INNER in state) rule.restore(partIn(state, INNER));
      pacer.restore(state);
    },
  });
}

/**
 * The knob that a budget sets.
 *
 * @throws CompositionError for a rule without one, or one that does not weigh every label by 1/p.
 */
export function pacedKnob<R extends Reads>(rule: RuleReading<R>): Knob<R> {
  if (rule.knob === undefined) throw new CompositionError(`query rule '${rule.name}' has no knob that a budget could set`);
  if (!hasPace(rule)) {
    throw new CompositionError(`query rule '${rule.name}' does not weigh every label by 1/p, which pacing relies on`);
  }
  return rule.knob;
}

/** A step size in ln(knob) to begin the search for a bracket with. */
const STEP = 0.5;
/** Knobs stay within e^-690 and e^690: both are normal numbers, and so are their inverses. */
export const FARTHEST = 690;
/** The cost is met to one part in 200, or the knob to one in 1,000: one purchase changes the wanted cost by more. */
const CLOSE = 0.005;
const FINE = 1e-3;

/** The ln of the knob at which `cost`, which rises with it, is about what is wanted, by false position from `start`; at most `highest`. */
export function knobFor(cost: (logKnob: number) => number, wanted: number, start: number, highest: number): number {
  let low = start;
  let atLow = cost(low) - wanted;
  if (Math.abs(atLow) <= CLOSE * wanted) return low;
  let high = low;
  let atHigh = atLow;
  for (let step = STEP; atLow > 0 && low > -FARTHEST; step *= 2) {
    [high, atHigh] = [low, atLow];
    low = Math.max(-FARTHEST, low - step);
    atLow = cost(low) - wanted;
  }
  for (let step = STEP; atHigh < 0 && high < highest; step *= 2) {
    [low, atLow] = [high, atHigh];
    high = Math.min(highest, high + step);
    atHigh = cost(high) - wanted;
  }
  while (atLow < 0 && atHigh > 0 && high - low > FINE) {
    const share = clip(atLow / (atLow - atHigh), 0.1, 0.9);
    const middle = low + share * (high - low);
    const there = cost(middle) - wanted;
    if (there < 0) [low, atLow] = [middle, there];
    else [high, atHigh] = [middle, there];
    if (Math.abs(there) <= CLOSE * wanted) break;
  }
  return Math.abs(atLow) < Math.abs(atHigh) ? low : high;
}

/** How fast a pacer may spend: by a budget for a stream of known length, or by a rate for one without an end. */
export interface Schedule {
  /**
   * Cost that is due for the row at position t, with the cost `left` of the budget and so many labels bought.
   */
  due(t: number, left: number, bought: number): number;
  /** Whether so much has been spent that a row is asked about with p_min alone. */
  isAhead(t: number, left: number, bought: number): boolean;
  /** Rows to the nearer end of the stream. */
  reach(t: number): number;
}

/** A budget, the rows it is for, and how it is spread over them. */
export interface BudgetPlan {
  /** B: cost that may be spent. */
  readonly budget: number;
  /** n: rows of the stream. */
  readonly rows: number;
  /** beta: the rate falls as t^-beta; 0: it is even. */
  readonly decay: number;
  /** Cost that the warm-up is expected to spend. */
  readonly warmUp: number;
}

/**
 * A budget over a stream of n rows: due at t is what is left times
 *
 *   s(t) = (1 - beta) (t+1)^-beta / (n^(1-beta) - t^(1-beta)),     1 / (n - t) where the pace is even;
 *
 * ahead: more has been spent than B (t/n)^(1-beta) + max(3, B/20) and what is left of the warm-up's share.
 */
export function budgetSchedule({ budget, rows: n, decay: beta, warmUp }: BudgetPlan): Schedule {
  const spread = budget - warmUp;
  const slack = Math.max(3, budget / 20);
  const reach = (t: number): number => Math.min(t, n - t);
  // Asked on every row: without powers in it an engine inlines it into the pacer.
  if (beta === 0)
    return {
      due: (t, left) => left * (1 / (n - t)),
      isAhead: (t, left) => budget - left > warmUp + spread * (t / n) + slack,
      reach,
    };
  const share = (t: number): number => ((1 - beta) * pow(t + 1, -beta)) / (pow(n, 1 - beta) - pow(t, 1 - beta));
  return {
    due: (t, left) => left * share(t),
    isAhead: (t, left) => budget - left > warmUp + spread * pow(t / n, 1 - beta) + slack,
    reach,
  };
}

/** Labels that a rate makes up for being behind or ahead within about so many labels' rows. */
const MAKING_UP = 20;

/**
 * A rate r of labels a row, for streams whose length nobody knows: due at t is r and what makes up for being behind or ahead,
 *
 *   r + (r t - bought) / H,     H = 20 / r rows, clipped to [0, 1];
 *
 * ahead: more than r t + max(3, r t / 20) and the warm-up's labels have been bought.
 */
export function rateSchedule(rate: number, warmUp: number): Schedule {
  return {
    due: (t, _left, bought) => Math.min(1, Math.max(0, rate + ((rate * t - bought) * rate) / MAKING_UP)),
    isAhead: (t, _left, bought) => bought > warmUp + rate * t + Math.max(3, (rate * t) / 20),
    reach: (t) => t,
  };
}
