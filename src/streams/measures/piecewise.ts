import type { Loss } from '../../losses/loss.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { TwoClassValidation } from './two-class-validation.ts';

/** Progressive validation of rows that come a piece at a time: bit for bit that of all of them, in the memory of one piece. */
export class PiecewiseValidation {
  /** Of all rows so far, which are counted from 0 through all pieces. */
  readonly whole: TwoClassValidation;
  #labels: Float64Array = NONE;
  #importances: Float64Array | undefined = undefined;
  /** Rows of the pieces before. */
  #before = 0;

  constructor(loss: Loss) {
    this.whole = new TwoClassValidation(loss, NONE);
  }

  /** The rows that are recorded from now on are those of this piece. */
  begin({ labels, importances }: Pick<Dataset, 'labels' | 'importances'>): void {
    this.#before += this.#labels.length;
    this.#labels = labels;
    this.#importances = importances;
  }

  /** Scores the prediction p of row i of the piece. */
  record(i: number, p: number): void {
    this.whole.score(this.#before + i, p, this.#labels[i], this.#importances === undefined ? 1 : this.#importances[i]);
  }
}

const NONE = new Float64Array(0);
