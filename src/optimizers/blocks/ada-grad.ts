import type { InterleavedRates } from '../../rows/kernels/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { adapted, adaptiveParameters } from '../ada-grad.ts';
import { Adaptive } from './adaptive.ts';
import { members } from './members.ts';

class AdaGrads extends Adaptive {
  override readonly name = 'ada-grad';

  sensitivities({ offsets, indices, values }: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void {
    const { g, size, stride } = this;
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const slope = slopes[m];
      const power = this.powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      for (let k = offsets[i]; k < end; k++) {
        const x = values[k];
        const gradient = slope * x;
        const grown = g[indices[k] * stride + m] + gradient * gradient;
        sum += x * adapted(x, grown, power, isRoot);
        total += grown;
      }
      out[m] = total < Infinity ? this.paces.ahead(m) * sum : NaN;
    }
  }

  protected prepareEach(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void {
    const { offsets, indices, values } = rows;
    const { g, size, stride } = this;
    const directions = this.directions.reserve(rows, i);
    const end = offsets[i + 1];
    for (let m = 0; m < size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      const slope = slopes[m];
      const power = this.powers[m];
      const isRoot = power === 0.5;
      let sum = 0;
      let total = 0;
      for (let k = offsets[i], at = m; k < end; k++, at += stride) {
        const x = values[k];
        const gradient = slope * x;
        const j = indices[k] * stride + m;
        const grown = g[j] + h * (gradient * gradient);
        const along = adapted(x, grown, power, isRoot);
        g[j] = grown;
        directions[at] = along;
        sum += x * along;
        total += grown;
      }
      this.etas[m] = this.eta(m, h);
      out[m] = total < Infinity ? this.etas[m] * sum : NaN;
    }
  }

  protected prepareWith(
    rates: InterleavedRates,
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
  ): void {
    rates.prepareAdaptive(rows, i, importances, slopes);
  }

  protected eta(m: number, h: number): number {
    return this.paces.advance(m, h);
  }
}

/** AdaGrad (optimizers/ada-grad.ts) with interleaved weights. State per feature and member: w, G. */
export const adaGrads = members(
  'ada-grad',
  adaptiveParameters,
  (settings) => (columns, weights) => new AdaGrads(columns, settings, weights),
);
