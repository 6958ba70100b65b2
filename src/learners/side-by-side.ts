import type { Loss } from '../losses/loss.ts';
import { numberIn, partIn, type State } from '../numerics/state.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { DivergenceError } from './learner.ts';
import type { Contest, MarginLearner } from './margin-learner.ts';

/** A learner with its step size. */
export interface Contestant {
  readonly step: number;
  readonly learner: MarginLearner;
}

/**
 * Several learners on the same labels, of which the leader predicts: the one of the smallest importance-weighted progressive loss
 *
 *   L_k = sum over the labels of judged loss(p_k, y),   p_k the margin before the label was learned.
 *
 * Nobody has led before the first label: the first contestant does then, and where two are equal who leads stays. Everything that
 * is asked about a prediction (its side, q, the importance that flips it) is asked of the leader. Which labels are bought depends on
 * who leads; what any contestant learns from a label does not.
 *
 * A contestant that diverges is out, and the others go on. State: that of every contestant, the sums of losses, the leader.
 *
 * @throws DivergenceError, `learn`, when the last one diverges.
 */
export class SideBySide implements MarginLearner {
  readonly loss: Loss;
  readonly #steps: readonly number[];
  readonly #learners: readonly MarginLearner[];
  readonly #losses: Float64Array;
  readonly #isOut: Uint8Array;
  #leader = 0;
  #learned = 0;

  constructor(contestants: readonly Contestant[]) {
    this.#steps = contestants.map(({ step }) => step);
    this.#learners = contestants.map(({ learner }) => learner);
    this.#losses = new Float64Array(contestants.length);
    this.#isOut = new Uint8Array(contestants.length);
    this.loss = this.#learners[0].loss;
  }

  get contest(): Contest {
    return { leader: this.#leader, steps: this.#steps, losses: Array.from(this.#losses) };
  }

  predict(rows: SparseRows, i: number): number {
    return this.#learners[this.#leader].predict(rows, i);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#learners[this.#leader].margin(rows, i);
  }

  learn(rows: SparseRows, i: number, y: number, h: number, margin?: number, judged = h): number {
    const p = margin ?? this.margin(rows, i);
    this.#learned++;
    for (let k = 0; k < this.#learners.length; k++) {
      if (this.#isOut[k] === 0) this.#learnWith(k, rows, i, y, h, k === this.#leader ? p : undefined, judged);
    }
    for (let k = 0; k < this.#learners.length; k++) {
      if (this.#isOut[k] < this.#isOut[this.#leader] || this.#losses[k] < this.#losses[this.#leader]) this.#leader = k;
    }
    return p;
  }

  beginPass(): void {
    for (const learner of this.#learners) learner.beginPass();
  }

  side(p: number): number {
    return this.#learners[this.#leader].side(p);
  }

  otherSide(p: number): number {
    return this.#learners[this.#leader].otherSide(p);
  }

  sensitivity(rows: SparseRows, i: number, p: number): number {
    return this.#learners[this.#leader].sensitivity(rows, i, p);
  }

  timeToFlip(p: number): number {
    return this.#learners[this.#leader].timeToFlip(p);
  }

  weightToFlip(p: number, q: number): number {
    return this.#learners[this.#leader].weightToFlip(p, q);
  }

  weights(): Float64Array {
    return this.#learners[this.#leader].weights();
  }

  coordinateMass(): Float64Array | undefined {
    return this.#learners[this.#leader].coordinateMass?.();
  }

  state(): State {
    return {
      learned: this.#learned,
      leader: this.#leader,
      ...Object.fromEntries(
        this.#learners.map((learner, k) => [
          `step ${this.#steps[k]}`,
          { loss: this.#losses[k], isOut: this.#isOut[k], learner: learner.state() },
        ]),
      ),
    };
  }

  restore(state: State): void {
    const leader = numberIn(state, 'leader');
    if (!(leader in this.#learners)) throw new RangeError(`state has the leader ${leader} of ${this.#learners.length} learners`);
    this.#learned = numberIn(state, 'learned');
    this.#leader = leader;
    this.#learners.forEach((learner, k) => {
      const part = partIn(state, `step ${this.#steps[k]}`);
      this.#losses[k] = numberIn(part, 'loss');
      this.#isOut[k] = numberIn(part, 'isOut');
      learner.restore(partIn(part, 'learner'));
    });
  }

  #learnWith(k: number, rows: SparseRows, i: number, y: number, h: number, margin: number | undefined, judged: number): void {
    try {
      const p = this.#learners[k].learn(rows, i, y, h, margin);
      if (judged > 0) this.#losses[k] += judged * this.loss.value(p, y);
    } catch (error) {
      if (!(error instanceof DivergenceError)) throw error;
      this.#isOut[k] = 1;
      this.#losses[k] = Infinity;
      if (this.#isOut.every((isOut) => isOut === 1)) throw error;
    }
  }
}
