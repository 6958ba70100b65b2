import { addDirections } from '../../rows/kernels/interleaved.ts';
import type { InterleavedRates, WeightsFactory } from '../../rows/kernels/interleaved-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Values } from '../../numerics/recipe.ts';
import type { adaptiveParameters } from '../ada-grad.ts';
import { Directions } from './directions.ts';
import { Interleaved } from './interleaved.ts';

/** What the blocks of AdaGrad and of normalized AdaGrad share: the sums of squared gradients, and directions of a row's own. */
export abstract class Adaptive extends Interleaved {
  override readonly adaptive = true;
  /** Sum of squared gradients of feature j and member m at j * stride + m. */
  protected readonly g: Float64Array;
  protected readonly powers: Float64Array;
  protected readonly directions: Directions;
  /** Loops for rows that they take, where every power is 1/2. */
  protected readonly rates: InterleavedRates | undefined;

  constructor(columns: number, settings: readonly Values<typeof adaptiveParameters>[], weights?: WeightsFactory) {
    super(
      columns,
      settings.map(({ eta0, decay }) => ({ eta0, decay, power: 0, t0: 1 })),
      weights,
    );
    this.powers = Float64Array.from(settings, ({ power }) => power);
    this.rates = this.powers.every((power) => power === 0.5) ? this.weightsOfAll.rates : undefined;
    this.g = this.rates?.g ?? new Float64Array(columns * this.stride);
    this.keep({ g: this.ofMembers(this.g) });
    this.#begin(settings.map(({ initial }) => initial));
    this.directions = new Directions(this.stride);
  }

  protected prepareMembers(
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
    out: Float64Array,
  ): void {
    const rates = this.ratesFor(rows, i);
    this.etas.fill(0);
    out.fill(0);
    if (rates === undefined) {
      this.prepareEach(rows, i, importances, slopes, out);
      return;
    }
    this.prepareWith(rates, rows, i, importances, slopes);
    for (let m = 0; m < this.size; m++) {
      const h = importances[m];
      if (!(h > 0)) continue;
      this.etas[m] = this.eta(m, h, rates.squares[m]);
      out[m] = rates.totals[m] < Infinity ? this.etas[m] * rates.sums[m] : NaN;
    }
  }

  protected addSteps(rows: SparseRows, i: number): void {
    const rates = this.ratesFor(rows, i);
    if (rates === undefined) addDirections(rows, i, this.w, this.stride, this.scales, this.directions.values);
    else rates.addDirections(rows, i, this.scales);
  }

  protected ratesFor(rows: SparseRows, i: number): InterleavedRates | undefined {
    return this.rates?.takes(rows, i) === true ? this.rates : undefined;
  }

  /** `prepareMembers` in TypeScript, for rows and powers that no other loops take. */
  protected abstract prepareEach(
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
    out: Float64Array,
  ): void;

  /** Has the loops prepare the row. */
  protected abstract prepareWith(
    rates: InterleavedRates,
    rows: SparseRows,
    i: number,
    importances: Float64Array,
    slopes: Float64Array,
  ): void;

  /** Counts the example into member m: what its rates have in common. `squaredLength`: that of the row in units of scales. */
  protected abstract eta(m: number, h: number, squaredLength: number): number;

  /** Every sum of member m begins as initial[m]; untouched memory costs nothing. */
  #begin(initial: readonly number[]): void {
    if (initial.some((each) => each !== 0)) for (let at = 0; at < this.g.length; at += this.stride) this.g.set(initial, at);
  }
}
