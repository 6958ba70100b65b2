import { decimal } from '../../numerics/decimals.ts';
import { count, ranges } from '../../numerics/display.ts';
import { type Columns, mayHoldIds } from './csv-columns.ts';

/** Columns of one kind that a hint names; more are ranges of their numbers, which no shell and no message cuts. */
const MOST_NAMED = 30;
/** What programs write where a value is missing. */
const MISSING = /^(na|n\/a|nan|null|none|\?|-+)?$/i;
/** Words with a space between, or a stretch of a script that writes none. */
const SEVERAL_WORDS = /\p{L}[\p{P}]?\s+\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]{6}/u;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ].*)?$/;
/** A number with a sign, a unit, or commas. */
const NEARLY_NUMBER = /^[+-]?\p{Sc}?\s?[+-]?\d[\d.,'\s]*(%|\p{Sc}|[A-Z]{3})?$/u;
/** Rows from which on values that are all different say something. */
const TELLING = 5;
/** The same of ids in a column that is not named as one of ids, and what they look like. */
const TELLING_IDS = 20;
const SHORT = /^\S{1,100}$/;
const IDS = 'ids; --id-column names others';
/** Values of a column that may be one of labels; rows of a value that tells no row apart. */
const MOST_CLASSES = 20;

/** Whether a cell says that there is no value: it is empty, or NA, NaN, null, None, ? or a dash. */
export function isMissing(cell: string): boolean {
  return MISSING.test(cell.trim());
}

/** Columns of documents that hold labels by custom, in any case; the first of these names that is there. */
export const LABEL_NAMES = ['label', 'labels', 'class', 'target'];

/** What is learned from columns of a table, by the option that names them. */
const USES = { text: '--text', categories: '--category-columns', numbers: '--number-columns' } as const;
type Use = keyof typeof USES;

/** A column that is not learned from, by its number from 0, and why not. */
type LeftOut = readonly [column: number, why: string];

/** What the cells of one column are, of the rows that were seen. */
class Cells {
  filled = 0;
  /** Cells that are no numbers; of these those of several words, those that are dates, those that are nearly numbers. */
  words = 0;
  texts = 0;
  dates = 0;
  near = 0;
  /** One that is nearly a number. */
  example = '';
  readonly values = new Set<string>();
  /** Whether whole numbers rise from each row to the next. */
  #rises = true;
  #last = -Infinity;
  #areShort = true;

  see(written: string): void {
    const cell = written.trim();
    if (isMissing(cell)) {
      this.#rises = false;
      return;
    }
    this.filled++;
    this.values.add(cell);
    this.#areShort &&= SHORT.test(cell);
    const number = decimal(cell);
    this.#rises &&= Number.isInteger(number) && number > this.#last;
    this.#last = number;
    if (Number.isFinite(Math.fround(number))) return;
    this.words++;
    if (SEVERAL_WORDS.test(cell)) this.texts++;
    else if (DATE.test(cell)) this.dates++;
    else if (NEARLY_NUMBER.test(cell)) {
      this.near++;
      this.example = cell;
    }
  }

  /** Whether a value has so many rows on average that none is told apart by it. */
  get comeAgain(): boolean {
    return MOST_CLASSES * this.values.size <= this.filled;
  }

  /** What the column is for; why it is left out, in words. `hasIds`: whether the table has ids elsewhere. */
  use(rows: number, hasIds: boolean): Use | { readonly why: string } {
    const { filled, words, values, example } = this;
    const isTelling = rows >= TELLING;
    if (isTelling && filled === 0) return { why: 'empty' };
    if (isTelling && values.size === 1 && filled === rows) return { why: 'one value' };
    // A word among ten numbers is a slip, and the error of its line.
    if (10 * words <= filled) return this.#rises && isTelling ? { why: 'numbers of rows' } : 'numbers';
    if (2 * this.dates > words) return { why: 'dates' };
    if (2 * this.near > words) return { why: `no numbers: ${JSON.stringify(example)}; a number is digits and a point alone` };
    const isFew = 2 * values.size <= filled;
    if (2 * this.texts > words && !isFew) return 'text';
    if (isFew || filled < TELLING) return 'categories';
    if (values.size < filled) return { why: `${count(values.size)} values in ${count(filled)} rows` };
    const areIds = !hasIds && this.#areShort && filled === rows && rows >= TELLING_IDS;
    return { why: areIds ? IDS : 'another value in every row' };
  }
}

/**
 * What the columns of a table are, by the rows that were seen. A cell is filled unless it says that a value is missing (isMissing).
 *
 * - left out: columns named as ids are (`id`, `doc_id`, `Unnamed: 0`) unless they are words that stand in 20 rows each on average, empty ones, and those with one value in every row;
 * - numbers: at least nine of ten filled cells are numbers; left out where they are whole and rise from each row to the next, as the
 *   numbers of rows do;
 * - left out: dates, and cells that are nearly numbers ($12, 36,4, 5%);
 * - text: most words stand in company ("New York"; six signs of a script that writes no spaces), and a value has fewer than two rows
 *   on average;
 * - categories: a value has two rows or more on average;
 * - left out: the others, as they differ from row to row; the first whose values are short, all different and in 20 rows or more are ids where
 *   no column is named as ids are.
 *
 * Fewer than five rows do not tell what differs everywhere or nowhere: their words are categories or text, all else is numbers.
 */
export class ColumnKinds {
  readonly #columns: Columns;
  readonly #cells: readonly Cells[];
  #rows = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
    this.#cells = columns.roles.map(() => new Cells());
  }

  see(cells: readonly string[]): void {
    this.#rows++;
    const width = Math.min(cells.length, this.#cells.length);
    for (let k = 0; k < width; k++) this.#cells[k].see(cells[k]);
  }

  /** Cells of column k that are no numbers. */
  words(k: number): number {
    return this.#cells[k].words;
  }

  /** Whether a cell of column k says that there is no value. */
  misses(k: number): boolean {
    return this.#cells[k].filled < this.#rows;
  }

  /** Whether a table of numbers cannot be read of these columns: one has words, more than a slip, or misses values. */
  get haveWords(): boolean {
    return this.#features.some((k) => this.misses(k) || 10 * this.words(k) > this.#cells[k].filled);
  }

  /** The values of column k in their order where they may be classes: a few, most of them in several rows; none where they may not. */
  classes(k: number): readonly string[] {
    const { values, filled } = this.#cells[k];
    return values.size <= MOST_CLASSES && 2 * values.size <= filled ? [...values].sort() : [];
  }

  /** Whether each name stands in its column as well: the row of names may be one of values. */
  get namesComeAgain(): boolean {
    return this.#columns.names.every((name, k) => name !== '' && this.#cells[k].values.has(name));
  }

  /** How many different values column k has, upper and lower case one; 0 where all are numbers. */
  names(k: number): number {
    const { values, words } = this.#cells[k];
    return words === 0 ? 0 : new Set([...values].map((value) => value.toLowerCase())).size;
  }

  /** Columns by their use, and those that are not learned from; a column of ids other than `id`: one that has words, or one of IDS. */
  choice(): Record<Use, number[]> & { readonly id: number | undefined; readonly left: readonly LeftOut[] } {
    const uses: Record<Use, number[]> = { text: [], categories: [], numbers: [] };
    const left: LeftOut[] = [];
    const { names, roles } = this.#columns;
    const isId = (k: number): boolean => mayHoldIds(names[k]) && !(this.words(k) > 0 && this.#cells[k].comeAgain);
    let hasIds = roles.includes('id') || names.some((_, k) => isId(k));
    for (const k of this.#features) {
      const use = isId(k) ? { why: 'an id' } : this.#cells[k].use(this.#rows, hasIds);
      if (typeof use === 'string') uses[use].push(k);
      else left.push([k, use.why]);
      hasIds ||= left.at(-1)?.[1] === IDS;
    }
    const isNamed = (k: number): boolean => isId(k) && this.words(k) > 0 && names[k].toLowerCase() !== 'id';
    const ids = left.filter(([k, why]) => why === IDS || isNamed(k));
    return { ...uses, left, id: ids[0]?.[0] };
  }

  /** The name of column k as options take it: its number from 1 where it has none, or one that means something else. */
  nameOf(k: number): string {
    const { names } = this.#columns;
    const name = names[k] ?? '';
    const isPlain = name !== '' && !/,|^\d+(\.\.\d+)?$/.test(name) && names.indexOf(name) === k;
    return isPlain ? name : String(k + 1);
  }

  /** What to write to learn from the table. A name that is more than a word to a shell is quoted. */
  hint(): string {
    const { id, ...uses } = this.choice();
    const named = (option: string, columns: readonly number[]): string[] => {
      const numbers = columns.map((k) => k + 1);
      const names = columns.map((k) => this.nameOf(k)).join(',');
      const written = columns.length > MOST_NAMED || names === numbers.join(',') ? ranges(numbers, '..') : shellWord(names);
      return columns.length === 0 ? [] : [`${option} ${written}`];
    };
    return [
      ...named('--id-column', id === undefined ? [] : [id]),
      ...(Object.keys(USES) as Use[]).flatMap((use) => named(USES[use], uses[use])),
    ].join(' ');
  }

  get #features(): number[] {
    return [...this.#columns.roles.keys()].filter((k) => this.#columns.roles[k] === 'feature');
  }
}

/** What to write in place of a cell that is nearly a number; nothing where it is not. */
export function nearNumberHint(cell: string): string {
  return /^[+-]?\d+,\d+$/.test(cell.trim()) ? '; write a decimal point, not a comma' : '';
}

/**
 * A name as a command line takes it, in quotes where it is more than a word to a shell.
 *
 * @example
 * shellWord('Temp °C') // => '"Temp °C"'
 */
export function shellWord(name: string): string {
  return /^[\w.,:/+\p{L}-]*$/u.test(name) ? name : `"${name.replaceAll(/["\\$`]/g, '\\$&')}"`;
}
