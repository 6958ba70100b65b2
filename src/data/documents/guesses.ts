import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import { decimal } from '../../numerics/decimals.ts';
import { guessRows, type Guess } from '../../rows/guesses.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { GuessColumns } from '../readers/reader.ts';
import { folded, type WrittenLabels } from './classes.ts';

const MOST_SHOWN = 10;

/** Where rows stand, for errors. */
type Places = Pick<WrittenLabels, 'file' | 'lines'>;

/** The columns of guesses of a table, row by row, and what rows they make. */
export class Guesses {
  readonly #columns: GuessColumns;
  readonly #written: (string | undefined)[] = [];
  readonly #confidences: (string | undefined)[] = [];

  constructor(columns: GuessColumns) {
    this.#columns = columns;
  }

  /** The cells of a row, of which the last ones are its guess and, where there is a column, how likely it is. */
  take(cells: readonly (string | undefined)[]): void {
    const isConfident = this.#columns.confidence !== undefined;
    this.#written.push(cells.at(isConfident ? -2 : -1));
    if (isConfident) this.#confidences.push(cells.at(-1));
  }

  /**
   * The rows of guesses (rows/guesses.ts) of these classes, upper and lower case one; undefined: those that the columns name. Of two
   * classes cells are probabilities of the second one where all are numbers from 0 to 1, and not all names of classes.
   *
   * @throws DataError with the line: classes that nobody names, a row without a guess, a guess that is none of the classes, with the
   * nearest, a confidence that is no number from 0 to 1.
   */
  rows(places: Places, labelled: readonly string[] | undefined): SparseRows {
    const { classes = labelled, confidence } = this.#columns;
    const names = [...new Set(this.#written.map((cell) => cell?.trim() ?? ''))];
    if (classes === undefined) {
      const shown = names.slice(0, MOST_SHOWN).join(',');
      const found = `${names.length} different guesses, and no labels that say which classes there are`;
      throw new DataError({ file: places.file, found, legal: `their names, as in --classes ${shown}` });
    }
    const numbers = new Map(classes.map((name, k) => [folded(name), k]));
    const isNamed = names.every((name) => numbers.has(folded(name)));
    const areProbabilities = classes.length === 2 && confidence === undefined && !isNamed && names.every(isShare);
    const guessIn = (cell: string | undefined, row: number): Guess => {
      if (areProbabilities) {
        const p = decimal(cell!.trim());
        return { guessed: p >= 0.5 ? 1 : 0, confidence: Math.max(p, 1 - p) };
      }
      const guessed = numbers.get(folded(cell));
      if (guessed === undefined) throw this.#noGuess(places, row, classes);
      return { guessed, confidence: confidence === undefined ? undefined : this.#confidence(places, row) };
    };
    return guessRows(this.#written.map(guessIn), classes.length);
  }

  #confidence({ file, lines }: Places, row: number): number {
    const said = this.#confidences[row]?.trim() ?? '';
    if (isShare(said)) return decimal(said);
    const found = `${JSON.stringify(said)} in the column ${JSON.stringify(this.#columns.confidence)}`;
    throw new DataError({ file, line: lines[row], found, legal: 'a confidence, a number from 0 to 1' });
  }

  #noGuess({ file, lines }: Places, row: number, classes: readonly string[]): DataError {
    const cell = this.#written[row];
    const found =
      folded(cell) === ''
        ? `no guess in the column ${JSON.stringify(this.#columns.column)}`
        : `the guess ${JSON.stringify(cell)}${didYouMean(cell!, classes)}`;
    const legal = `one of ${firstOf(classes, MOST_SHOWN)}`;
    return new DataError({ file, line: lines[row], found, legal });
  }
}

function isShare(cell: string): boolean {
  const p = decimal(cell);
  return p >= 0 && p <= 1;
}
