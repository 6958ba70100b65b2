import type { Loss } from '../../losses/loss.ts';
import type { State } from '../../numerics/state.ts';
import type { Block } from '../../optimizers/blocks/block.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';

/** Rounding of a margin, as a share of its label, that is no overrun. */
const ROUNDING = 1e-9;

/**
 * A block that counts what its members do: the steps they take, and the matches of a tournament whose margin a step carries over
 * its label.
 *
 *   match of members l and r, learned with the label y = +1 where l gives way, else -1:  m = s_l - s_r
 *   overrun:  y m < 1 before the step, y m > 1 after it, both taken with the weights as they are then
 *
 * A match is two members that were prepared together; a step of any other number of them is none. Nothing that is learned depends
 * on the counting.
 */
export class CountingBlock implements Block {
  readonly #inner: Block;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #isPrepared: Uint8Array;
  steps = 0;
  matches = 0;
  overruns = 0;

  constructor(inner: Block) {
    this.#inner = inner;
    this.#before = new Float64Array(inner.size);
    this.#after = new Float64Array(inner.size);
    this.#isPrepared = new Uint8Array(inner.size);
  }

  get name(): string {
    return this.#inner.name;
  }

  get size(): number {
    return this.#inner.size;
  }

  get linear(): boolean {
    return this.#inner.linear;
  }

  get adaptive(): boolean {
    return this.#inner.adaptive;
  }

  margins(rows: SparseRows, i: number, out: Float64Array): void {
    this.#inner.margins(rows, i, out);
  }

  predictions(rows: SparseRows, i: number, out: Float64Array): void {
    this.#inner.predictions(rows, i, out);
  }

  sensitivities(rows: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void {
    this.#inner.sensitivities(rows, i, slopes, out);
  }

  admit(rows: SparseRows, i: number, importances: Float64Array): boolean {
    return this.#inner.admit(rows, i, importances);
  }

  prepare(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) this.#isPrepared[m] = importances[m] > 0 ? 1 : 0;
    this.#inner.prepare(rows, i, importances, slopes, out);
  }

  bases(rows: SparseRows, i: number, margins: Float64Array, out: Float64Array): void {
    this.#inner.bases(rows, i, margins, out);
  }

  push(rows: SparseRows, i: number, steps: Float64Array): void {
    const left = this.#isPrepared.indexOf(1);
    const right = this.#isPrepared.indexOf(1, left + 1);
    let prepared = 0;
    for (let m = 0; m < this.size; m++) prepared += this.#isPrepared[m];
    this.steps += prepared;
    if (prepared !== 2) {
      this.#inner.push(rows, i, steps);
      return;
    }
    this.#inner.margins(rows, i, this.#before);
    this.#inner.push(rows, i, steps);
    this.#inner.margins(rows, i, this.#after);
    this.#count(this.#before[left] - this.#before[right], this.#after[left] - this.#after[right]);
  }

  follow(rows: SparseRows, i: number, margins: Float64Array): void {
    this.#inner.follow(rows, i, margins);
  }

  beginPass(): void {
    this.#inner.beginPass();
  }

  weights(m: number): Float64Array {
    return this.#inner.weights(m);
  }

  state(): State {
    return this.#inner.state();
  }

  restore(state: State): void {
    this.#inner.restore(state);
  }

  /** The margin of a match moves towards its label. */
  #count(before: number, after: number): void {
    this.matches++;
    const y = after >= before ? 1 : -1;
    if (y * before < 1 && y * after > 1 + ROUNDING) this.overruns++;
  }
}

/** Whether a margin can go too far: whether the loss does not fall any more beyond the label 1. */
export function canOverrun(loss: Loss): boolean {
  return loss.slope(1 + ROUNDING, 1) >= 0;
}
