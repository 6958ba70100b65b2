import { clip, exp, log, solve } from '../numerics/elementary.ts';
import type { RandomStream } from '../numerics/random.ts';
import { arrayIn, KeyedNumbers, partIn, restoreInto, stateOf, type State, type Stateful } from '../numerics/state.ts';
import { FARTHEST, knobFor, pacedKnob } from '../queries/pacer.ts';
import { type Filled, PastSituations } from '../queries/past-situations.ts';
import type { Knob, QueryRule, Reads, RuleReading, Situation } from '../queries/query.ts';
import { orderedPivotal } from '../statistics/ordered-pivotal.ts';
import { requireProbability } from './decision.ts';
import type { Answer } from './oracles/annotator.ts';

/** What rounds over a pool are to spend, and on what. */
export interface RoundsPlan {
  /** R. */
  readonly rounds: number;
  /** The row at each position of all rounds: every round meets all rows in one order. */
  readonly order: Uint32Array;
  /** The rows' own; undefined: 1 each. */
  readonly importances: Float64Array | undefined;
  /** p_min of a row of importance 1. */
  readonly minimum: number;
  /** Rows that are asked about with p = 1 first. */
  readonly warmUp: number;
  /** Whether scores from outside predict: a round is one window, and the rule goes by them from its first row on. */
  readonly isScored: boolean;
}

/** A row that was bought: its answer, and the prediction that it was bought on. */
interface Met {
  readonly answer: Answer;
  readonly prediction: number;
}

/** What a window is told of the rows ahead. */
export interface Ahead {
  /** What the model sees of the row that was appraised last. */
  readonly situation: Situation;
  readonly appraise: (i: number) => void;
  /** Whether the label of a row was known before the run. */
  readonly isKnown: (i: number) => boolean;
}

/** Windows of a round, unless it has fewer labels. */
const WINDOWS = 20;
/** The clock of rules that have something to go by. */
const KNOWING = 2;
/** Of sums of probabilities. */
const ROUNDING = 1e-9;
/** The largest number below 1. */
const BELOW_ONE = 1 - 2 ** -53;

/** Numbers of a row in the window, by place. */
const [PROBABILITY, TAKEN, PREDICTION, DISTANCE, SENSITIVITY, FLIP, WIDTH] = [0, 1, 2, 3, 4, 5, 6];

/**
 * Rounds over a pool: every row is met R times, with a new p each time, until its label is bought; a budget B is spent to the last label.
 *
 * A round meets all rows. One that was bought before has p = 1 and its answer, costs nothing, and keeps the prediction it was bought on.
 * So the sum over the meetings of a row counts what is counted of it R times, and 1/p is all that an estimate needs:
 *
 *   T_hat = (1/R) sum over rounds of (sum of z over rows bought before + sum of z/p over rows bought in the round),     E T_hat = T
 *
 * A round goes through its rows in windows. When one begins, the number of its labels is fixed and the p of its rows are: the rule's, with
 * the knob at which they sum to that number, and at least p_min = e L / N, L = floor(B / R), a constant that is known before the first
 * coin. Its rows are then drawn by ordered pivotal sampling (statistics/ordered-pivotal.ts), in the order of their predictions with a
 * random start, so that the number of labels is exact: no budget ends inside a window, and none is left. The model that predicts and asks
 * is the one at the beginning of the window. The coin of a row is uniform below p where it is taken and above p where it is not.
 *
 * Round k has floor(labels left / (R - k)) labels, k = 0 … R - 1, and about 20 windows. A statement about the rows holds after complete
 * rounds: the draws of a window depend on each other, always so that a certificate of counts holds where it ends.
 *
 * Sources: Deville & Tillé (1998) for the draws; Farquhar, Gal & Rainforth, On statistical bias in active learning (ICLR 2021), for
 * meeting a pool again with one label at a time.
 */
export class Rounds implements Stateful {
  readonly #knob: Knob<Reads>;
  readonly #rule: Pick<QueryRule, 'name'>;
  readonly #plan: RoundsPlan;
  readonly #coin: RandomStream;
  readonly #toss: (probability: number, random: RandomStream) => boolean;
  readonly #highest: number;
  /** N: rows of a round. */
  readonly rows: number;
  /** The window is that of the positions from … to - 1; WIDTH numbers a row, written once. */
  #window = new Float64Array();
  /** And labels left to the round, and those of a window. */
  readonly #now = { from: 0, to: 0, left: 0, share: 1, logKnob: 0 };
  /** Answers, NaN where nobody could tell, and the predictions they were made on. */
  readonly #met = new KeyedNumbers();

