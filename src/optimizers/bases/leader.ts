import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { coordinatesOf, PlainOptimizer } from './descent.ts';

/** How what lambda follows from grows: what an example of importance h, slope l' and squared norm x.x adds. */
export type Growth = (h: number, slope: number, squaredNorm: number) => number;

/** What regularised leaders share: weights theta / lambda, theta += u x. `prepare` lets lambda grow, which moves every weight (`base`). */
export class Leader extends PlainOptimizer {
  protected readonly theta: KernelNumbers;
  readonly #name: string;
  readonly #sums: Record<string, number>;
  readonly #growth: Growth;
  readonly #rateAt: (grown: number) => number;
  /** 1 / lambda. */
  protected rate = 0;
  /** theta.x of the row asked about last: margin and base of one example are shares of one number, which is summed up once. */
  #dot = 0;
  #rows: SparseRows | undefined = undefined;
  #row = 0;

  /** `name`: what the state calls the sum that lambda follows from; `rateAt`: 1 / lambda of it, 0 of none, when theta is 0 too. */
  constructor(columns: number, name: string, growth: Growth, rateAt: (grown: number) => number) {
    super();
    this.theta = new KernelNumbers(columns);
    this.#name = name;
    this.#sums = { [name]: 0 };
    this.#growth = growth;
    this.#rateAt = rateAt;
    this.coordinates = coordinatesOf(this.theta, () => this.rate);
    this.keep({ theta: this.theta }, this.#sums);
  }

  /** The sum that lambda follows from. */
  protected get grown(): number {
    return this.#sums[this.#name];
  }

  margin(rows: SparseRows, i: number): number {
    this.#rows = rows;
    this.#row = i;
    return this.rate * (this.#dot = this.theta.dot(rows, i));
  }

  override base(rows: SparseRows, i: number, _p: number): number {
    return rows === this.#rows && i === this.#row ? this.rate * this.#dot : this.margin(rows, i);
  }

  sensitivity(rows: SparseRows, i: number, slope: number): number {
    const squaredNorm = rows.squaredNorms[i];
    return this.#rateAt(this.grown + this.#growth(1, slope, squaredNorm)) * squaredNorm;
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const squaredNorm = rows.squaredNorms[i];
    this.rate = this.#rateAt((this.#sums[this.#name] += this.#growth(h, slope, squaredNorm)));
    return this.rate * squaredNorm;
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u === 0) return;
    this.theta.addScaled(rows, i, u);
    this.#rows = undefined;
  }

  weights(): Float64Array {
    return this.theta.values.map((theta) => this.rate * theta);
  }

  protected override restored(): void {
    this.#rows = undefined;
    this.rate = this.#rateAt(this.grown);
  }
}
