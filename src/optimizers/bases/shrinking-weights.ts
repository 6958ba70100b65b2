import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Values } from '../../numerics/recipe.ts';
import { Kept } from '../../numerics/state.ts';
import type { Coordinates } from '../optimizer.ts';
import { type RowWeights, schedule, ScheduledDescent, type scheduleParameters } from './descent.ts';

/** Where growth is folded back into the weights, far from overflow. */
const LARGEST_GROWTH = 1e100;

/**
 * Weights that are all pulled toward 0 after every example, at the cost of the row's features alone.
 *
 * Weight i is kept as v_i = w_i * growth, as it was when the feature was last seen, with the pull that had come by then:
 *
 *   w_i = toward0(v_i, pull - seen_i) / growth       toward0(v, a) = soft(v, a) where |v| <= ceiling, else v
 *
 * Pulls of one size for all add up, for a pull never lifts |v| above the ceiling again; that makes laziness exact. Dividing
 * all weights by 1 + r multiplies growth instead; a ceiling and growth do not mix (the ceiling is in units of w).
 *
 * Source: Duchi & Singer, Efficient online and batch learning using forward backward splitting (2009), section 6.
 */
export class ShrinkingWeights extends Kept implements RowWeights {
  readonly #v: Float64Array;
  readonly #seen: Float64Array;
  readonly #ceiling: number;
  readonly #all = { pull: 0, growth: 1 };

  /** ceiling: weights larger than this are not pulled. */
  constructor(columns: number, ceiling: number) {
    super();
    this.#v = new Float64Array(columns);
    this.#seen = new Float64Array(columns);
    this.#ceiling = ceiling;
    this.keep({ v: this.#v, seen: this.#seen }, this.#all);
  }

  /** Exact while no amount is pulled: weights then change with the features of rows, or all by the growth. */
  get coordinates(): Coordinates {
    const growth = (): number => this.#all.growth;
    return {
      values: this.#v,
      get factor() {
        return 1 / growth();
      },
      fold: () => this.#fold(),
    };
  }

  /** w.x for row i. */
  dot(rows: SparseRows, i: number): number {
    const { offsets, indices, values } = rows;
    const v = this.#v;
    const seen = this.#seen;
    const pull = this.#all.pull;
    const ceiling = this.#ceiling;
    const end = offsets[i + 1];
    let sum = 0;
    for (let k = offsets[i]; k < end; k++) {
      const j = indices[k];
      sum += toward0(v[j], pull - seen[j], ceiling) * values[k];
    }
    return sum / this.#all.growth;
  }

  /** w += scale * x for row i. */
  addScaled(rows: SparseRows, i: number, scale: number): void {
    const { offsets, indices, values } = rows;
    const v = this.#v;
    const seen = this.#seen;
    const pull = this.#all.pull;
    const ceiling = this.#ceiling;
    const grown = scale * this.#all.growth;
    const end = offsets[i + 1];
    for (let k = offsets[i]; k < end; k++) {
      const j = indices[k];
      v[j] = toward0(v[j], pull - seen[j], ceiling) + grown * values[k];
      seen[j] = pull;
    }
  }

  /** w_i = toward0(w_i, amount) / (1 + ratio), for every i. */
  shrink(amount: number, ratio: number): void {
    this.#all.pull += amount * this.#all.growth;
    this.#all.growth *= 1 + ratio;
    if (this.#all.growth > LARGEST_GROWTH) this.#fold();
  }

  /** The weights as they are now, a fresh array. */
  copy(): Float64Array {
    return this.#v.map((v, j) => toward0(v, this.#all.pull - this.#seen[j], this.#ceiling) / this.#all.growth);
  }

  #fold(): void {
    this.#v.set(this.copy());
    this.#seen.fill(0);
    this.#all.pull = 0;
    this.#all.growth = 1;
  }
}

function toward0(v: number, amount: number, ceiling: number): number {
  return Math.abs(v) > ceiling ? v : softThreshold(v, amount);
}

/**
 * soft(a, k) = sign(a) max(0, |a| - k), k >= 0: the proximal map of k |a|, and how L1 makes weights exactly 0.
 *
 * As the difference of two positive parts, for of three cases the processor would have to guess one for every feature.
 *
 * @example
 * softThreshold(-3, 1) // => -2
 * softThreshold(0.5, 1) // => 0
 * softThreshold(0.5, Infinity) // => 0
 */
export function softThreshold(a: number, k: number): number {
  return Math.max(0, a - k) - Math.max(0, -a - k);
}

/** What pulls weights toward 0, in units of the step size: L1 and L2 penalties, those larger than the ceiling aside. */
interface Pull {
  readonly l1: number;
  readonly l2?: number;
  readonly ceiling?: number;
  /** K: examples between two pulls; absent: each has its own, and none is owed. */
  readonly every?: number;
}

/** Gradient steps, and after every K-th example the pull of these K on all weights: each to 0 and no further. */
export class ShrinkingDescent extends ScheduledDescent<ShrinkingWeights> {
  readonly #l1: number;
  readonly #l2: number;
  readonly #every: number;
  /** `owed`: pull of the examples since the last one, the prepared one included. */
  readonly #now = { owed: 0, sinceLast: 0 };
  /** L2 penalty of the prepared example. */
  #contraction = 0;

  constructor(columns: number, values: Values<typeof scheduleParameters>, { l1, l2 = 0, ceiling = Infinity, every }: Pull) {
    const weights = new ShrinkingWeights(columns, ceiling);
    super(weights, schedule(values), l1 === 0 ? weights.coordinates : undefined);
    this.#l1 = l1;
    this.#l2 = l2;
    this.#every = every ?? 1;
    this.keep({ weights, pace: this.pace }, every === undefined ? {} : this.#now);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const q = super.prepare(rows, i, h, slope);
    const time = h * this.eta;
    this.#now.owed += time * this.#l1;
    this.#contraction = time * this.#l2;
    return q;
  }

  override push(rows: SparseRows, i: number, u: number): void {
    super.push(rows, i, u);
    this.#now.sinceLast++;
    if (this.#now.sinceLast < this.#every) return;
    this.w.shrink(this.#now.owed, this.#contraction);
    this.#now.owed = 0;
    this.#now.sinceLast = 0;
  }
}