  /**
   * `toss` decides the duels of a draw; absent: as the coins have it.
   *
   * @throws CompositionError for a rule whose knob no budget can set.
   */
  constructor(
    rule: QueryRule,
    plan: RoundsPlan,
    coin: RandomStream,
    toss = (probability: number, random: RandomStream) => random.next() < probability,
  ) {
    this.#knob = pacedKnob(rule as RuleReading<Reads>);
    this.#rule = rule;
    this.#plan = plan;
    this.#coin = coin;
    this.#toss = toss;
    this.#highest = Math.min(FARTHEST, log(this.#knob.to));
    this.#now.logKnob = Math.min(this.#highest, log(this.#knob.value));
    this.rows = plan.order.length / plan.rounds;
  }

  /** Whether a window begins at this position. */
  isDue(t: number): boolean {
    return t === this.#now.to;
  }

  /** Whether a round begins at this position after another one is complete. */
  isNext(t: number): boolean {
    return t > 0 && t % this.rows === 0;
  }

  /** The row's own importance. */
  importanceOf(i: number): number {
    const { importances } = this.#plan;
    return importances === undefined ? 1 : importances[i];
  }

  /** What was answered about a row that an earlier round has bought, and on which prediction; undefined of others. */
  met(i: number): Met | undefined {
    const met = this.#met.get(i);
    return met && { answer: Number.isNaN(met[0]) ? 'abstains' : met[0], prediction: met[1] };
  }

  /** A row was bought, and this is its answer. */
  meet(i: number, answer: Answer, prediction: number): void {
    this.#met.set(i, [answer === 'abstains' ? NaN : answer, prediction]);
  }

