/**
 * Which labels a reader accepts, and what it makes of them.
 *
 * - 'sign' (two classes): -1 and +1, or 0 and 1 of which 0 becomes -1. A file may use one of the two conventions, not both.
 * - 'real' (anything else: regression, class numbers, relevance grades): every finite number, as it stands.
 * - 'optional': as 'real'; and where the format allows a row without a label, its label is NaN, which no result survives.
 * - 'if-given': as 'optional', for who wants to know what the file says: what stands in a label's place must be one, or nothing.
 */
export type LabelChoice = 'sign' | 'real' | 'optional' | 'if-given';

export class LabelReader {
  readonly #choice: LabelChoice;
  /** The negative label this file uses, once one was met. */
  #negative: number | undefined;

  constructor(choice: LabelChoice) {
    this.#choice = choice;
  }

  /** The label a written number stands for; undefined where the number is not legal here. */
  read(written: number): number | undefined {
    if (this.#choice !== 'sign') return Number.isFinite(written) ? written : undefined;
    if (written === 1) return 1;
    if (written !== 0 && written !== -1) return undefined;
    this.#negative ??= written;
    return this.#negative === written ? -1 : undefined;
  }

  /** Whether every row needs a label. */
  get required(): boolean {
    return this.#choice === 'sign' || this.#choice === 'real';
  }

  /** Whether a text that is no label counts as none. */
  get tolerant(): boolean {
    return this.#choice === 'optional';
  }

  /** What `read` accepts, in words, given what it has met so far. */
  get legal(): string {
    if (this.#choice !== 'sign') return 'a finite number';
    if (this.#negative === undefined) return '-1 or +1, or 0 or 1, in a two-class task';
    return `${this.#negative} or 1 after the labels before`;
  }
}
