import { createRequire } from 'node:module';
import type * as mlMatrix from 'ml-matrix';
import type { Dataset } from '../../src/rows/dataset.ts';
import { addScaled, dot, type SparseRows } from '../../src/rows/sparse-rows.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { labelsFor } from '../../src/specs/build-learner.ts';

/** Loaded with the first comparator: hardly any program asks for one. */
const require = createRequire(import.meta.url);
const linearAlgebra = (): typeof mlMatrix => require('ml-matrix') as typeof mlMatrix;

/** What is added to the diagonal of 1 at first. */
const DAMPING = 1e-12;

/** The minimiser of the sum of all losses. */
export interface Best {
  /** Sum of the losses, without the penalty. */
  readonly loss: number;
  /** F. */
  readonly objective: number;
  /** |w|. */
  readonly weightNorm: number;
  /** |grad F| in the end, and at w = 0. */
  readonly gradientNorm: number;
  readonly gradientNormAtZero: number;
  readonly iterations: number;
  /** Features that occur. */
  readonly features: number;
}

/**
 * The best fixed weights in hindsight: the minimiser of
 *
 *   F(w) = sum_i h_i l(w.x_i, y_i) + l2 |w|^2 / 2,
 *
 * by Newton's method with a line search: H d = -grad F by Cholesky (ml-matrix), steps halved until F falls by a share of what
 * the gradient promises (Armijo). For the squared loss the first step is the ridge solution, and a second one polishes it. In
 * units in which its diagonal is 1, H is damped by 1e-12, and by more where features that depend on each other make it
 * singular. The norm of the gradient says how far it got. Only features that occur are counted.
 */
export class Hindsight {
  readonly #loss: Loss;
  readonly #l2: number;
  readonly #rows: SparseRows;
  readonly #labels: Float64Array;
  readonly #importances: Float64Array | undefined;
  readonly #features: Uint32Array;
  /** Place of a feature among those that occur. */
  readonly #place: Uint32Array;

  constructor(loss: Loss, l2: number, train: Dataset) {
    this.#loss = loss;
    this.#l2 = l2;
    this.#rows = train.rows;
    this.#labels = labelsFor(this.#loss, train);
    this.#importances = train.importances;
    this.#features = featuresOf(train.rows);
    this.#place = new Uint32Array(train.rows.columns);
    this.#features.forEach((feature, at) => (this.#place[feature] = at));
  }

  solve(): Best {
    let w: Float64Array = new Float64Array(this.#rows.columns);
    let objective = this.#objective(w);
    let gradient = this.#gradient(w);
    const gradientNormAtZero = norm(gradient);
    let iterations = 0;
    for (; iterations < 100 && norm(gradient) > 1e-12 * gradientNormAtZero; iterations++) {
      const direction = this.#newtonDirection(w, gradient);
      const next = this.#lineSearch(w, direction, objective, inner(gradient, direction));
      if (next === undefined) break;
      ({ w, objective } = next);
      gradient = this.#gradient(w);
    }
    const weightNorm = norm(w);
    return {
      loss: objective - (this.#l2 * weightNorm ** 2) / 2,
      objective,
      weightNorm,
      gradientNorm: norm(gradient),
      gradientNormAtZero,
      iterations,
      features: this.#features.length,
    };
  }

  #objective(w: Float64Array): number {
    let sum = (this.#l2 * inner(w, w)) / 2;
    for (let i = 0; i < this.#rows.length; i++)
      sum += this.#importance(i) * this.#loss.value(dot(this.#rows, i, w), this.#labels[i]);
    return sum;
  }

  #gradient(w: Float64Array): Float64Array {
    const gradient = w.map((each) => this.#l2 * each);
    for (let i = 0; i < this.#rows.length; i++) {
      addScaled(this.#rows, i, gradient, this.#importance(i) * this.#loss.slope(dot(this.#rows, i, w), this.#labels[i]));
    }
    return gradient;
  }

  /** Solves H d = -gradient over the features that occur, in units in which the diagonal of H is 1. */
  #newtonDirection(w: Float64Array, gradient: Float64Array): Float64Array {
    const lines = this.#hessian(w);
    const units = lines.map((line, at) => 1 / (Math.sqrt(line[at]) || 1));
    const { CholeskyDecomposition, Matrix } = linearAlgebra();
    const target = Matrix.columnVector(units.map((unit, at) => -unit * gradient[this.#features[at]]));
    for (let damping = DAMPING; ; damping *= 100) {
      const scaled = Matrix.zeros(units.length, units.length);
      lines.forEach((line, j) => {
        for (let k = 0; k <= j; k++) scaled.set(j, k, line[k] * units[j] * units[k]).set(k, j, scaled.get(j, k));
        scaled.set(j, j, scaled.get(j, j) + damping);
      });
      const cholesky = new CholeskyDecomposition(scaled);
      if (!cholesky.isPositiveDefinite()) continue;
      const solution = cholesky.solve(target);
      const direction = new Float64Array(w.length);
      this.#features.forEach((feature, at) => (direction[feature] = units[at] * solution.get(at, 0)));
      return direction;
    }
  }

  /** Its lower triangle, by lines. */
  #hessian(w: Float64Array): Float64Array[] {
    const { offsets, indices, values } = this.#rows;
    const lines = Array.from(this.#features, (_, at) => new Float64Array(at + 1));
    lines.forEach((line, at) => (line[at] = this.#l2));
    for (let i = 0; i < this.#rows.length; i++) {
      const curvature = this.#importance(i) * this.#loss.curvature(dot(this.#rows, i, w), this.#labels[i]);
      for (let k = offsets[i]; k < offsets[i + 1]; k++) {
        const line = lines[this.#place[indices[k]]];
        const scaled = curvature * values[k];
        for (let l = offsets[i]; l <= k; l++) line[this.#place[indices[l]]] += scaled * values[l];
      }
    }
    return lines;
  }

  /** The first of the steps 1, 1/2, 1/4, … that is long enough downhill; undefined where rounding hides every one. */
  #lineSearch(
    w: Float64Array,
    direction: Float64Array,
    objective: number,
    slope: number,
  ): { w: Float64Array; objective: number } | undefined {
    for (let step = 1; step > 1e-10; step /= 2) {
      const tried = w.map((each, j) => each + step * direction[j]);
      const reached = this.#objective(tried);
      if (reached <= objective + 1e-4 * step * slope) return { w: tried, objective: reached };
    }
    return undefined;
  }

  #importance(i: number): number {
    return this.#importances === undefined ? 1 : this.#importances[i];
  }
}

/** In ascending order. */
export function featuresOf({ indices }: SparseRows): Uint32Array {
  return Uint32Array.from(new Set(indices)).sort();
}

function inner(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, each, j) => sum + each * b[j], 0);
}

function norm(a: Float64Array): number {
  return Math.sqrt(inner(a, a));
}
