import type { SparseRows } from '../rows/sparse-rows.ts';
import { inRange } from '../learners/margin-learner.ts';
import { clip, saturate, sigmoid, softplus, expm1, log, log1p, solve } from '../numerics/elementary.ts';
import { Kept } from '../numerics/state.ts';
import { pow } from '../numerics/pow.ts';
import { VwDescent, VwFtrl } from './descent.ts';
import type { VwRate, VwSettings } from './settings.ts';
import type { Costs } from '../rows/dataset.ts';
import { losses } from '../losses/index.ts';
import type { Loss } from '../losses/loss.ts';
import { updates } from '../updates/index.ts';

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

/**
 * K learners in Vowpal Wabbit's order of events for --oaa and --csoaa; they share the range of predictions and the time t.
 *
 *   oaa:    all predictions before any update; the largest wins, the first of several; each learns +1 or -1
 *   csoaa:  class after class as they are listed: its margin before its update, which is on its own cost with importance 1; the
 *           lowest margin wins, the lowest class of several; where none is listed, of all
 *
 * Each class has 2^b weights of its own, where Vowpal Wabbit's share 2^b: the same but for collisions. Each has penalties of its own
 * and begins with the same weight of the constant, where Vowpal Wabbit's classes share one contraction and one gravity, and the first
 * class alone begins with it (docs/ERRATA.md, V18).
 *
 * State: that of every class, examples learned.
 *
 * Source: Vowpal Wabbit 9.11, oaa.cc and csoaa.cc.
 */
export class VwSeveral extends Kept {
  readonly #learners: readonly VwLearner[];
  readonly #scores: Float64Array;
  readonly #count = { learned: 0 };

  constructor(learners: readonly VwLearner[]) {
    super();
    this.#learners = learners;
    this.#scores = new Float64Array(learners.length);
    this.keep(this.#count, Object.fromEntries(learners.map((learner, k) => [`class ${k + 1}`, learner])));
  }

  /** The class of the largest prediction. */
  predictClass(rows: SparseRows, i: number): number {
    this.#learners.forEach((learner, k) => (this.#scores[k] = learner.predict(rows, i, 0)));
    let best = 0;
    this.#scores.forEach((score, k) => (best = score > this.#scores[best] ? k : best));
    return best + 1;
  }

  /** Learns class y, 1 … K; returns the class that was predicted before. */
  learnClass(rows: SparseRows, i: number, y: number, h: number): number {
    const best = this.predictClass(rows, i);
    this.#count.learned++;
    for (const learner of this.#learners) {
      learner.see(-1);
      learner.see(1);
    }
    this.#learners.forEach((learner, k) => learner.learn(rows, i, k + 1 === y ? 1 : -1, h, 0));
    return best;
  }

  /** The class of the lowest margin among these, of all where there are none. */
  predictCost(rows: SparseRows, i: number, listed: ArrayLike<number>): number {
    const among = listed.length > 0 ? Array.from(listed) : this.#learners.map((_, k) => k + 1);
    let best = 0;
    let least = Infinity;
    for (const y of among) {
      const margin = this.#learners[y - 1].margin(rows, i, 0);
      if (margin < least || (margin === least && y < best)) [best, least] = [y, margin];
    }
    return best;
  }

  /** Learns the costs that are listed for row i, one at least; returns the class that was predicted, among those. */
  learnCosts(rows: SparseRows, i: number, { offsets, classes, costs }: Costs): number {
    const listed = classes.subarray(offsets[i], offsets[i + 1]);
    const best = this.predictCost(rows, i, listed);
    this.#count.learned++;
    listed.forEach((y, k) => {
      const cost = costs[offsets[i] + k];
      for (const each of this.#learners) each.see(cost);
      this.#learners[y - 1].learn(rows, i, cost, 1, 0);
    });
    this.#learners.forEach((learner, k) => {
      if (!listed.includes(k + 1)) learner.pass(1);
    });
    return best;
  }

