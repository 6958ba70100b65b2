import type { Kernels } from '../../rows/kernels/kernels.ts';
import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Numbers } from '../../numerics/state.ts';
import { unlessInfinite } from '../../numerics/elementary.ts';
import type { Values } from '../../numerics/recipe.ts';
import { pow } from '../../numerics/pow.ts';
import { DirectedDescent, schedule, scheduleParameters, Scales } from './descent.ts';

/** What every adaptive optimizer takes. */
export const adaptiveParameters = {
  eta0: scheduleParameters.eta0,
  decay: scheduleParameters.decay,
  power: { above: 0, to: 1, default: 0.5, meaning: 'exponent of the sum of squared gradients' },
  initial: { from: 0, default: 0, meaning: 'what every sum of squared gradients starts from' },
} as const;

/** What an adaptive optimizer is told: its numbers, after defaults. */
export type AdaptiveValues = Values<typeof adaptiveParameters>;

/** What the loop below found last: sums over a row of x_i times its direction, of G_i, and of (x_i / s_i)^2. */
export const found = { sum: 0, total: 0, squaredLength: 0 };

/**
 * G += h (l' x)^2, and the direction of entry k of the row at k * stride + m of `directions`; without these nothing is changed, and what
 * would be is found. G and s of feature j stand at j * stride + m; without s every scale is 1.
 */
export function walkRates(
  { offsets, indices, values }: SparseRows,
  i: number,
  { g: { values: g }, s: scales, stride, m }: RateNumbers,
  h: number,
  slope: number,
  power: number,
  directions?: Float64Array,
): void {
  const s = scales?.values;
  const isRoot = power === 0.5;
  const end = offsets[i + 1];
  let sum = 0;
  let total = 0;
  let squaredLength = 0;
  for (let k = offsets[i], at = m; k < end; k++, at += stride) {
    const x = values[k];
    const j = indices[k] * stride + m;
    const scale = s === undefined ? 1 : directions === undefined ? Math.max(s[j], Math.abs(x)) : s[j];
    const gradient = slope * x;
    const grown = g[j] + h * (gradient * gradient);
    const along = directionOf(x, grown, scale, power, isRoot);
    if (directions !== undefined) {
      g[j] = grown;
      directions[at] = along;
    }
    sum += x * along;
    total += grown;
    const share = x / scale;
    squaredLength += share * share;
  }
  found.sum = sum;
  found.total = total;
  found.squaredLength = squaredLength;
}

/** Where G and s stand of one of several members, or of one alone: stride 1, m 0. */
export interface RateNumbers {
  readonly g: Numbers;
  readonly s: Numbers | undefined;
  readonly stride: number;
  readonly m: number;
}

/** x / (G^power s^(2 - 2 power)); 0 for a feature that has met no gradient. Told isRoot, power = 1/2, by loops that ask once a row. */
function directionOf(x: number, g: number, s: number, power: number, isRoot: boolean): number {
  if (g === 0) return 0;
  if (isRoot) return x / Math.sqrt(g) / s;
  return s === 1 ? x / pow(g, power) : x / pow(g, power) / pow(s, 2 - 2 * power);
}

/**
 * AdaGrad and, with scales, normalized AdaGrad: in kernels where these reach the numbers and power is 1/2, which is all they know, else in
 * TypeScript, to the same bits.
 */
export class AdaptiveDescent extends DirectedDescent {
  readonly #g: KernelNumbers;
  readonly #power: number = 0.5;
  readonly #initial: number = 0;
  readonly #scales: Scales | undefined;
  readonly #numbers: RateNumbers;

  constructor(columns: number, { eta0, decay, power, initial }: AdaptiveValues, units: 'as they are' | 'scaled') {
    super(columns, schedule({ eta0, decay }));
    this.#g = new KernelNumbers(columns, initial);
    this.#power = power;
    this.#initial = initial;
    this.#scales = units === 'scaled' ? new Scales(columns, 2 - 2 * power, initial) : undefined;
    this.#numbers = { g: this.#g, s: this.#scales?.numbers, stride: 1, m: 0 };
    this.keep({ g: this.#g });
    if (this.#scales !== undefined) this.keep({ scales: this.#scales });
  }

  coordinateMass(): Float64Array {
    return this.#g.values.map((g) => g - this.#initial);
  }

  override admit(rows: SparseRows, i: number): boolean {
    if (this.#scales === undefined) return false;
    const { kernels, offsets } = rows;
    if (kernels === undefined || !this.#isWithin(kernels)) return this.#scales.admit(rows, i, this.w.values);
    const { rates } = kernels;
    return rates.admit(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.w.at, this.#scales.numbers.at) === 1;
  }

  override sensitivity(rows: SparseRows, i: number, slope: number): number {
    const { offsets, kernels, indicesAt, valuesAt } = rows;
    if (kernels === undefined || !this.#isWithin(kernels)) {
      walkRates(rows, i, this.#numbers, 1, slope, this.#power);
      return this.#foreseen(found.sum, found.total, found.squaredLength);
    }
    const { rates, numbers } = kernels;
    numbers[0] = slope;
    if (this.#scales === undefined) rates.adaGradSensitivity(indicesAt, valuesAt, offsets[i], offsets[i + 1], this.#g.at);
    else rates.normalizedSensitivity(indicesAt, valuesAt, offsets[i], offsets[i + 1], this.#g.at, this.#scales.numbers.at);
    return this.#foreseen(numbers[0], numbers[1], numbers[2]);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, kernels, indicesAt, valuesAt } = rows;
    const { direction } = this;
    if (kernels === undefined || !this.#isWithin(kernels) || !direction.reserveWithin(kernels, rows, i)) {
      walkRates(rows, i, this.#numbers, h, slope, this.#power, direction.reserve(rows, i));
      return this.#counted(h, found.sum, found.total, found.squaredLength);
    }
    const { rates, numbers } = kernels;
    const g = this.#g.at;
    numbers[0] = slope;
    numbers[1] = h;
    if (this.#scales === undefined) rates.adaGradRates(indicesAt, valuesAt, offsets[i], offsets[i + 1], g, direction.at);
    else rates.normalizedRates(indicesAt, valuesAt, offsets[i], offsets[i + 1], g, this.#scales.numbers.at, direction.at);
    return this.#counted(h, numbers[0], numbers[1], numbers[2]);
  }

  #isWithin(kernels: Kernels): boolean {
    return (
      this.#power === 0.5 &&
      this.w.isWithin(kernels) &&
      this.#g.isWithin(kernels) &&
      (this.#scales === undefined || this.#scales.numbers.isWithin(kernels))
    );
  }

  #foreseen(sum: number, total: number, squaredLength: number): number {
    const ahead = this.pace.ahead();
    const eta = this.#scales === undefined ? ahead : ahead * this.#scales.ahead(squaredLength);
    return unlessInfinite(eta * sum, total);
  }

  #counted(h: number, sum: number, total: number, squaredLength: number): number {
    const eta = this.pace.advance(h);
    this.eta = this.#scales === undefined ? eta : eta * this.#scales.count(h, squaredLength);
    return unlessInfinite(this.eta * sum, total);
  }
}
