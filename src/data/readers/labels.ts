import type { LabelChoice, ReadOptions } from './reader.ts';
import { DataError } from '../../files/data-error.ts';

/** What is said of classes beforehand (ReadOptions). */
export type SaidOfClasses = Pick<ReadOptions, 'classNames' | 'classes' | 'positive'>;

/** Whether labels are classes, one of several: wherever they are said to be, and where their names are given in advance. */
export function areClasses(choice: LabelChoice, classNames: readonly string[] | undefined): boolean {
  return choice === 'class' || (choice === 'if-given' && classNames !== undefined);
}

/** Reads the labels of a file as the choice says, and finds out what its classes are called. Faults name file and line. */
export class LabelReader {
  readonly #choice: LabelChoice;
  /** Whether a label is the number of a class, one of several. */
  readonly #isClass: boolean;
  /** The number of the positive class. */
  readonly #positive: number;
  /** Whether its two classes were named. */
  readonly #isNamed: boolean;
  /** Names of classes, each with its number. */
  readonly #classes: ReadonlyMap<string, number> | undefined;
  /** The negative label this file uses, once one was met. */
  #negative: number | undefined;

  constructor(choice: LabelChoice, { classNames, classes, positive }: SaidOfClasses = {}) {
    this.#choice = choice;
    this.#classes = classNames && new Map(classNames.map((name, k) => [name, k + 1]));
    this.#isClass = areClasses(choice, classNames);
    this.#isNamed = !this.#isClass && (classes ?? positive) !== undefined;
    this.#positive = this.#isNamed ? Number(positive ?? classes![1]) : 1;
    if (this.#isNamed && classes !== undefined) this.#negative = Number(classes.find((name) => Number(name) !== this.#positive));
  }

  /** The negative label, where the file has told or somebody has named it. */
  get negative(): number | undefined {
    return this.#negative;
  }

  set negative(label: number | undefined) {
    this.#negative = label;
  }

  /** The label a written number stands for; undefined where the number is not legal here. */
  read(written: number): number | undefined {
    if (this.#isClass) return this.#class(written);
    if (this.#isNamed) return this.#named(written);
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
    if (this.#isClass) return legalClass(this.#classes);
    if (this.#isNamed)
      return this.#negative === undefined
        ? `${this.#positive}, or the other class`
        : `${this.#negative} or ${this.#positive}, the two classes`;
    if (this.#choice !== 'sign') return 'a finite number';
    if (this.#negative === undefined)
      return (
        '-1 or +1, or 0 or 1, in a two-class task unless --classes names its classes, the negative one first, as in ' +
        'ham,spam or 1,2 (or a,b,c where there are more)'
      );
    return `${this.#negative} or 1 after the labels before`;
  }

  #named(written: number): number | undefined {
    if (written === this.#positive) return 1;
    if (!Number.isFinite(written)) return undefined;
    this.#negative ??= written;
    return this.#negative === written ? -1 : undefined;
  }

  #class(written: number): number | undefined {
    if (!Number.isSafeInteger(written)) return undefined;
    return this.#classes === undefined ? written : this.#classes.get(String(written));
  }
}

/** Throws DataError unless the classes that are named are two numbers, as the labels of formats of numbers are. */
export function requireNumbers(file: string, { classes, positive }: SaidOfClasses): void {
  const said = [...(classes ?? []), ...(positive === undefined ? [] : [positive])];
  const stray = said.find((name) => name.trim() === '' || !Number.isFinite(Number(name)));
  if (stray !== undefined) {
    const found = `the class ${JSON.stringify(stray)}`;
    throw new DataError({ file, found, legal: 'a number, as the labels of this format are' });
  }
  if (classes !== undefined && positive !== undefined && !classes.some((name) => Number(name) === Number(positive)))
    throw new DataError({ file, found: `the positive class ${positive}`, legal: `one of ${classes.join(', ')}` });
}

const MOST_SHOWN = 20;

function legalClass(classes: ReadonlyMap<string, number> | undefined): string {
  if (classes === undefined) return 'a class, a whole number';
  const names = [...classes.keys()];
  return `one of the classes ${names.slice(0, MOST_SHOWN).join(', ')}${names.length > MOST_SHOWN ? `, … ${names.at(-1)!}` : ''}`;
}
