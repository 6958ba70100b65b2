import { CONSTANT_HASH } from '../data/readers/vw/hash.ts';
import { pow } from '../numerics/pow.ts';
import { Kept } from '../numerics/state.ts';
import { softThreshold } from '../optimizers/bases/shrinking-weights.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { DescentSettings, FtrlSettings } from './settings.ts';

/** Steps below it are not regularised. */
const SMALLEST_STEP = 1e-8;
/** Where c and gravity are folded back into the weights. */
const SMALLEST_CONTRACTION = 1e-9;
const LARGEST_GRAVITY = 1e3;

/**
 * Vowpal Wabbit's gradient descent on rows in which features may share a weight, in its order of events:
 *
 *   margin    c sum_i soft(w_i, gravity) x_i                              with the weights as the last example left them
 *   prepare   entry after entry:  G_i += h l'^2 x^2;  where |x| > s_i:  w_i *= (x^2 / s_i^2)^e,  s_i = |x|;
 *             r_i = G_i^-p s_i^(2 e);  S += r_i x^2;  then N += h sum x^2 / s_i^2,  T += h,  M = (N / T)^e,  q = M S
 *   push      w_i += u M r_i x / c, after  c *= 1 - l2 a,  gravity += l1 a,  a = -u / l'
 *
 * G only with --adaptive, s and M only with --normalized; p is power_t and e = p - 1, but -1 where steps are normalized, not
 * adaptive, and p = 1/2. The step size is the caller's part of u.
 *
 * On canonical rows, without penalties, this is our gradient-descent, ada-grad, normalized and normalized-adaptive, except that
 * weights are rescaled after the margin is taken (test/references/vw-descent.test.ts). Features that share a weight make q too
 * large or too small, because each counts as if it were alone: hence not in the registry, where q is exact.
 *
 * State per weight: w, G, s.
 *
 * Source: Vowpal Wabbit 9.11, gd.cc, in double precision and with exact roots.
 */
export class VwDescent extends Kept {
  readonly #settings: DescentSettings;
  readonly #exponent: number;
  readonly #w: Float64Array;
  readonly #g: Float64Array;
  readonly #s: Float64Array;
  /** s^(2 e) of every scale that is not 0: a power costs more than all else that is done to a feature. */
  readonly #scaleRates: Float64Array;
  /** r of the prepared row, where it is not 1 for all. */
  readonly #rates: Float64Array;
  /** N, T, c and gravity. */
  readonly #sums: { squares: number; mass: number; contraction: number; gravity: number };
  /** M and l' of the prepared row. */
  #common = 1;
  #slope = 0;