  beginPass(): void {
    for (const learner of this.#learners) learner.beginPass();
  }

  /** Those of class 1, and behind them those of the others. */
  weights(): Float64Array {
    const all = this.#learners.map((learner) => learner.weights());
    const joined = new Float64Array(all.length * all[0].length);
    all.forEach((weights, k) => joined.set(weights, k * weights.length));
    return joined;
  }
}

/** A loss as Vowpal Wabbit defines it: value, slope, and the exact update. */
export interface VwLoss {
  value(p: number, y: number): number;
  slope(p: number, y: number): number;
  /** Displacement of the prediction in the time tau. */
  step(p: number, y: number, tau: number): number;
  /** Where predictions are clipped: fixed bounds, or the labels that were seen. */
  readonly range: readonly [low: number, high: number] | 'seen';
  /** Which labels are legal. */
  readonly labels: { readonly legal: string; includes(y: number): boolean };
}

const ANY = { legal: 'a finite number', includes: Number.isFinite };
const BETWEEN_CLASSES = { legal: 'a number in [-1, 1] for logistic loss', includes: (y: number) => Math.abs(y) <= 1 };
const NOT_NEGATIVE = { legal: 'a number >= 0 for poisson loss', includes: (y: number) => y >= 0 };

/**
 * Vowpal Wabbit's losses, made of ours: the same motions under its conventions.
 *
 * - squared and expectile are without the half: 2 l, whose step for the time tau is that of l for 2 tau;
 * - logistic takes any label in [-1, 1], see below;
 * - the value of poisson is the deviance, twice what its steps descend;
 * - predictions are clipped: to [-50, 50] for logistic and poisson, else to the range of 0 and the labels seen so far.
 *
 * Labels other than -1 and +1 go through hinge as they are, as there.
 *
 * Source: Vowpal Wabbit 9.11, loss_functions.cc; it adds 1e-6 inside the logarithm of the deviance, ours does not.
 */
export function vwLoss({ loss, update }: Pick<VwSettings, 'loss' | 'update'>): VwLoss {
  switch (loss.name) {
    case 'squared':
      return { ...times(2, losses.squared, update), range: 'seen', labels: ANY };
    case 'expectile':
      return { ...times(2, losses.expectile({ q: loss.q }), update), range: 'seen', labels: ANY };
    case 'hinge':
      return { ...times(1, losses.hinge, update), range: 'seen', labels: ANY };
    case 'quantile':
      return { ...times(1, losses.quantile({ level: loss.level }), update), range: 'seen', labels: ANY };
    case 'logistic':
      return { ...softened(times(1, losses.logistic, update), update), range: [-50, 50], labels: BETWEEN_CLASSES };
    case 'poisson':
      return {
        ...times(1, losses.poisson, update),
        value: (p, y) => 2 * losses.poisson.excess(p, y),
        range: [-50, 50],
        labels: NOT_NEGATIVE,
      };
  }
}

type Motion = Pick<VwLoss, 'value' | 'slope' | 'step'>;

/** c l. */
function times(c: number, loss: Loss, update: keyof typeof updates): Motion {
  return {
    value: (p, y) => c * loss.value(p, y),
    slope: (p, y) => c * loss.slope(p, y),
    step: (p, y, tau) => updates[update](loss, p, y, c * tau),
  };
}

/** Logistic loss, extended to labels between the classes. */
function softened(classes: Motion, update: VwSettings['update']): Motion {
  const isClass = (y: number): boolean => Math.abs(y) === 1;
  const between: Motion = {
    ...mixedLogistic,
    step: (p, y, tau) => (update === 'invariant' ? mixedLogistic.flow(p, y, tau) : -tau * mixedLogistic.slope(p, y)),
  };
  return {
    value: (p, y) => (isClass(y) ? classes : between).value(p, y),
    slope: (p, y) => (isClass(y) ? classes : between).slope(p, y),
    step: (p, y, tau) => (isClass(y) ? classes : between).step(p, y, tau),
  };
}

/**
 * Logistic loss of a label between the classes: s ln(1 + e^-p) + (1 - s) ln(1 + e^p), s = (y + 1) / 2 in (0, 1).
 *
 * It is least at p* = ln(s / (1 - s)). Its flow, dp/dtau = s - sigmoid(p), brings p from A below p* to B below it in the time
 *
 *   tau = (A - B) / s + ln((1 - e^-A) / (1 - e^-B)) / (s (1 - s)),
 *
 * and from above with s and 1 - s exchanged: solved here for D = A - B, which the speed at the start bounds. The logarithm is
 * taken as ln(1 + (1 - e^-D) / (e^B - 1)), which keeps its digits for short distances.
 *
 * Vowpal Wabbit goes s of the way for the label +1 and 1 - s of the way for -1 instead: the flow of no loss, which does not stop
 * at p*. Derived here; the two are compared in test/references/vw-parity.test.ts.
 */
export const mixedLogistic = {
  value: (p: number, y: number): number => softplus(p) - share(y) * p,
  slope: (p: number, y: number): number => sigmoid(p) - share(y),
  flow(p: number, y: number, tau: number): number {
    const s = share(y);
    const ahead = log(s / (1 - s)) - p;
    const speed = s - sigmoid(p);
    const highest = Math.min(Math.abs(ahead), tau * Math.abs(speed));
    return Math.sign(speed) * solve(flowTime, tau, 0, highest, ahead > 0 ? s : 1 - s, Math.abs(ahead));
  },
};

function share(y: number): number {
  return (y + 1) / 2;
}

/** Time in which the distance to p* shrinks from `start` by `moved`. */
function flowTime(moved: number, s: number, start: number): number {
  return moved / s + log1p(-expm1(-moved) / expm1(start - moved)) / (s * (1 - s));
}
