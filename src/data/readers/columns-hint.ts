import { decimal } from '../../numerics/decimals.ts';
import { type Columns, mayHoldIds } from './csv-columns.ts';

/** Columns of one kind that a hint names; more are ranges of their numbers, which no shell and no message cuts. */
const MOST_NAMED = 30;
/** What programs write where a value is missing. */
const MISSING = /^(na|n\/a|nan|null|none|\?|-+)?$/i;
const SEVERAL_WORDS = /\p{L}\s+\p{L}/u;

/** Whether a cell says that there is no value: it is empty, or NA, NaN, null, None, ? or a dash. */
export function isMissing(cell: string): boolean {
  return MISSING.test(cell.trim());
}

/**
 * What the columns of a table seem to be, by the rows that were seen: where most words stand in company text, where a cell is another
 * thing than a number categories, what is left numbers, missing ones among them.
 */
export class ColumnKinds {
  readonly #columns: Columns;
  /** Of each column: cells that are no numbers, and those of several words. */
  readonly #words: Uint32Array;
  readonly #texts: Uint32Array;

  constructor(columns: Columns) {
    this.#columns = columns;
    this.#words = new Uint32Array(columns.roles.length);
    this.#texts = new Uint32Array(columns.roles.length);
  }

  see(cells: readonly string[]): void {
    const width = Math.min(cells.length, this.#words.length);
    for (let k = 0; k < width; k++) {
      if (isMissing(cells[k]) || Number.isFinite(decimal(cells[k]))) continue;
      this.#words[k]++;
      if (SEVERAL_WORDS.test(cells[k])) this.#texts[k]++;
    }
  }

  /** Cells of column k that are no numbers. */
  words(k: number): number {
    return this.#words[k];
  }

  /** What to write to learn from the table; ids are not learned from. A name that is more than a word to a shell is quoted. */
  hint(): string {
    const { roles, names } = this.#columns;
    const of = (isIt: (k: number) => boolean): number[] => [...roles.keys()].filter((k) => roles[k] === 'feature' && isIt(k));
    const isId = (k: number): boolean => mayHoldIds(names[k]);
    const isWords = (k: number): boolean => !isId(k) && this.#words[k] > 0;
    const isText = (k: number): boolean => isWords(k) && 2 * this.#texts[k] > this.#words[k];
    const ids = of((k) => isId(k) && this.#words[k] > 0 && names[k] !== 'id');
    return [
      ...this.#named('--id-column', ids.slice(0, 1)),
      ...this.#named('--text', of(isText)),
      ...this.#named(
        '--category-columns',
        of((k) => isWords(k) && !isText(k)),
      ),
      ...this.#named(
        '--number-columns',
        of((k) => !isId(k) && !isWords(k)),
      ),
    ].join(' ');
  }

  #named(option: string, columns: readonly number[]): string[] {
    if (columns.length === 0) return [];
    const { isHeader, names } = this.#columns;
    const written = columns.map((k) => (isHeader && names[k] !== '' ? names[k] : String(k + 1)));
    return [`${option} ${columns.length > MOST_NAMED ? ranges(columns) : shellWord(written.join(','))}`];
  }
}

/** Numbers of columns from 1, neighbours as ranges: 2..5,7. */
function ranges(columns: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const k of columns) {
    const run = runs.at(-1);
    if (run?.[1] === k) run[1]++;
    else runs.push([k + 1, k + 1]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}..${last}`)).join(',');
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
