import { CONSTANT } from '../../rows/dataset.ts';
import { largestValues } from '../../rows/feature-scaling.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { FAR, sizeRemarks } from './scale-remarks.ts';

/**
 * `scaleRemarks` of rows that come a piece at a time. As there, mostly few rows are enough to see that there is nothing to say: half of
 * all features have a value above b / FAR, b the root of the largest squared norm. From then on it looks at norms alone.
 */
export class SizeWatch {
  readonly #canReadAgain: boolean;
  /** Of the entries it has looked at. */
  #largest: Float64Array = new Float64Array(0);
  #norm = 0;
  #columns = 0;
  #pieces = 0;
  /** Up to which norm, and how many columns, there is nothing to say. */
  #enough = { norm: -1, columns: 0 };
  #hasLookedAway = false;

  /** canReadAgain: whether who reads could hand over all rows once more. */
  constructor(canReadAgain: boolean) {
    this.#canReadAgain = canReadAgain;
  }

  /** Counts rows in. */
  add(rows: SparseRows): void {
    this.#norm = rows.squaredNorms.reduce((most, norm) => Math.max(most, norm), this.#norm);
    this.#columns = Math.max(this.#columns, rows.columns);
    if (this.#canReadAgain && this.#areAlike()) {
      this.#hasLookedAway = true;
      return;
    }
    this.#largest = largestValues(rows, this.#largest);
    this.#pieces++;
    // To count takes as long as there are features: after 1, 2, 4, … pieces.
    if (Math.log2(this.#pieces) % 1 === 0) this.#count();
  }

  /** What to say; undefined where entries would have to be seen that it has not looked at. */
  remarks(spec: LearnerSpec): string[] | undefined {
    if (!this.#areAlike()) this.#count();
    if (this.#areAlike()) return [];
    return this.#hasLookedAway ? undefined : sizeRemarks(spec, this.#largest);
  }

  #areAlike(): boolean {
    return this.#norm <= this.#enough.norm && this.#columns <= this.#enough.columns;
  }

  #count(): void {
    // Of rows of one length a later one is the longest by its last digit: it asks for no second look. And one less: roots and squares
    // are rounded.
    const norm = 1.01 * this.#norm;
    const least = Math.sqrt(norm) / (FAR - 1);
    const large = this.#largest.reduce((count, size, j) => (size > least && j !== CONSTANT ? count + 1 : count), 0);
    this.#enough = { norm, columns: 2 * large - 1 };
  }
}
