import { Kept } from '../../numerics/state.ts';
import { recipe } from '../../numerics/recipe.ts';
import { pow } from '../../numerics/pow.ts';
import type { Kernels } from '../../rows/kernels/kernels.ts';
import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Coordinates, OptimizerActions } from '../optimizer.ts';

/** The step sizes of a pass, each as a function of t. */
export type Schedule = (pass: number) => (t: number) => number;

/** What every optimizer with a schedule takes. */
export const scheduleParameters = {
  eta0: { above: 0, meaning: 'step size at the start' },
  power: { from: 0, to: 1, default: 0, meaning: 'exponent of the decay in t; 0 keeps the step constant' },
  t0: { above: 0, default: 1, meaning: 'importance mass after which the decay sets in' },
  decay: { above: 0, to: 1, default: 1, meaning: 'factor on the step after every pass' },
} as const;

/**
 * Step sizes of a schedule: eta(t, pass) = eta0 * decay^pass * (t0 / (t0 + t))^power, t the importance mass seen, current example included.
 *
 * power = 0 is constant and makes the whole learner exactly importance-invariant; 1/2 and 1 are the rates of the regret
 * bounds. Source: Vowpal Wabbit's schedule (t0 its --initial_t, decay its --decay_learning_rate).
 *
 * @example
 * const eta = schedule({ eta0: 2, power: 0.5, t0: 1 })(0);
 * eta(3) // => 1
 */
export const schedule = recipe('schedule', scheduleParameters, ({ eta0, power, t0, decay }): Schedule => {
  return (pass) => {
    const eta = eta0 * pow(decay, pass);
    if (power === 0) return () => eta;
    if (power === 0.5) return (t) => eta * Math.sqrt(t0 / (t0 + t));
    return (t) => eta * pow(t0 / (t0 + t), power);
  };
});

/** Where a run is on its schedule: the importance mass and the passes seen, and the step size that follows from them. */
export class Pace extends Kept {
  readonly #schedule: Schedule;
  readonly #seen = { mass: 0, pass: 0 };
  /** The step sizes of this pass. */
  #eta: (t: number) => number;
  /** What `ahead` found last, and at which mass: active learning asks for every example and learns from few. */
  #ahead = 0;
  #aheadOf = -1;

  constructor(schedule: Schedule) {
    super();
    this.#schedule = schedule;
    this.keep(this.#seen);
    this.#eta = schedule(0);
  }

  /** Importance seen so far. */
  get mass(): number {
    return this.#seen.mass;
  }

  /** Counts importance h; returns the step size of this example. */
  advance(h: number): number {
    this.#seen.mass += h;
    return this.#eta(this.#seen.mass);
  }

  /** The step size that `advance(1)` would return. */
  ahead(): number {
    if (this.#aheadOf !== this.#seen.mass) {
      this.#ahead = this.#eta(this.#seen.mass + 1);
      this.#aheadOf = this.#seen.mass;
    }
    return this.#ahead;
  }

  /** The next pass over the data begins: its own step sizes hold. */
  beginPass(): void {
    this.#enter(this.#seen.pass + 1);
  }

  protected override restored(): void {
    this.#enter(this.#seen.pass);
  }

  #enter(pass: number): void {
    this.#seen.pass = pass;
    this.#eta = this.#schedule(pass);
    this.#aheadOf = -1;
  }
}

/**
 * What most optimizers answer alike: they show the training weights, need no look at a row before its margin, move no other row's
 * margin in `prepare`, and know no passes. What is true of them whatever they have learned is declared on their recipe
 * (optimizer.ts), and what they keep is declared once (`keep`).
 */
export abstract class PlainOptimizer extends Kept implements OptimizerActions {
  coordinates?: Coordinates | undefined;

  abstract margin(rows: SparseRows, i: number): number;
  abstract sensitivity(rows: SparseRows, i: number, slope: number): number;
  abstract prepare(rows: SparseRows, i: number, h: number, slope: number): number;
  abstract push(rows: SparseRows, i: number, u: number): void;
  abstract weights(): Float64Array;

  predict(rows: SparseRows, i: number): number {
    return this.margin(rows, i);
  }

