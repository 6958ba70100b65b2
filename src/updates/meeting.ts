import type { Loss } from '../losses/loss.ts';
import { saturate, solve, type Equation } from '../numerics/elementary.ts';
import type { UpdateRule } from './rules.ts';

/** Steps to an importance that is enough, and beyond which none will be. */
const FURTHER = 16;
const FARTHEST = 1e300;

/** Labels of two predictions that are to change places. */
export interface Sides {
  /** Label of the one that is to win. */
  readonly wins: number;
  /** Label of the one that leads, and is to lose. */
  readonly loses: number;
  /** A prediction between the two labels, that each flow crosses for good on the way to its own. */
  readonly between: number;
}

/**
 * The importance h with which two predictions on one row meet, each learning its own label:
 *
 *   c + move(c, wins, h q_c) = w + move(w, loses, h q_w),     c the challenger's prediction, w the leader's.
 *
 * Before t = min(t_c, t_w) they cannot have met, and after max(t_c, t_w) they have, t_c and t_w the importances with which each comes
 * to the point `between`. Where the two are equal (two classes that mirror each other) that is the answer; elsewhere it is the root
 * in this bracket, to the last digit or two of what the update's moves allow; for updates that stop short of the point (truncated) in
 * one that is looked for. Sensitivities stand still meanwhile, as where a binary
 * prediction is to flip (MarginLearner.weightToFlip).
 *
 * One instance serves any number of questions and allocates nothing.
 *
 * Source: two copies of the flow of Karampatziakis & Langford (arXiv 1011.1576), section 3, at once.
 */
export class Meeting {
  readonly #loss: Loss;
  readonly #update: UpdateRule;
  readonly #sides: Sides;
  /** +1 where the higher prediction wins, -1 where the lower one does. */
  readonly #up: number;
  /** How much of the gap is closed with importance h. */
  readonly #closed: Equation;
  #challenger = 0;
  #leader = 0;
  #challengerRate = 0;
  #leaderRate = 0;

  constructor(loss: Loss, update: UpdateRule, sides: Sides) {
    this.#loss = loss;
    this.#update = update;
    this.#sides = sides;
    this.#up = sides.wins > sides.loses ? 1 : -1;
    this.#closed = (h) => this.#closedWith(h);
  }

  /**
   * The smallest importance with which the challenger, predicted c with sensitivity q_c, draws level with the leader, predicted w with
   * q_w; Infinity where none does or, as `atMost` is for who looks for the smallest of several, where it cannot be below `atMost`.
   */
  importance(c: number, challengerRate: number, w: number, leaderRate: number, atMost = Infinity): number {
    const gap = this.#up * (w - c);
    if (!(gap > 0)) return 0;
    this.#challenger = c;
    this.#leader = w;
    this.#challengerRate = challengerRate;
    this.#leaderRate = leaderRate;
    const { wins, loses, between } = this.#sides;
    const first = this.#arrival(c, between, wins, challengerRate);
    const second = this.#arrival(w, between, loses, leaderRate);
    const low = Math.min(first, second);
    if (low >= atMost) return Infinity;
    if (first === second) return first;
    const both = Math.max(first, second);
    if (both < Infinity) return solve(this.#closed, gap, low, both);
    if (!(challengerRate > 0)) return this.#toPlace(w, c, loses, leaderRate);
    if (!(leaderRate > 0)) return this.#toPlace(c, w, wins, challengerRate);
    const high = this.#enough(gap);
    return high < Infinity ? solve(this.#closed, gap, Math.min(low, high), high) : Infinity;
  }

  /** An importance that closes the gap, of a sequence of ever larger ones; Infinity where none does, as updates that stop short have it. */
  #enough(gap: number): number {
    for (let h = 1 / Math.max(this.#challengerRate, this.#leaderRate); h < FARTHEST; h *= FURTHER)
      if (this.#closedWith(h) >= gap) return h;
    return Infinity;
  }

  /** The importance after which a prediction is on its label's side of the point for good; 0 where it is there. */
  #arrival(p: number, point: number, label: number, rate: number): number {
    return (p - point) * (label - point) >= 0 ? 0 : this.#toPlace(p, point, label, rate);
  }

  #toPlace(p: number, target: number, label: number, rate: number): number {
    return rate > 0 ? this.#update.timeTo(this.#loss, p, target, label) / rate : Infinity;
  }

  #closedWith(h: number): number {
    const { wins, loses } = this.#sides;
    const rise = this.#update(this.#loss, this.#challenger, wins, saturate(h * this.#challengerRate), h);
    const fall = this.#update(this.#loss, this.#leader, loses, saturate(h * this.#leaderRate), h);
    return this.#up * (rise - fall);
  }
}
