import type { SparseRows } from '../../rows/sparse-rows.ts';
import { scheduleParameters } from '../bases/schedule.ts';
import { Interleaved } from './interleaved.ts';
import { members } from './members.ts';

class GradientDescents extends Interleaved {
  override readonly name = 'gradient-descent';

  sensitivities(rows: SparseRows, i: number, _slopes: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = this.paces.ahead(m) * rows.squaredNorms[i];
  }

  protected prepareMembers(
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    _slopes: Float64Array,
    out: Float64Array,
  ): void {
    const square = rows.squaredNorms[i];
    for (let m = 0; m < this.size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      this.etas[m] = this.paces.advance(m, h);
      out[m] = this.etas[m] * square;
    }
  }

  protected addSteps(rows: SparseRows, i: number): void {
    this.weightsOfAll.addScaled(rows, i, this.scales);
  }
}

/** Gradient descent (optimizers/gradient-descent.ts) with interleaved weights. State per feature and member: w. */
export const gradientDescents = members(
  'gradient-descent',
  scheduleParameters,
  (settings) => (columns, weights) => new GradientDescents(columns, settings, weights),
);