  constructor(columns: number, settings: DescentSettings) {
    super();
    const { adaptive, normalized, powerT, initialT, initialConstant = 0 } = settings;
    this.#settings = settings;
    this.#exponent = normalized && !adaptive && powerT === 0.5 ? -1 : powerT - 1;
    this.#w = new Float64Array(columns);
    this.#w[CONSTANT_HASH % columns] = initialConstant;
    this.#g = new Float64Array(adaptive ? columns : 0);
    if (initialT > 0) this.#g.fill(initialT); // only then: untouched memory costs nothing
    this.#s = new Float64Array(normalized ? columns : 0);
    this.#scaleRates = new Float64Array(normalized ? columns : 0);
    this.#rates = new Float64Array(columns);
    this.#sums = { squares: initialT, mass: initialT, contraction: 1, gravity: 0 };
    this.keep({ w: this.#w, g: this.#g, s: this.#s }, this.#sums);
  }

  margin(rows: SparseRows, i: number): number {
    const { offsets, indices, values } = rows;
    const w = this.#w;
    const { gravity, contraction } = this.#sums;
    const end = offsets[i + 1];
    let sum = 0;
    // Without gravity the threshold leaves every weight as it is.
    if (gravity === 0) for (let k = offsets[i]; k < end; k++) sum += w[indices[k]] * values[k];
    else for (let k = offsets[i]; k < end; k++) sum += softThreshold(w[indices[k]], gravity) * values[k];
    return contraction * sum;
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, indices, values } = rows;
    const { adaptive, normalized, powerT } = this.#settings;
    if (!adaptive && !normalized) {
      this.#sums.mass += h;
      this.#slope = slope;
      return rows.squaredNorms[i];
    }
    const [g, s, rates, scaleRates] = [this.#g, this.#s, this.#rates, this.#scaleRates];
    const isRoot = powerT === 0.5;
    const end = offsets[i + 1];
    const weight = h * (slope * slope);
    let sum = 0;
    let squaredLength = 0;
    for (let k = offsets[i]; k < end; k++) {
      const j = indices[k];
      const square = values[k] * values[k];
      let rate = 1;
      if (adaptive) {
        g[j] += weight * square;
        rate = g[j] === 0 ? 0 : isRoot ? 1 / Math.sqrt(g[j]) : pow(g[j], -powerT);
      }
      if (normalized) {
        this.#rescale(j, square);
        const scale = s[j] * s[j];
        squaredLength += square / scale;
        rate *= scaleRates[j];
      }
      rates[j] = rate;
      sum += square * rate;
    }
    this.#sums.squares += h * squaredLength;
    this.#sums.mass += h;
    // Before the first feature there is no scale, and nothing to step along.
    this.#common = normalized && this.#sums.squares > 0 ? pow(this.#sums.squares / this.#sums.mass, this.#exponent) : 1;
    this.#slope = slope;
    return this.#common * sum;
  }

  push(rows: SparseRows, i: number, u: number): void {
    const { offsets, indices, values } = rows;
    const [w, rates] = [this.#w, this.#rates];
    this.#regularize(u);
    const step = (u * this.#common) / this.#sums.contraction;
    const { adaptive, normalized } = this.#settings;
    const end = offsets[i + 1];
    if (!adaptive && !normalized) for (let k = offsets[i]; k < end; k++) w[indices[k]] += step * values[k];
    else for (let k = offsets[i]; k < end; k++) w[indices[k]] += step * (values[k] * rates[indices[k]]);
  }

  weights(): Float64Array {
    const { contraction, gravity } = this.#sums;
    return this.#w.map((w) => contraction * softThreshold(w, gravity));
  }

  protected override restored(): void {
    this.#scaleRates.set(this.#s.map((s) => (s === 0 ? 0 : pow(s * s, this.#exponent))));
  }

  /** Lets the scale of feature j see x^2. */
  #rescale(j: number, square: number): void {
    const s = this.#s;
    const scale = s[j] * s[j];
    if (square <= scale) return;
    if (scale > 0) this.#w[j] *= pow(square / scale, this.#exponent);
    s[j] = Math.sqrt(square);
    this.#scaleRates[j] = pow(s[j] * s[j], this.#exponent);
  }

  #regularize(u: number): void {
    const { l1, l2 } = this.#settings;
    if ((l1 === 0 && l2 === 0) || Math.abs(u) <= SMALLEST_STEP) return;
    const step = -u / this.#slope;
    const sums = this.#sums;
    sums.contraction *= 1 - l2 * step;
    sums.gravity += l1 * step;
    if (sums.contraction >= SMALLEST_CONTRACTION && sums.gravity <= LARGEST_GRAVITY) return;
    this.#w.set(this.weights());
    sums.contraction = 1;
    sums.gravity = 0;
  }
}

/**
 * Vowpal Wabbit's FTRL-Proximal on rows in which features may share a weight, entry after entry:
 *
 *   g = h l' x;  z += g - (sqrt(n + g^2) - sqrt(n)) / alpha w;  n += g^2;  w = -soft(z, l1) / ((beta + sqrt(n)) / alpha + l2)
 *
 * The importance multiplies the gradient before it is squared, where our ftrl-proximal counts h (l' x)^2, as h copies would. With
 * importance 1, on canonical rows, both are the same.
 *
 * State per weight: w, z, n.
 *
 * Source: Vowpal Wabbit 9.11, ftrl.cc, in double precision.
 */
export class VwFtrl extends Kept {
  readonly #settings: FtrlSettings;
  readonly #w: Float64Array;
  readonly #z: Float64Array;
  readonly #n: Float64Array;

  constructor(columns: number, settings: FtrlSettings) {
    super();
    this.#settings = settings;
    this.#w = new Float64Array(columns);
    this.#z = new Float64Array(columns);
    this.#n = new Float64Array(columns);
    this.keep({ w: this.#w, z: this.#z, n: this.#n });
  }

  margin({ offsets, indices, values }: SparseRows, i: number): number {
    const w = this.#w;
    let sum = 0;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) sum += w[indices[k]] * values[k];
    return sum;
  }

  /** 1: a step is along the gradient alone, however long the row. */
  prepare(): number {
    return 1;
  }

  /** u: -h l'. */
  push({ offsets, indices, values }: SparseRows, i: number, u: number): void {
    const { alpha, beta, l1, l2 } = this.#settings;
    const [w, z, n] = [this.#w, this.#z, this.#n];
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const j = indices[k];
      const g = -u * values[k];
      const root = Math.sqrt(n[j] + g * g);
      z[j] += g - ((root - Math.sqrt(n[j])) / alpha) * w[j];
      n[j] += g * g;
      w[j] = -softThreshold(z[j], l1) / ((beta + root) / alpha + l2);
    }
  }

  weights(): Float64Array {
    return this.#w.slice();
  }
}
