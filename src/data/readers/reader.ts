import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import type { Constant, Dataset } from '../../rows/dataset.ts';
import type { Column, Idf, Vectorizer } from '../../text/vectorizer.ts';
import type { HashName } from './vw/hash.ts';

const paths = builtin('node:path');

/**
 * Which labels a reader accepts, and what it makes of them.
 *
 * - 'sign' (two classes): -1 and +1, or 0 and 1 of which 0 becomes -1. A file may use one of the two conventions, not both.
 * - two classes by name, where `classes` or `positive` names them: other numbers, of which the positive one becomes +1 and the other
 *   -1; without `classes` the other one is the first that is met.
 * - 'real' (anything else: regression, class numbers, relevance grades): every finite number, as it stands.
 * - 'class' (one of several): any whole number; where the classes are named, the number of the name that it spells, from 1.
 * - 'optional': as 'real'; and where the format allows a row without a label, its label is NaN, which no result survives.
 * - 'if-given': as 'optional', for who wants to know what the file says: what stands in a label's place must be one, or nothing; where
 *   the classes are named, one of them.
 */
export type LabelChoice = 'sign' | 'real' | 'class' | 'optional' | 'if-given';

/**
 * A reader turns one file of one format into a Dataset, or throws a DataError: it never returns half a file.
 *
 * Laws (test/laws/vector/readers.test.ts, whole registry): the same table in every format is the same dataset; every row starts with
 * the constant and is canonical; compression changes nothing; what is missing, empty, truncated or damaged is a DataError; the
 * pieces are the whole.
 */
export interface Reader {
  /** File name endings that mean this format, with the dot ('' for a name without one); PACKED may follow each. */
  readonly extensions: readonly string[];
  /** Reads the whole file. */
  read(file: string, options: ReadOptions): Dataset | Promise<Dataset>;
  /**
   * Reads the rows in their order, a piece at a time, in memory that does not grow with them: together they are those of `read`. A
   * piece is good until the next one is asked for. An error comes when its place is reached, after the rows before it. What takes all
   * rows to know (the name of a class by the names of all, costs, an id column) is left out.
   */
  pieces(file: string, options: ReadOptions): AsyncIterable<Dataset>;
}

/** Where a table has guesses of its labels: classes, or of two classes the probability of the positive one. */
export interface GuessColumns {
  readonly column: Column;
  /** How likely a guess is said to be, in [0, 1]; absent: nothing is said. */
  readonly confidence?: Column;
  /** The guesses of a rival, without confidences: rows in which the two agree are left out, and the others are read; absent: none. */
  readonly rival?: Column;
  /** The classes in their order, the negative one of two first; absent: those of the labels. */
  readonly classes?: readonly string[];
}

/** What readers can be told. */
export interface ReadOptions {
  /** Which labels are legal; default 'real', any finite number as it stands. 'sign' for two classes: see LabelTask. */
  readonly labels?: LabelChoice;
  /**
   * Where labels are 'class': the names of the classes 1, 2, …; default: those that the file has, numbers in their order. Where they are
   * 'optional', in tables and documents: labels are these numbers where they are known.
   */
  readonly classNames?: readonly string[];
  /**
   * CSV only: the label's column, by name or by number from 1; default: the column named `label`, without a header column 1.
   * Where labels are 'optional' there may be none: then only a column named `label` is one by default. Where they are 'if-given',
   * the default is as ever, and a header without `label` means that there are none. 'none': there is none, unless a column is named
   * so.
   */
  readonly labelColumn?: string | number;
  /** CSV only: a column of importances, by name or by number from 1: no feature; default: every importance is 1. */
  readonly importanceColumn?: string | number;
  /** CSV only: columns to leave out, by name or by number from 1; what is in them is not looked at. */
  readonly ignoreColumns?: readonly (string | number)[];
  /** CSV only: a column of text, by name or by number from 1: no feature, but the dataset's texts. */
  readonly textColumn?: string | number;
  /** CSV only: is the first row a header? Default 'detect': it is if one of its cells is not a number. */
  readonly header?: 'detect' | 'present' | 'absent';
  /** CSV only: what separates cells; default: the comma, tab or semicolon by which the first rows have equally many cells. */
  readonly delimiter?: string;
  /** Tables, documents: the encoding, by a name that TextDecoder knows; default: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
  readonly encoding?: string;
  /** Documents: columns of text to learn from, by name or by number from 1; keys of JSON lines. Without it a table is one of numbers. */
  readonly text?: readonly Column[];
  /** Documents: columns of numbers beside the text; an empty cell is no number. */
  readonly numberColumns?: readonly Column[];
  /** Documents: columns of categories beside the text, a feature for each value. */
  readonly categoryColumns?: readonly Column[];
  /** Documents: whether it is learned that a number is missing (text/vectorizer.ts); absent: it is not. */
  readonly missing?: 'learned';
  /**
   * CSV, documents: the column of ids, which are kept and not learned from; 'none': there is none. Default: of documents the one
   * named `id`, of tables of numbers none.
   */
  readonly idColumn?: Column;
  /** Documents: columns that are kept as they are, to be shown; nothing is learned from them for that. */
  readonly shown?: readonly Column[];
  /** Documents: labels are numbers of this range, and guesses too, of which those outside are its nearest end; absent: they are classes. */
  readonly range?: readonly [low: number, high: number];
  /** Documents: guesses of the labels, the features of their rows; what stands in columns of text is shown. */
  readonly guess?: GuessColumns;
  /** Documents: words a feature; 2 for words and pairs of neighbours. Default 1. */
  readonly ngrams?: 1 | 2;
  /** Documents: where the weights of rare words come from (text/vectorizer.ts); default 'pool'. */
  readonly idf?: Idf;
  /** Documents: names of the two classes, the negative one first unless `positive` says which; default: as the labels say. */
  readonly classes?: readonly [string, string];
  /** Documents: the name of the positive class. */
  readonly positive?: string;
  /** Documents: the vectorizer of others, whose vocabulary and weights these documents get. */
  readonly fitted?: Vectorizer;
  /**
   * VW text: the hash space has 2^bits features, columns 1 to 2^bits; 1 to 30, default 18. Documents: words are hashed to so many;
   * default: they are not, and keep their names.
   */
  readonly bits?: number;
  /** VW text only: how names become numbers (data/readers/vw/hash.ts); default 'strings'. */
  readonly hash?: HashName;
  /** VW text only: which namespaces to multiply with each other (data/readers/vw/options.ts). */
  readonly interactions?: readonly string[];
  /** The constant feature of every row (rows/dataset.ts); default: 1. Readers that join pieces change it on the way. */
  readonly constant?: Constant;
}