  /** What the label of a row counts in all rounds, bought in this one with importance h: the rounds after it meet it with p = 1. */
  weight(h: number, rowImportance: number): number {
    return h + rowImportance * (this.#plan.rounds - 1 - this.#round(this.#now.from));
  }

  /** P of the row at this position, in the window. */
  probability(t: number): number {
    return this.#window[(t - this.#now.from) * WIDTH + PROBABILITY];
  }

  /** A coin that tells what was drawn, from a uniform number. */
  coin(t: number, uniform: number): number {
    const p = this.probability(t);
    const isTaken = this.#window[(t - this.#now.from) * WIDTH + TAKEN] === 1;
    return isTaken ? uniform * p : Math.min(BELOW_ONE, p + uniform * (1 - p));
  }

  /** Fills in what was seen of the row at this position when the window began. */
  show(t: number, situation: Filled): void {
    const at = (t - this.#now.from) * WIDTH;
    const window = this.#window;
    situation.prediction = window[at + PREDICTION];
    situation.distance = window[at + DISTANCE];
    situation.sensitivity = window[at + SENSITIVITY];
    situation.weightToFlip = window[at + FLIP];
  }

  /** Begins the window at position t with so many labels at the largest price left to the budget. */
  begin(t: number, budget: number, ahead: Ahead): void {
    const { order, rounds } = this.#plan;
    const end = (this.#round(t) + 1) * this.rows;
    const least = this.#leastOf(order.subarray(t, end), ahead);
    const candidates = least.reduce((sum, p) => sum + (p > 0 ? 1 : 0), 0);
    const isFirst = t % this.rows === 0;
    if (isFirst || end === order.length) this.#now.left = Math.min(candidates, Math.floor(budget / (rounds - this.#round(t))));
    if (this.#now.left === 0 && candidates > 0)
      throw new RangeError(`the budget holds no label for ${candidates} rows of a round`);
    if (isFirst) this.#now.share = Math.max(1, Math.ceil(this.#now.left / (this.#plan.isScored ? 1 : WINDOWS)));
    const wanted = Math.min(this.#now.left, t === 0 && this.#plan.warmUp > 0 ? this.#plan.warmUp : this.#now.share);
    const length = this.#reach(least, candidates, wanted, t === 0 && this.#plan.warmUp > 0);
    const labels = length < least.length ? wanted : this.#now.left;
    this.#draw(t, least.subarray(0, length), labels, ahead);
    this.#now.left -= labels;
  }

  state(): State {
    return {
      // Written once: it needs no copy.
      window: this.#window,
      ...stateOf(this.#now),
      met: this.#met.state(),
    };
  }

  restore(state: State): void {
    this.#window = new Float64Array(arrayIn(state, 'window'));
    restoreInto(this.#now, state);
    this.#met.restore(partIn(state, 'met'));
  }

  #round(t: number): number {
    return Math.floor(t / this.rows);
  }

  /** p_min of these rows; 0 of those that are not drawn: they are bought already, or count nothing. */
  #leastOf(rows: Uint32Array, { isKnown }: Ahead): Float64Array {
    const { minimum } = this.#plan;
    return Float64Array.from(rows, (i) => {
      const importance = this.importanceOf(i);
      if (importance === 0 || this.#met.has(i) || isKnown(i)) return 0;
      return clip(minimum * importance, Number.MIN_VALUE, 1);
    });
  }

  /**
   * How many rows a window with so many labels takes, of those that are left to the round: as many as p_min takes of these labels, so that
   * no window has fewer labels than p_min promises; of a warm-up as many as there are labels. All where the rest could not be so.
   */
  #reach(least: Float64Array, candidates: number, labels: number, isWarmUp: boolean): number {
    const mass = least.reduce((sum, p) => sum + p, 0);
    const most = isWarmUp ? 0 : (1 + ROUNDING) * mass * (labels / this.#now.left);
    let [rows, sum, length] = [0, 0, 0];
    for (; length < least.length; length++) {
      const p = least[length];
      if (p > 0 && rows >= labels && sum + p > most) break;
      if (p > 0) rows++;
      sum += p;
    }
    const others = this.#now.left - labels;
    const isPossible = sum <= labels && mass - sum <= (1 + ROUNDING) * others && candidates - rows >= others;
    return isPossible ? length : least.length;
  }

  /** Fixes the probabilities of a window that begins at t, with these p_min, and draws so many of its rows. */
  #draw(t: number, least: Float64Array, labels: number, { situation, appraise }: Ahead): void {
    const { length } = least;
    const order = this.#plan.order.subarray(t, t + length);
    const seen = new PastSituations(length);
    for (let k = 0; k < length; k++) {
      if (this.#met.has(order[k])) continue;
      appraise(order[k]);
      seen.remember(k, situation, 1, this.#plan.isScored ? KNOWING : situation.time);
    }
    const p = this.#solved(seen, least, labels);
    const random = this.#coin.split(`window at ${t}`);
    const taken = orderedPivotal(p, drawnOrder(p, seen, random), (probability) => this.#toss(probability, random));
    const window = new Float64Array(length * WIDTH);
    for (let k = 0; k < length; k++) {
      seen.show(k);
      window.set([p[k], taken[k], seen.prediction, seen.distance, seen.sensitivity, seen.weightToFlip], k * WIDTH);
    }
    this.#window = window;
    this.#now.from = t;
    this.#now.to = t + length;
  }

  /** The rule's probabilities, at least p_min, that sum to `labels`. */
  #solved(seen: PastSituations, least: Float64Array, labels: number): Float64Array {
    const p = least.slice();
    if (least.reduce((sum, each) => sum + each, 0) >= labels - ROUNDING) return p;
    const knob = this.#knob;
    const isAtMost = knob.isAtMost?.(this.#plan.minimum) ?? (() => false);
    const setTo = (logKnob: number): number => {
      const value = exp(logKnob);
      let sum = 0;
      for (let k = 0; k < p.length; k++) {
        if (least[k] === 0) continue;
        seen.show(k);
        const isLeast = least[k] >= this.#plan.minimum && isAtMost(seen, value);
        p[k] = isLeast
          ? least[k]
          : Math.max(least[k], Math.min(1, requireProbability(knob.probability(seen, value), this.#rule)));
        sum += p[k];
      }
      return sum;
    };
    this.#now.logKnob = knobFor(setTo, labels, this.#now.logKnob, this.#highest);
    setTo(this.#now.logKnob);
    // The knob is met about; a factor makes the sum exact.
    const scaled = (factor: number): number =>
      p.reduce((sum, each, k) => sum + (each > 0 ? clip(factor * each, least[k], 1) : 0), 0);
    let high = 1;
    while (scaled(high) < labels - ROUNDING) high *= 2;
    const factor = solve(scaled, labels, 0, high);
    for (let k = 0; k < p.length; k++) if (p[k] > 0) p[k] = clip(factor * p[k], least[k], 1);
    return p;
  }
}

/** The rows of a window that are drawn, by their predictions, from a random one on. */
function drawnOrder(p: Float64Array, seen: PastSituations, random: RandomStream): Uint32Array {
  const [predictions, distances] = [new Float64Array(p.length), new Float64Array(p.length)];
  const ties = Float64Array.from(p, () => random.next());
  const drawn = Uint32Array.from(p.keys()).filter((k) => p[k] > 0);
  for (const k of drawn) {
    seen.show(k);
    predictions[k] = seen.prediction;
    distances[k] = seen.distance;
  }
  drawn.sort((a, b) => predictions[a] - predictions[b] || distances[a] - distances[b] || ties[a] - ties[b]);
  const start = drawn.length === 0 ? 0 : random.below(drawn.length);
  return Uint32Array.from(drawn, (_, k) => drawn[(start + k) % drawn.length]);
}