  admit(_rows: SparseRows, _i: number): boolean {
    return false;
  }

  base(_rows: SparseRows, _i: number, p: number): number {
    return p;
  }

  beginPass(): void {
    // No pass counts.
  }
}

/** Numbers as coordinates of the weights, wherever they stand; the weights are these numbers times a factor that may change. */
export function coordinatesOf(numbers: KernelNumbers, factor = (): number => 1): Coordinates {
  return {
    get values() {
      return numbers.values;
    },
    get factor() {
      return factor();
    },
  };
}

/** What `prepare` worked out for one row and `push` needs: one number an entry. Grows by doubling, never shrinks. */
export class Direction {
  #numbers = new KernelNumbers(256);

  /** One number an entry of the prepared row, in entry order; longer than the row. */
  get values(): Float64Array {
    return this.#numbers.values;
  }

  /** The address of `values`, where these kernels reach them. */
  get at(): number {
    return this.#numbers.at;
  }

  /** `values` with room for row i; what it held before is lost. */
  reserve(rows: SparseRows, i: number): Float64Array {
    this.#grow(rows.offsets[i + 1] - rows.offsets[i]);
    return this.#numbers.values;
  }

  /** The same for kernels that fill it in: whether they reach the values. */
  reserveWithin(kernels: Kernels, rows: SparseRows, i: number): boolean {
    this.#grow(rows.offsets[i + 1] - rows.offsets[i]);
    return this.isWithin(kernels);
  }

  /** Whether these kernels reach the values. */
  isWithin(kernels: Kernels): boolean {
    return this.#numbers.isWithin(kernels);
  }

  /** w += scale * values on the features of row i, the row of the last `reserve`. */
  addTo(rows: SparseRows, i: number, w: Float64Array, scale: number): void {
    const { offsets, indices } = rows;
    const { values } = this.#numbers;
    const start = offsets[i];
    const entries = offsets[i + 1] - start;
    let k = 0;
    for (const whole = entries - 3; k < whole; k += 4) {
      w[indices[start + k]] += scale * values[k];
      w[indices[start + k + 1]] += scale * values[k + 1];
      w[indices[start + k + 2]] += scale * values[k + 2];
      w[indices[start + k + 3]] += scale * values[k + 3];
    }
    for (; k < entries; k++) w[indices[start + k]] += scale * values[k];
  }

  /** The same for weights that kernels may reach. */
  addAlong(rows: SparseRows, i: number, w: KernelNumbers, scale: number): void {
    const { kernels, offsets } = rows;
    if (kernels === undefined || !(this.isWithin(kernels) && w.isWithin(kernels))) this.addTo(rows, i, w.values, scale);
    else {
      kernels.numbers[0] = scale;
      kernels.walks.addAlong(rows.indicesAt, offsets[i], offsets[i + 1], this.#numbers.at, w.at);
    }
  }

  /** Kernels write two numbers at a time, and so perhaps one more than the row has entries. */
  #grow(entries: number): void {
    if (entries >= this.#numbers.values.length) this.#numbers = new KernelNumbers(2 * entries);
  }
}

/** Weights of features, whatever they are kept as. */
export interface RowWeights {
  /** w.x for row i. */
  dot(rows: SparseRows, i: number): number;
  /** w += scale * x for row i. */
  addScaled(rows: SparseRows, i: number, scale: number): void;
  /** The weights as they are now, a fresh array. */
  copy(): Float64Array;
}

/** What all plain gradient methods share: the direction of row x is x itself, and eta(t) sets the step, so q = eta(t) x.x. */
export abstract class ScheduledDescent<W extends RowWeights = KernelNumbers> extends PlainOptimizer {
  protected readonly w: W;
  protected readonly pace: Pace;
  /** Step size of the prepared example; with rates per feature, what all of them have in common. */
  protected eta = 0;

  constructor(w: W, eta: Schedule, coordinates?: Coordinates) {
    super();
    this.w = w;
    this.pace = new Pace(eta);
    this.coordinates = coordinates;
  }

  margin(rows: SparseRows, i: number): number {
    return this.w.dot(rows, i);
  }