/** Endings that say how a file is compressed, and nothing about what is in it. */
export const PACKED = /\.(gz|bz2|xz)$/i;

/** Throws a DataError where a file has no examples. legal: what one is. */
export function requireExamples(file: string, examples: number, legal: string): void {
  if (examples === 0) throw new DataError({ file, found: 'no examples', legal });
}

/** A file's own name without folder and endings: what its dataset is called. */
export function datasetName(file: string): string {
  return paths
    .basename(file)
    .replace(PACKED, '')
    .replace(/(?<=.)\.[^.]+$/, '');
}

/** What is said of classes beforehand (ReadOptions). */
export type SaidOfClasses = Pick<ReadOptions, 'classNames' | 'classes' | 'positive'>;

/** Whether labels are classes, one of several: wherever they are said to be, and where their names are given in advance. */
export function areClasses(choice: LabelChoice, classNames: readonly string[] | undefined): boolean {
  return choice === 'class' || (choice === 'if-given' && classNames !== undefined);
}

/** Whether every row needs a label. */
export function needsLabel(choice: LabelChoice): boolean {
  return choice === 'sign' || choice === 'real' || choice === 'class';
}

/** Reads the labels of a file as the choice says, and finds out what its classes are called. Faults name file and line. */
export class LabelReader {
  /** The negative label, where the file has told or somebody has named it. */
  negative: number | undefined;
  readonly #choice: LabelChoice;
  /** Whether a label is the number of a class, one of several. */
  readonly #isClass: boolean;
  /** The number of the positive class; 1 where nobody named it. */
  readonly #positive: number;
  /** Whether its two classes were named. */
  readonly #isNamed: boolean;
  /** Names of classes, each with its number. */
  readonly #classes: ReadonlyMap<string, number> | undefined;

  constructor(choice: LabelChoice, { classNames, classes, positive }: SaidOfClasses = {}) {
    this.#choice = choice;
    this.#classes = classNames && new Map(classNames.map((name, k) => [name, k + 1]));
    this.#isClass = areClasses(choice, classNames);
    this.#isNamed = !this.#isClass && (classes ?? positive) !== undefined;
    this.#positive = this.#isNamed ? Number(positive ?? classes![1]) : 1;
    if (this.#isNamed && classes !== undefined) this.negative = Number(classes.find((name) => Number(name) !== this.#positive));
  }

  /** The label a written number stands for; undefined where the number is not legal here. */
  read(written: number): number | undefined {
    if (this.#isClass) return this.#class(written);
    if (!this.#isNamed && this.#choice !== 'sign') return Number.isFinite(written) ? written : undefined;
    if (written === this.#positive) return 1;
    const mayBeNegative = this.#isNamed ? Number.isFinite(written) : written === 0 || written === -1;
    if (!mayBeNegative) return undefined;
    this.negative ??= written;
    return this.negative === written ? -1 : undefined;
  }

  /** Whether every row needs a label. */
  get required(): boolean {
    return needsLabel(this.#choice);
  }

  /** Whether a text that is no label counts as none. */
  get tolerant(): boolean {
    return this.#choice === 'optional';
  }

  /** What `read` accepts, in words, given what it has met so far. */
  get legal(): string {
    if (this.#isClass) return legalClass(this.#classes);
    if (this.#isNamed)
      return this.negative === undefined
        ? `${this.#positive}, or the other class`
        : `${this.negative} or ${this.#positive}, the two classes`;
    if (this.#choice !== 'sign') return 'a finite number';
    if (this.negative === undefined)
      return (
        '-1 or +1, or 0 or 1, in a two-class task unless --classes names its classes, the negative one first, as in ' +
        'ham,spam or 1,2 (or a,b,c where there are more)'
      );
    return `${this.negative} or 1 after the labels before`;
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
