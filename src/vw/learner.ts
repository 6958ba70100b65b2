import type { SparseRows } from '../rows/sparse-rows.ts';
import { inRange } from '../learners/margin-learner.ts';
import { clip, saturate } from '../numerics/elementary.ts';
import { Kept } from '../numerics/state.ts';
import { pow } from '../numerics/pow.ts';
import { VwDescent, VwFtrl } from './descent.ts';
import { vwLoss, type VwLoss } from './losses.ts';
import type { VwRate, VwSettings } from './settings.ts';

/**
 * A linear learner in Vowpal Wabbit's order: the label widens the range, then
 *
 *   p = clip(initial + margin) -> where the loss is positive: q = prepare(h, l'(p, y)) -> u = step(p, y, h eta q) / q -> push(u)
 *
 * An example without loss leaves no trace but its importance in t; one without features moves penalties alone, with u = -h eta l'. eta is the step size at t, the current example included:
 * eta0 decay^pass for adaptive steps and FTRL, times t^-power_t for normalized ones and (initial_t / t)^power_t for plain ones.
 *
 * Source: Vowpal Wabbit 9.11, gd.cc and scorer.cc.
 *
 * @throws DivergenceError at the first example whose margin, sensitivity or move leaves the range of numbers.
 */
export class VwLearner extends Kept {
  readonly loss: VwLoss;
  readonly #weights: VwDescent | VwFtrl;
  readonly #settings: VwSettings;
  readonly #rate: VwRate;
  readonly #now = { low: 0, high: 0, mass: 0, passes: 0, learned: 0 };

  constructor(settings: VwSettings, rate: VwRate) {
    super();
    const { features, optimizer } = settings;
    const columns = 2 ** features.bits;
    this.loss = vwLoss(settings);
    this.#weights = optimizer.name === 'ftrl' ? new VwFtrl(columns, optimizer) : new VwDescent(columns, optimizer);
    this.#settings = settings;
    this.#rate = rate;
    if (this.loss.range !== 'seen') [this.#now.low, this.#now.high] = this.loss.range;
    this.keep(this.#now, { weights: this.#weights });
  }

  /** Whether what is told of an example is clipped to the labels before it, as with FTRL, which predicts it once more to learn it. */
  get isToldFirst(): boolean {
    return this.#settings.optimizer.name === 'ftrl';
  }

  /** Examples learned so far, in all passes. */
  get learned(): number {
    return this.#now.learned;
  }

  predict(rows: SparseRows, i: number, initial: number): number {
    return clip(this.margin(rows, i, initial), this.#now.low, this.#now.high);
  }

  /** The margin, not clipped to the range. */
  margin(rows: SparseRows, i: number, initial: number): number {
    return this.#inRange('margin', initial + this.#weights.margin(rows, i));
  }

  /** A label that widens the range, of this learner or of one that shares its range. */
  see(y: number): void {
    if (this.loss.range !== 'seen') return;
    this.#now.low = Math.min(this.#now.low, y);
    this.#now.high = Math.max(this.#now.high, y);
  }

  /** An example that others learn: its importance counts into t. */
  pass(h: number): void {
    this.#now.mass += h;
  }

  /** Returns the prediction before the update, which is what loss is taken from. */
  learn(rows: SparseRows, i: number, y: number, h: number, initial: number): number {
    this.#now.learned++;
    this.#now.mass += h;
    this.see(y);
    const p = this.predict(rows, i, initial);
    if (h > 0 && this.loss.value(p, y) > 0) this.#update(rows, i, p, y, h);
    return p;
  }

  beginPass(): void {
    this.#now.passes++;
  }

  weights(): Float64Array {
    return this.#weights.weights();
  }

  #update(rows: SparseRows, i: number, p: number, y: number, h: number): void {
    const slope = this.loss.slope(p, y);
    const q = this.#inRange('sensitivity', this.#weights.prepare(rows, i, h, slope));
    const time = saturate(h * this.#eta() * q);
    const u = q === 0 ? -h * this.#eta() * slope : this.#inRange('move', this.loss.step(p, y, time)) / q;
    this.#weights.push(rows, i, this.#inRange('step', u));
  }

  #inRange(name: string, value: number): number {
    return inRange(this.#now.learned, name, value);
  }

  #eta(): number {
    const { optimizer } = this.#settings;
    if (optimizer.name === 'ftrl') return 1;
    const { adaptive, normalized, powerT, initialT } = optimizer;
    const eta = this.#rate.eta * pow(this.#rate.decay, this.#now.passes);
    if (adaptive) return eta;
    const t = initialT + this.#now.mass;
    return eta * pow(normalized ? 1 / t : initialT / t, powerT);
  }
}
