import { complete, type Given, type Parameters, type Values } from '../../numerics/recipe.ts';
import type { WeightsFactory } from '../../rows/kernels/interleaved.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { type Stateful, Kept } from '../../numerics/state.ts';
import type { Optimizer, OptimizerFactory } from '../optimizer.ts';

/**
 * Several optimizers of one kind on the same rows, its members: an optimizer of which every number is an array, one element a member.
 *
 * Law (test/laws/vector/blocks.test.ts, whole registry): member m does bit for bit what the optimizer of its settings does alone, told the
 * members' importances and slopes. A member of importance 0 is not told of the example: `admit`, `prepare` and `push` leave it as
 * it is.
 *
 * Questions are pure; commands come in the order of Optimizer: admit, (margins), prepare, push, (follow). Arrays that are handed in
 * have `size` elements and are not kept.
 */
export interface Block extends Stateful, Pick<Optimizer, 'name' | 'linear' | 'adaptive'> {
  /** Number of members, K. */
  readonly size: number;
  /** out[m] = w_m.x with the training weights. */
  margins(rows: SparseRows, i: number, out: Float64Array): void;
  /** out[m]: what member m shows for this row, its margin or that of averaged weights. */
  predictions(rows: SparseRows, i: number, out: Float64Array): void;
  /** out[m]: the q that `prepare` would find for importance 1 and slopes[m]. */
  sensitivities(rows: SparseRows, i: number, slopes: Float64Array, out: Float64Array): void;
  /** Lets the members with an importance see the row before its margins are taken; returns whether weights changed. */
  admit(rows: SparseRows, i: number, importances: Float64Array): boolean;
  /** Counts the example into the members with an importance; out[m] = q of each, 0 for the others. */
  prepare(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array, out: Float64Array): void;
  /** out[m]: where `prepare` left the margin of member m that was margins[m] (Optimizer.base). */
  bases(rows: SparseRows, i: number, margins: Float64Array, out: Float64Array): void;
  /** Takes the steps of the members prepared. */
  push(rows: SparseRows, i: number, steps: Float64Array): void;
  /**
   * Brings the margins of row i, taken after `admit`, up to date after `push`: adds u q where nothing but the step moved a margin,
   * else asks again; those of other members stay bit for bit.
   */
  follow(rows: SparseRows, i: number, margins: Float64Array): void;
  /** A new pass over the data begins, for all. */
  beginPass(): void;
  /** The weights that `predictions` uses for member m, as a fresh array, one a feature. */
  weights(m: number): Float64Array;
}

/** Builds a fresh block for this many features. `weights` makes interleaved weights of 0; absent: plain ones. */
export type BlockFactory = (columns: number, weights?: WeightsFactory) => Block;

/** A family of blocks: called with the numbers of every member, as the optimizer's recipe is with those of one. */
export type BlockRecipe<P extends Parameters> = (members: readonly Given<P>[]) => BlockFactory;

/**
 * The recipe of blocks of an optimizer with these parameters.
 *
 * @throws RangeError, the recipe, for no member at all, and for parameters as `recipe` (numerics/recipe.ts).
 */
export function members<const P extends Parameters>(
  label: string,
  parameters: P,
  build: (settings: readonly Values<P>[]) => BlockFactory,
): BlockRecipe<P> {
  return (given) => {
    if (given.length === 0) throw new RangeError(`a block of ${label} needs one member at least`);
    return build(given.map((each) => complete(label, parameters, each)));
  };
}

class Separate extends Kept implements Block {
  readonly size: number;
  readonly linear: boolean;
  readonly adaptive: boolean;
  readonly #members: readonly Optimizer[];
  /** Members that are prepared: 1. */
  readonly #prepared: Uint8Array;

  constructor(members: readonly Optimizer[]) {
    super();
    this.size = members.length;
    this.linear = members.every(({ linear }) => linear);
    this.adaptive = members.some(({ adaptive }) => adaptive);
    this.#members = members;
    this.keep([...members]);
    this.#prepared = new Uint8Array(members.length);
  }

  get name(): string {
    return this.#members[0].name;
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
