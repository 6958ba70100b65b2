import type { SparseRows } from '../../rows/sparse-rows.ts';
import { Pace } from './pace.ts';
import { PlainOptimizer } from './plain-optimizer.ts';
import type { Schedule } from './schedule.ts';

/** What all plain gradient methods share: the direction of row x is x itself, and eta(t) sets the step, so q = eta(t) x.x. */
export abstract class ScheduledDescent extends PlainOptimizer {
  protected readonly pace: Pace;
  /** Step size of the prepared example. */
  protected eta = 0;

  constructor(eta: Schedule) {
    super();
    this.pace = new Pace(eta);
  }

  sensitivity(rows: SparseRows, i: number, _slope: number): number {
    return this.pace.ahead() * rows.squaredNorms[i];
  }

  prepare(rows: SparseRows, i: number, h: number, _slope: number): number {
    this.eta = this.pace.advance(h);
    return this.eta * rows.squaredNorms[i];
  }

  override beginPass(): void {
    this.pace.beginPass();
  }
}
