import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { copyFrom, partIn, type State } from '../../numerics/state.ts';
import { coordinatesOf } from './coordinates.ts';
import { Direction } from './direction.ts';
import { Pace } from './pace.ts';
import { PlainOptimizer } from './plain-optimizer.ts';
import type { Coordinates } from '../optimizer.ts';
import type { Schedule } from './schedule.ts';

/** What all methods with rates per feature share: `prepare` fills in a direction r_i x_i, and w += eta u (direction). */
export abstract class DirectedDescent extends PlainOptimizer {
  override readonly coordinates: Coordinates;
  protected readonly numbers: KernelNumbers;
  protected readonly pace: Pace;
  /** r_i x_i of the prepared row. */
  protected readonly direction = new Direction();
  /** What all rates of the prepared example have in common. */
  protected eta = 0;

  constructor(columns: number, eta: Schedule) {
    super();
    this.numbers = new KernelNumbers(columns);
    this.coordinates = coordinatesOf(this.numbers);
    this.pace = new Pace(eta);
  }

  /** The weights, live. */
  protected get w(): Float64Array {
    return this.numbers.values;
  }

  margin(rows: SparseRows, i: number): number {
    return this.numbers.dot(rows, i);
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u !== 0) this.direction.addAlong(rows, i, this.numbers, this.eta * u);
  }

  override beginPass(): void {
    this.pace.beginPass();
  }

  weights(): Float64Array {
    return this.w.slice();
  }

  state(): State {
    return { w: this.w.slice(), pace: this.pace.state() };
  }

  restore(state: State): void {
    copyFrom(state, 'w', this.w);
    this.pace.restore(partIn(state, 'pace'));
  }
}
