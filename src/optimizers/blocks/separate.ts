import type { SparseRows } from '../../rows/sparse-rows.ts';
import { Kept } from '../../numerics/state.ts';
import type { Optimizer, OptimizerFactory } from '../optimizer.ts';
import type { Block, BlockFactory } from './block.ts';

class Separate extends Kept implements Block {
  readonly #members: readonly Optimizer[];
  /** Members that are prepared: 1. */
  readonly #prepared: Uint8Array;

  constructor(members: readonly Optimizer[]) {
    super();
    this.#members = members;
    this.keep([...members]);
    this.#prepared = new Uint8Array(members.length);
  }

  get name(): string {
    return this.#members[0].name;
  }

  get size(): number {
    return this.#members.length;
  }

  get linear(): boolean {
    return this.#members.every(({ linear }) => linear);
  }

  get adaptive(): boolean {
    return this.#members.some(({ adaptive }) => adaptive);
  }

  margins(rows: SparseRows, i: number, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = this.#members[m].margin(rows, i);
  }

  predictions(rows: SparseRows, i: number, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = this.#members[m].predict(rows, i);
  }

  sensitivities(rows: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) out[m] = this.#members[m].sensitivity(rows, i, slopes[m]);
  }

  admit(rows: SparseRows, i: number, importances: Float64Array): boolean {
    let changed = false;
    for (let m = 0; m < this.size; m++) if (importances[m] > 0 && this.#members[m].admit(rows, i)) changed = true;
    return changed;
  }

  prepare(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++) {
      const h = importances[m];
      this.#prepared[m] = h > 0 ? 1 : 0;
      out[m] = h > 0 ? this.#members[m].prepare(rows, i, h, slopes[m]) : 0;
    }
  }

  bases(rows: SparseRows, i: number, margins: Float64Array, out: Float64Array): void {
    for (let m = 0; m < this.size; m++)
      out[m] = this.#prepared[m] === 1 ? this.#members[m].base(rows, i, margins[m]) : margins[m];
  }

  push(rows: SparseRows, i: number, steps: Float64Array): void {
    for (let m = 0; m < this.size; m++) if (this.#prepared[m] === 1) this.#members[m].push(rows, i, steps[m]);
  }

  follow(rows: SparseRows, i: number, margins: Float64Array): void {
    for (let m = 0; m < this.size; m++) if (this.#prepared[m] === 1) margins[m] = this.#members[m].margin(rows, i);
  }

  beginPass(): void {
    for (const member of this.#members) member.beginPass();
  }

  weights(m: number): Float64Array {
    return this.#members[m].weights();
  }
}

/** A block of any optimizers of one kind, each with weights of its own: one visit to the row a member. */
export function separate(members: readonly OptimizerFactory[]): BlockFactory {
  return (columns) => new Separate(members.map((member) => member(columns)));
}
