/**
 * Which labels a reader accepts, and what it makes of them.
 *
 * - 'sign' (two classes): -1 and +1, or 0 and 1 of which 0 becomes -1. A file may use one of the two conventions, not both.
 * - 'real' (anything else: regression, class numbers, relevance grades): every finite number, as it stands.
 * - 'class' (one of several): any whole number; where the classes are named, the number of the name that it spells, from 1.
 * - 'optional': as 'real'; and where the format allows a row without a label, its label is NaN, which no result survives.
 * - 'if-given': as 'optional', for who wants to know what the file says: what stands in a label's place must be one, or nothing.
 */
export type LabelChoice = 'sign' | 'real' | 'class' | 'optional' | 'if-given';

export class LabelReader {
  readonly #choice: LabelChoice;
  /** Names of classes, each with its number. */
  readonly #classes: ReadonlyMap<string, number> | undefined;
  /** The negative label this file uses, once one was met. */
  #negative: number | undefined;

  /** classes: the names of the legal ones, for the choice 'class'; absent: any. */
  constructor(choice: LabelChoice, classes?: readonly string[]) {
    this.#choice = choice;
    this.#classes = classes && new Map(classes.map((name, k) => [name, k + 1]));
  }

  /** The label a written number stands for; undefined where the number is not legal here. */
  read(written: number): number | undefined {
    if (this.#choice === 'class') return this.#class(written);
    if (this.#choice !== 'sign') return Number.isFinite(written) ? written : undefined;
    if (written === 1) return 1;
    if (written !== 0 && written !== -1) return undefined;
    this.#negative ??= written;
    return this.#negative === written ? -1 : undefined;
  }

  /** Whether every row needs a label. */
  get required(): boolean {
    return this.#choice === 'sign' || this.#choice === 'real' || this.#choice === 'class';
  }

  /** Whether a text that is no label counts as none. */
  get tolerant(): boolean {
    return this.#choice === 'optional';
  }

  /** What `read` accepts, in words, given what it has met so far. */
  get legal(): string {
    if (this.#choice === 'class') return legalClass(this.#classes);
    if (this.#choice !== 'sign') return 'a finite number';
    if (this.#negative === undefined) return '-1 or +1, or 0 or 1, in a two-class task';
    return `${this.#negative} or 1 after the labels before`;
  }

  #class(written: number): number | undefined {
    if (!Number.isSafeInteger(written)) return undefined;
    return this.#classes === undefined ? written : this.#classes.get(String(written));
  }
}

const MOST_SHOWN = 20;

function legalClass(classes: ReadonlyMap<string, number> | undefined): string {
  if (classes === undefined) return 'a class, a whole number';
  const names = [...classes.keys()];
  return `one of the classes ${names.slice(0, MOST_SHOWN).join(', ')}${names.length > MOST_SHOWN ? `, … ${names.at(-1)!}` : ''}`;
}
