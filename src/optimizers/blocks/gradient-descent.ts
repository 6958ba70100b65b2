import type { SparseRows } from '../../rows/sparse-rows.ts';
import { scheduleParameters } from '../bases/schedule.ts';
import { Interleaved } from './interleaved.ts';
import { members } from './block.ts';

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
    const { size, etas, paces } = this;
    for (let m = 0; m < size; m++) {
      const h = importances[m];
      etas[m] = h > 0 ? paces.advance(m, h) : 0;
      out[m] = h > 0 ? etas[m] * square : 0;
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
