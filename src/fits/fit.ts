import { classesOf, type Loss } from '../losses/loss.ts';
import type { Work } from '../numerics/work.ts';
import type { ColumnUnits } from './columns.ts';
import { minimise, type Enough } from './newton.ts';
import { columnsOf, Problem, type Columns } from './problem.ts';
import type { Sample } from './sample.ts';

/** Models of the same labels at one strength: one of two classes or of numbers, K of several. */
export interface Fit {
  /** Weights of the features as they came, the constant in its column; one array a member. */
  readonly members: readonly Float64Array[];
  /** tau. */
  readonly strength: number;
  /** Labels that they were fitted to. */
  readonly labels: number;
}

/** tau from strong to weak, 10 to 1e-5, each about a seventh of the one before. */
export const STRENGTHS: readonly number[] = [10, 1.4, 0.2, 0.025, 3.5e-3, 5e-4, 7e-5, 1e-5];

/** Where a fit ends. */
export const EXACT: Enough = { gradient: 1e-7 };
/** The same where fits are compared. */
export const COMPARED: Enough = { gradient: 1e-5 };
/** The same where labels are many, and every product takes long: a hundredth of the last gain is left, 1e-7 of the objective. */
export const MANY: Enough = { gradient: 1e-7, gain: 1e-5 };

/**
 * The loss that a fit minimises in place of this one: itself where it is `fittable`, squared hinge for hinge; undefined where there is
 * none, and the online model is all there is.
 */
export function fitLossOf(loss: Loss): Loss | undefined {
  return loss.fittable === true ? loss : loss.fittable;
}

/** Fits the models of a sample at one strength after the other, each from where the one before has ended. */
export class Path {
  readonly #columns: Columns;
  readonly #units: ColumnUnits;
  readonly #problems: readonly Problem[];
  readonly #points: readonly Float64Array[];
  readonly #width: number;
  readonly #labels: number;

  /** `classes`: K, of several; undefined of two and of numbers. */
  constructor(sample: Sample, units: ColumnUnits, loss: Loss, classes: number | undefined, start?: Fit) {
    const { labels, importances: weights, rows } = sample;
    this.#columns = columnsOf(sample, units);
    this.#units = units;
    this.#width = rows.columns;
    this.#labels = labels.length;
    const { positive, negative } = classesOf(loss);
    const targets =
      classes === undefined
        ? [labels]
        : Array.from({ length: classes }, (_, k) => labels.map((label) => (label === k + 1 ? positive : negative)));
    this.#problems = targets.map((each) => new Problem(this.#columns, { loss, targets: each, weights }));
    this.#points = this.#problems.map(({ size }, k) => this.#pointOf(size, start?.members[k]));
  }

  /** The models at this strength. */
  *at(strength: number, enough: Enough): Work<Fit> {
    for (const [k, problem] of this.#problems.entries()) {
      problem.tau = strength;
      yield* minimise(problem, this.#points[k], enough);
    }
    return { strength, labels: this.#labels, members: this.#points.map((point) => this.#plain(point)) };
  }

  /** The weights of the features as they came. */
  #plain(point: Float64Array): Float64Array {
    const { column, scales, shifts } = this.#columns;
    const weights = new Float64Array(this.#width);
    let constant = point[column.length];
    for (let j = 0; j < column.length; j++) {
      weights[column[j]] = point[j] * scales[j];
      constant -= point[j] * shifts[j];
    }
    const { constant: carrier } = this.#units;
    if (carrier !== undefined) weights[carrier.column] = constant / carrier.value;
    return weights;
  }

  #pointOf(size: number, weights: Float64Array | undefined): Float64Array {
    const point = new Float64Array(size);
    const { constant: carrier } = this.#units;
    if (weights === undefined) return point;
    const { column, scales, shifts } = this.#columns;
    let constant = carrier === undefined ? 0 : weights[carrier.column] * carrier.value;
    for (let j = 0; j < column.length; j++) {
      point[j] = weights[column[j]] / scales[j];
      constant += point[j] * shifts[j];
    }
    point[column.length] = carrier === undefined ? 0 : constant;
    return point;
  }
}