  sensitivity(rows: SparseRows, i: number, _slope: number): number {
    return this.pace.ahead() * rows.squaredNorms[i];
  }

  prepare(rows: SparseRows, i: number, h: number, _slope: number): number {
    this.eta = this.pace.advance(h);
    return this.eta * rows.squaredNorms[i];
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u !== 0) this.w.addScaled(rows, i, this.eta * u);
  }

  override beginPass(): void {
    this.pace.beginPass();
  }

  weights(): Float64Array {
    return this.w.copy();
  }
}

/** What all methods with rates per feature share: `prepare` fills in a direction r_i x_i, and w += eta u (direction). */
export abstract class DirectedDescent extends ScheduledDescent {
  /** r_i x_i of the prepared row. */
  protected readonly direction = new Direction();

  constructor(columns: number, eta: Schedule) {
    const w = new KernelNumbers(columns);
    super(w, eta, coordinatesOf(w));
    this.keep({ w, pace: this.pace });
  }

  override push(rows: SparseRows, i: number, u: number): void {
    if (u !== 0) this.direction.addAlong(rows, i, this.w, this.eta * u);
  }
}

/**
 * The scale of every feature, s_i = max |x_i| seen, and the mean squared length of the rows in these units.
 *
 *   admit:  where |x_i| > s_i:  w_i *= (s_i / |x_i|)^exponent,  s_i = |x_i|
 *   count:  N += h sum_i x_i^2 / s_i^2,  t += h;  correction = (t / N)^(exponent / 2)
 *
 * exponent 2 undoes the units of plain gradient steps (w ~ x / s^2), exponent 1 those of AdaGrad with its square root.
 *
 * Source: Ross, Mineiro & Langford, Normalized online learning (2013), algorithms 1 (NG) and 2 (NAG).
 */
export class Scales extends Kept {
  /** Largest |x_i| seen of each feature, as the kernels take them. */
  readonly numbers: KernelNumbers;
  readonly #exponent: number = 1;
  readonly #sums: { mass: number; squares: number };

  /** initial: what t and N start from. */
  constructor(columns: number, exponent: number, initial: number) {
    super();
    this.numbers = new KernelNumbers(columns);
    this.#exponent = exponent;
    this.#sums = { mass: initial, squares: initial };
    this.keep({ s: this.numbers }, this.#sums);
  }

  /** The same, live. */
  get s(): Float64Array {
    return this.numbers.values;
  }

  /** Lets the scales see row i; keeps w_i x_i meaning the same where a scale grew, and returns whether one did. */
  admit(rows: SparseRows, i: number, w: Float64Array): boolean {
    const { offsets, indices, values } = rows;
    const s = this.s;
    const end = offsets[i + 1];
    let grown = false;
    for (let k = offsets[i]; k < end; k++) {
      const size = Math.abs(values[k]);
      const j = indices[k];
      if (size > s[j]) {
        w[j] *= this.raise(s[j] / size);
        s[j] = size;
        grown = true;
      }
    }
    return grown;
  }

  /** ratio^exponent, exact for the exponents 1 and 2. */
  raise(ratio: number): number {
    const exponent = this.#exponent;
    return exponent === 1 ? ratio : exponent === 2 ? ratio * ratio : pow(ratio, exponent);
  }

  /** Counts a row of this squared length in scale units with importance h; returns the correction of the step size. */
  count(h: number, squaredLength: number): number {
    this.#sums.mass += h;
    this.#sums.squares += h * squaredLength;
    return this.#correction(this.#sums.mass, this.#sums.squares);
  }

  /** What `count(1, squaredLength)` would return. */
  ahead(squaredLength: number): number {
    return this.#correction(this.#sums.mass + 1, this.#sums.squares + squaredLength);
  }

  /** Rows without features, or of importance 0, so far: no length is known and no step is taken. */
  #correction(mass: number, squares: number): number {
    if (squares === 0) return 0;
    const ratio = mass / squares;
    return this.#exponent === 1 ? Math.sqrt(ratio) : this.#exponent === 2 ? ratio : pow(ratio, this.#exponent / 2);
  }
}
