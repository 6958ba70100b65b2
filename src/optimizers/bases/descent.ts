import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { Direction } from './direction.ts';
import { coordinatesOf, PlainOptimizer } from './plain-optimizer.ts';
import type { Coordinates } from '../optimizer.ts';
import { Pace, type Schedule } from './schedule.ts';

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
