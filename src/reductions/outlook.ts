import type { SparseRows } from '../rows/sparse-rows.ts';
import { Meeting, type Sides } from '../updates/meeting.ts';
import type { BlockLearner } from './block-learner.ts';

/** How much is to be known of the class of a row: by how much it leads, or also what it takes for another one to win. */
export type Depth = 'margin' | 'importance';

/** What is known of the class of a row before its label; refilled for every row. Classes count from 0. */
export interface Outlook {
  /** The class that `learn` would return. */
  predicted: number;
  /** By how much its score leads that of the second best class. */
  margin: number;
  /** The smallest importance with which a label of another class would make that class win; Infinity where none would. */
  importance: number;
  /** q of the two scores that would meet then, their sum: how far one unit of step moves their margin. */
  sensitivity: number;
}

/** An outlook before the first row. */
export function emptyOutlook(): Outlook {
  return { predicted: 0, margin: 0, importance: 0, sensitivity: 0 };
}

/**
 * Looks at the scores of reductions whose classes learn each alone, a class wanting one label where it is the true one and another
 * where it is not. A label c that is not the predicted class w raises the score of c and lowers that of w at once; the importance
 * with which they meet (updates/meeting.ts) is that of c, and the smallest over all c decides. That need not be the class of the
 * second best score: one that learns faster may overtake from further behind.
 */
export class Looking {
  readonly #learner: BlockLearner;
  readonly #sides: Sides;
  readonly #meeting: Meeting;
  readonly #slopes: Float64Array;
  readonly #rates: Float64Array;

  constructor(learner: BlockLearner, sides: Sides) {
    this.#learner = learner;
    this.#sides = sides;
    this.#meeting = new Meeting(learner.loss, learner.update, sides);
    this.#slopes = new Float64Array(learner.size);
    this.#rates = new Float64Array(learner.size);
  }

  /** Fills in `out` for row i with these scores, of which that of class `predicted` leads. */
  look(rows: SparseRows, i: number, scores: Float64Array, predicted: number, depth: Depth, out: Outlook): void {
    out.predicted = predicted;
    out.margin = marginOf(scores, predicted);
    if (depth === 'importance') this.#weigh(rows, i, scores, out);
  }

  #weigh(rows: SparseRows, i: number, scores: Float64Array, out: Outlook): void {
    const { wins, loses } = this.#sides;
    const { predicted: w } = out;
    const rates = this.#rates;
    for (let k = 0; k < scores.length; k++) this.#slopes[k] = this.#learner.slopeOf(scores[k], k === w ? loses : wins);
    this.#learner.sensitivities(rows, i, this.#slopes, rates);
    out.importance = Infinity;
    out.sensitivity = 0;
    for (let c = 0; c < scores.length; c++) {
      if (c === w) continue;
      const h = this.#meeting.importance(scores[c], rates[c], scores[w], rates[w], out.importance);
      if (h >= out.importance) continue;
      out.importance = h;
      out.sensitivity = rates[c] + rates[w];
    }
  }
}

function marginOf(scores: Float64Array, predicted: number): number {
  let least = Infinity;
  for (let k = 0; k < scores.length; k++) if (k !== predicted) least = Math.min(least, Math.abs(scores[predicted] - scores[k]));
  return least;
}
