import type { Loss } from '../losses/loss.ts';
import { exp, log } from '../numerics/elementary.ts';
import type { Work } from '../numerics/work.ts';
import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Objective } from './newton.ts';

/** Rows whose terms are summed by themselves. */
const BLOCK = 1024;
/** Entries after which a piece of work ends: some milliseconds. */
export const PIECE = 1 << 20;

/** The columns that a sample has entries in: what of all weights a fit computes. */
export interface Columns {
  /** The sample's rows, their columns counted anew. */
  readonly rows: SparseRows;
  /** Column of the pool of each. */
  readonly column: Uint32Array;
  /** 1 / unit, and centre / unit, of each. */
  readonly scales: Float64Array;
  readonly shifts: Float64Array;
  readonly hasConstant: boolean;
}

/**
 * The losses of n rows as functions of their margins, K a row: those of member k of the fit from k n on, as are slopes and products.
 */
export interface RowLosses {
  /** K. */
  readonly members: number;
  value(margins: Float64Array, i: number): number;
  /** v times the slopes of row i; its curvature at these margins is kept, times v. */
  slopes(margins: Float64Array, i: number, v: number, out: Float64Array): void;
  /** Replaces the margins of row i along a direction by the curvature kept, a K x K matrix, times them. */
  bend(along: Float64Array, i: number): void;
}

/** One member: a loss, and a target a row. */
export function lossesOf(loss: Loss, targets: Float64Array): RowLosses {
  const curvatures = new Float64Array(targets.length);
  return {
    members: 1,
    value: (margins, i) => loss.value(margins[i], targets[i]),
    slopes(margins, i, v, out) {
      curvatures[i] = v === 0 ? 0 : v * loss.curvature(margins[i], targets[i]);
      out[i] = v === 0 ? 0 : v * loss.slope(margins[i], targets[i]);
    },
    bend(along, i) {
      along[i] = curvatures[i] === 0 ? 0 : curvatures[i] * along[i];
    },
  };
}

/**
 * A member a class of K: -ln p_y, p_k = e^m_k / sum over l of e^m_l. Its slopes are p_k - [k = y], its curvature diag(p) - p p'.
 * `classes`: that of each row, from 1.
 *
 * Source: multinomial logistic regression; Bishop, Pattern Recognition and Machine Learning (2006), 4.3.4.
 */
export function softmaxLosses(classes: ArrayLike<number>, members: number): RowLosses {
  const n = classes.length;
  const p = new Float64Array(n * members);
  const weights = new Float64Array(n);
  const largest = (margins: Float64Array, i: number): number => {
    let most = margins[i];
    for (let at = i + n; at < margins.length; at += n) if (margins[at] > most) most = margins[at];
    return most;
  };
  /** ln sum over k of e^(m_k - most). */
  const rest = (margins: Float64Array, i: number, most: number): number => {
    let sum = 0;
    for (let at = i; at < margins.length; at += n) sum += exp(margins[at] - most);
    return log(sum);
  };
  return {
    members,
    value(margins, i) {
      const most = largest(margins, i);
      return rest(margins, i, most) + (most - margins[i + (classes[i] - 1) * n]);
    },
    slopes(margins, i, v, out) {
      const most = largest(margins, i);
      const below = rest(margins, i, most);
      weights[i] = v;
      for (let at = i; at < p.length; at += n) out[at] = v * (p[at] = exp(margins[at] - most - below));
      out[i + (classes[i] - 1) * n] -= v;
    },
    bend(along, i) {
      let mean = 0;
      for (let at = i; at < p.length; at += n) mean += p[at] * along[at];
      for (let at = i; at < p.length; at += n) along[at] = weights[i] * p[at] * (along[at] - mean);
    },
  };
}

/**
 * The objective of a fit, with its gradient and Hessian,
 *
 *   f(w, b) = (1/V) sum over i of v_i loss_i(m_i)  +  (tau/2) |w|^2,     m_ik = w_k.s(x_i) + b_k,     s_j(x) = (x_j - centre_j) / unit_j,
 *
 * as functions of one array: (w_k, b_k) of each member after the other. b is not shrunk; without a constant in the rows it stays 0. Rows
 * are never centred in memory: with u = w / unit the margin is u.x - sum of w centre / unit + b, one number a member, and gradients have
 * a term of rank one. v: the weights of the rows, >= 0; their sum V is positive.
 *
 * Sums run over blocks of 1,024 rows in their order, so that they have the same bits on every machine.
 *
 * Source: the objective of L2-regularised logistic regression in LIBLINEAR (Fan et al. 2008), its mean in place of its sum.
 */
export class Problem implements Objective {
  /** Length of a point. */
  readonly size: number;
  tau = 1;
  readonly #columns: Columns;
  readonly #losses: RowLosses;
  readonly #weights: Float64Array;
  readonly #whole: number;
  /** Numbers of a member in a point: weights of the columns, and its constant. */
  readonly #width: number;
  /** Margins at the point whose value was asked for last. */
  readonly #margins: KernelNumbers;
  /** What each row counts in a gathered sum, a list a member. */
  readonly #factors: KernelNumbers;
  readonly #scaled: readonly KernelNumbers[];
  readonly #shifts: Float64Array;
  readonly #sums: readonly KernelNumbers[];
  #work = 0;

