import { requireLinearStep, DivergenceError, inRange, isInRange } from '../learners/margin-learner.ts';
import type { Loss } from '../losses/loss.ts';
import { clip, saturate } from '../numerics/elementary.ts';
import { Kept } from '../numerics/state.ts';
import type { Block } from '../optimizers/blocks/block.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { startsFromBase, type UpdateRule } from '../updates/rules.ts';
import { lossOfMany, type LossOfMany, movesOfMany, type MovesOfMany } from './loss-of-many.ts';

/**
 * Is told that a member has left the range of numbers. It throws, and the learner ends; or it sets the importance of the member to 0,
 * in this example and all later ones, and the other members go on.
 */
type WhenDiverged = (member: number, error: DivergenceError) => void;

const end: WhenDiverged = (_, error) => {
  throw error;
};

/**
 * K linear learners with one loss and one update rule on the same rows: scores from one sweep, and every member learns its own
 * label with its own importance.
 *
 *   admit -> p_m = margin -> q_m = prepare(h_m, l'(p_m, y_m)) -> move_m = update(loss, p_m, y_m, h_m q_m) -> push(move_m / q_m)
 *
 * A member of importance 0 stays as it is. Member m is the linear learner (learners/margin-learner.ts) bit for bit; so is a block of one.
 *
 * `learn` is all of it. A reduction whose members meet in comparisons calls its parts in their order: `begin`, `block.prepare`,
 * `starts`, `stepOf`, `block.push`, `block.follow`. Slopes may be anything where the block reads none.
 *
 * @throws CompositionError, the constructor, where the update rule and the optimizer do not go together.
 * @throws RangeError for an importance that is negative or no number.
 * @throws DivergenceError at the first example at which a margin, sensitivity or step of a member leaves the range of numbers; in
 * `learn`, only if nobody is told of it who lets the others go on.
 */
export class BlockLearner extends Kept {
  readonly loss: Loss;
  readonly update: UpdateRule;
  readonly block: Block;
  readonly #low: number;
  readonly #high: number;
  readonly #startsFromBase: boolean;
  readonly #readsSlope: boolean;
  /** Whether the domain has an edge. */
  readonly #isClipped: boolean;
  readonly #lossOfAll: LossOfMany;
  /** Absent for updates that are asked member by member. */
  readonly #moves: MovesOfMany | undefined;
  readonly #whenDiverged: WhenDiverged;
  /** Members that have left the range of numbers: 1. What they predict means nothing. */
  readonly #isOut: Uint8Array;
  /** One number a member, of the example that is learned. */
  readonly #margins: Float64Array;
  readonly #slopes: Float64Array;
  readonly #sensitivities: Float64Array;
  readonly #starts: Float64Array;
  readonly #steps: Float64Array;
  readonly #count = { learned: 0 };

  constructor(loss: Loss, update: UpdateRule, block: Block, whenDiverged = end) {
    super();
    requireLinearStep(update, block);
    this.#whenDiverged = whenDiverged;
    this.#isOut = new Uint8Array(block.size);
    this.loss = loss;
    this.update = update;
    this.block = block;
    [this.#low, this.#high] = loss.domain;
    this.#startsFromBase = startsFromBase(update);
    this.#readsSlope = block.adaptive;
    this.#isClipped = this.#low > -Infinity || this.#high < Infinity;
    this.#moves = movesOfMany(update);
    this.#lossOfAll = lossOfMany(loss, block.size);
    const numbers = Array.from({ length: 4 }, () => new Float64Array(block.size));
    [this.#margins, this.#slopes, this.#sensitivities, this.#steps] = numbers;
    this.keep(this.#count, { block });
    this.#starts = this.#startsFromBase ? new Float64Array(block.size) : this.#margins;
  }

  /** Number of members, K. */
  get size(): number {
    return this.block.size;
  }

  /** Examples begun so far. */
  get learned(): number {
    return this.#count.learned;
  }

  /** out[m]: what a user should be shown of member m, clipped to the loss's domain. */
  predictions(rows: SparseRows, i: number, out: Float64Array): void {
    this.block.predictions(rows, i, out);
    if (this.#isClipped) this.#clip(out);
  }

  /** out[m]: the prediction of the training weights of member m, clipped to the loss's domain. */
  scores(rows: SparseRows, i: number, out: Float64Array): void {
    this.block.margins(rows, i, out);
    if (this.#isClipped) this.#clip(out);
  }

  /**
   * Learns row i with label y_m and importance h_m in member m; out[m] is what member m predicted BEFORE the update, once the block had
   * seen the row. All predictions come from one sweep. `known`: the margins of the row as the block has them, where nothing was learned
   * since; it saves asking again, and out[m] is then of these.
   */
  learn(
    rows: SparseRows,
    i: number,
    labels: Float64Array,
    importances: Float64Array,
    out: Float64Array,
    known?: Float64Array,
  ): void {
    this.begin(rows, i, importances, this.#margins, known);
    const margins = this.#margins;
    if (this.#isClipped) this.#clip(margins);
    out.set(known ?? margins);
    if (this.#isClipped && known !== undefined) this.#clip(out);
    if (this.#readsSlope) this.#slopesOf(margins, labels, importances);
    this.block.prepare(rows, i, importances, this.#slopes, this.#sensitivities);
    if (this.#startsFromBase) this.starts(rows, i, margins, this.#starts);
    if (this.#moves !== undefined) this.#takeMoves(labels, importances, this.#moves);
    else
      for (let m = 0; m < this.size; m++)
        this.#steps[m] = importances[m] > 0 ? this.#memberStep(m, labels[m], importances[m]) : 0;
    this.block.push(rows, i, this.#steps);
  }

  /**
   * Begins to learn an example: lets the members with an importance see the row, and takes all margins, in which none is clipped.
   *
   * @throws RangeError for an importance that is negative or no number.
   */
  begin(rows: SparseRows, i: number, importances: Float64Array, margins: Float64Array, known?: Float64Array): void {
    const { size } = this;
    for (let m = 0; m < size; m++) if (!(importances[m] >= 0)) refuse(i, importances[m]);
    this.#count.learned++;
    const moved = this.block.admit(rows, i, importances);
    if (known === undefined || moved) this.block.margins(rows, i, margins);
    else margins.set(known);
    for (let m = 0; m < size; m++) if (!isInRange(margins[m])) this.#leave(m, 'margin', margins[m]);
  }

  /** out[m]: where the step of a member starts whose margin was margins[m] before `prepare`, clipped to the loss's domain. */
  starts(rows: SparseRows, i: number, margins: Float64Array, out: Float64Array): void {
    if (!this.#startsFromBase) {
      out.set(margins);
      return;
    }
    this.block.bases(rows, i, margins, out);
    for (let m = 0; m < this.size; m++) {
      out[m] = clip(out[m], this.#low, this.#high);
      if (!isInRange(out[m])) this.#leave(m, 'base', out[m]);
    }
  }

  /** The slope that `prepare` is to be told: 0 where the block reads none, so that it is not computed for nothing. */
  slopeOf(p: number, y: number): number {
    return this.#readsSlope ? this.loss.slope(p, y) : 0;
  }

  /** A new pass over the data begins. */
  beginPass(): void {
    this.block.beginPass();
  }

  /**
   * The step u of a prediction p with sensitivity q that learns y with importance h: the update's move over q, 0 where q is.
   *
   * @throws DivergenceError where prediction, sensitivity or move has left the range of numbers.
   */
  stepOf(p: number, y: number, h: number, q: number): number {
    const move = q > 0 ? this.update(this.loss, p, y, saturate(h * q), h) : 0;
    const step = q > 0 ? move / q : 0;
    if (isInRange(q) && isInRange(move) && isInRange(step)) return step;
    return (
      inRange(this.#count.learned, 'sensitivity', q) +
      inRange(this.#count.learned, 'move', move) +
      inRange(this.#count.learned, 'step', step)
    );
  }

  #clip(numbers: Float64Array): void {
    for (let m = 0; m < numbers.length; m++) numbers[m] = clip(numbers[m], this.#low, this.#high);
  }

  /** The slopes of the members with an importance; 0 for the others. */
  #slopesOf(margins: Float64Array, labels: Float64Array, importances: Float64Array): void {
    const { size } = this;
    const { predictions, labels: asked, out } = this.#lossOfAll;
    const slopes = this.#slopes;
    for (let m = 0; m < size; m++) {
      predictions[m] = importances[m] > 0 ? margins[m] : 0;
      asked[m] = labels[m];
    }
    this.#lossOfAll.slopes(size);
    for (let m = 0; m < size; m++) slopes[m] = importances[m] > 0 ? out[m] : 0;
  }

  /** `stepOf` of every member at once. */
  #takeMoves(labels: Float64Array, importances: Float64Array, moves: MovesOfMany): void {
    const { size } = this;
    const { predictions, labels: asked, times, out } = this.#lossOfAll;
    const starts = this.#starts;
    const sensitivities = this.#sensitivities;
    const steps = this.#steps;
    for (let m = 0; m < size; m++) {
      const q = sensitivities[m];
      const isMoved = q > 0 && importances[m] > 0;
      predictions[m] = isMoved ? starts[m] : 0;
      asked[m] = labels[m];
      times[m] = isMoved ? saturate(importances[m] * q) : 0;
    }
    moves(this.#lossOfAll, size);
    for (let m = 0; m < size; m++) {
      const q = sensitivities[m];
      const move = out[m];
      const step = q > 0 && importances[m] > 0 ? move / q : 0;
      steps[m] = step;
      if (!(isInRange(q) && isInRange(move) && isInRange(step)) && importances[m] > 0)
        steps[m] = this.#memberStep(m, labels[m], importances[m]);
    }
  }

  /** The step of member m in `learn`, which is 0 where the member leaves the range of numbers and the others go on. */
  #memberStep(m: number, y: number, h: number): number {
    try {
      return this.stepOf(this.#starts[m], y, h, this.#sensitivities[m]);
    } catch (error) {
      this.#tell(m, error);
      return 0;
    }
  }

  #leave(m: number, name: string, value: number): void {
    if (this.#isOut[m] === 1) return;
    try {
      inRange(this.#count.learned, name, value);
    } catch (error) {
      this.#tell(m, error);
    }
  }

  /** Once a member: it stays where it is, out of range. */
  #tell(m: number, error: unknown): void {
    if (!(error instanceof DivergenceError)) throw error;
    if (this.#isOut[m] === 0) this.#whenDiverged(m, error);
    this.#isOut[m] = 1;
  }
}

function refuse(i: number, h: number): never {
  throw new RangeError(`row ${i} cannot be learned with the importance ${h}; expected a number >= 0`);
}