  constructor(columns: Columns, losses: RowLosses, weights: Float64Array) {
    const { members } = losses;
    this.#columns = columns;
    this.#losses = losses;
    this.#weights = weights;
    this.#whole = weights.reduce((sum, v) => sum + v, 0);
    this.#width = columns.column.length + 1;
    this.size = members * this.#width;
    this.#margins = new KernelNumbers(members * weights.length);
    this.#factors = new KernelNumbers(members * weights.length);
    this.#shifts = new Float64Array(members);
    [this.#scaled, this.#sums] = [0, 1].map(() =>
      Array.from({ length: members }, () => new KernelNumbers(columns.column.length)),
    );
  }

  /** f at a point; the gradient is then that at this point. */
  *value(point: Float64Array): Work<number> {
    const weights = this.#weights;
    this.#prepare(point);
    let sum = 0;
    for (let from = 0; from < weights.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, weights.length);
      this.#project(from, to, this.#margins);
      const { values: margins } = this.#margins;
      let part = 0;
      for (let i = from; i < to; i++) if (weights[i] > 0) part += weights[i] * this.#losses.value(margins, i);
      sum += part;
      if (this.#isPiece(from, to)) yield;
    }
    return sum / this.#whole + 0.5 * this.tau * this.#square(point);
  }

  /** The gradient at the point of the last value. */
  *gradient(point: Float64Array, out: Float64Array): Work<void> {
    const { values: margins } = this.#margins;
    yield* this.#gather(point, out, (from, to) => {
      const { values: factors } = this.#factors;
      for (let i = from; i < to; i++) this.#losses.slopes(margins, i, this.#weights[i] / this.#whole, factors);
    });
  }

  /** The Hessian at the point of the last gradient, times a direction. */
  *product(direction: Float64Array, out: Float64Array): Work<void> {
    this.#prepare(direction);
    yield* this.#gather(direction, out, (from, to) => {
      this.#project(from, to, this.#factors);
      const { values: factors } = this.#factors;
      for (let i = from; i < to; i++) this.#losses.bend(factors, i);
    });
  }

  /** out = sum over i of factor_ik (s(x_i), 1), and tau w of the point; `fill` computes the factors of some rows. */
  *#gather(point: Float64Array, out: Float64Array, fill: (from: number, to: number) => void): Work<void> {
    const { rows, scales, shifts, hasConstant } = this.#columns;
    const wholes = this.#shifts.map(() => 0);
    for (const sums of this.#sums) sums.values.fill(0);
    for (let from = 0; from < rows.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, rows.length);
      fill(from, to);
      for (const [k, sums] of this.#sums.entries()) {
        const { values: factors } = this.#factors;
        let part = 0;
        for (let i = from; i < to; i++) part += factors[k * rows.length + i];
        wholes[k] += part;
        sums.addScaledRows(rows, from, to, this.#factors, k * rows.length);
      }
      if (this.#isPiece(from, to)) yield;
    }
    for (const [k, { values: sums }] of this.#sums.entries()) {
      const at = k * this.#width;
      for (let j = 0; j < sums.length; j++) out[at + j] = sums[j] * scales[j] - wholes[k] * shifts[j] + this.tau * point[at + j];
      out[at + sums.length] = hasConstant ? wholes[k] : 0;
    }
  }

  /** u of a point, and what every margin of a member has besides u.x. */
  #prepare(point: Float64Array): void {
    const { scales, shifts, hasConstant } = this.#columns;
    for (const [k, { values: scaled }] of this.#scaled.entries()) {
      const at = k * this.#width;
      let shift = hasConstant ? point[at + scales.length] : 0;
      for (let j = 0; j < scales.length; j++) {
        scaled[j] = point[at + j] * scales[j];
        shift -= point[at + j] * shifts[j];
      }
      this.#shifts[k] = shift;
    }
  }

  /** The margins of some rows at the point that was prepared. */
  #project(from: number, to: number, out: KernelNumbers): void {
    const { rows } = this.#columns;
    for (const [k, scaled] of this.#scaled.entries()) scaled.dotRows(rows, from, to, this.#shifts[k], out, k * rows.length);
  }

  #square(point: Float64Array): number {
    let sum = 0;
    for (let at = 0; at < this.size; at++) if (at % this.#width < this.#width - 1) sum += point[at] * point[at];
    return sum;
  }

  #isPiece(from: number, to: number): boolean {
    const { offsets } = this.#columns.rows;
    this.#work += this.#losses.members * (offsets[to] - offsets[from] + (to - from) * 16);
    if (this.#work < PIECE) return false;
    this.#work = 0;
    return true;
  }
}
