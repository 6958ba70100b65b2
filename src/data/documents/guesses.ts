import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import { decimal } from '../../numerics/decimals.ts';
import { clip } from '../../numerics/elementary.ts';
import { guessRows, numberRows, type Guess } from '../../rows/guesses.ts';
import type { GuessColumns, ReadOptions } from '../readers/reader.ts';
import { folded, type WrittenLabels } from './classes.ts';

const MOST_SHOWN = 10;

/** Where rows stand, for errors. */
type Places = Pick<WrittenLabels, 'file' | 'lines'>;

/** The columns of guesses of a table, row by row, and what rows they make. */
export class Guesses {
  readonly #columns: GuessColumns;
  /** Of guesses that are numbers. */
  readonly #range: ReadOptions['range'];
  readonly #written: (string | undefined)[] = [];
  /** How likely each guess is, or the guesses of a rival. */
  readonly #beside: (string | undefined)[] = [];

  constructor(columns: GuessColumns, range?: ReadOptions['range']) {
    this.#columns = columns;
    this.#range = range;
  }

  /** The cells of a row, of which the last ones are its guess and, where there is such a column, how likely it is or what a rival guesses. */
  take(cells: readonly (string | undefined)[]): void {
    const hasBeside = (this.#columns.confidence ?? this.#columns.rival) !== undefined;
    this.#written.push(cells.at(hasBeside ? -2 : -1));
    if (hasBeside) this.#beside.push(cells.at(-1));
  }

  /**
   * The rows of guesses (rows/guesses.ts), and, where two are held against each other, in which rows they differ.
   *
   * They are of these classes, upper and lower case one; undefined: those that the columns name. Of two classes cells are probabilities of
   * the second one where all are numbers from 0 to 1, and not all names of classes.
   *
   * Guesses of numbers that lie outside of their range are its nearest end.
   *
   * @throws DataError with the line: classes that nobody names, a row without a guess, a guess that is none of the classes, with the
   * nearest, a confidence that is no number from 0 to 1; two guesses that agree in every row.
   */
  rows(places: Places, labelled: readonly string[] | undefined) {
    const { column, classes = labelled, confidence, rival } = this.#columns;
    const range = this.#range;
    if (range !== undefined)
      return { rows: numberRows(this.#written.map((cell, row) => this.#number(cell, places, row, range))) };
    const guesses = this.#classesIn(this.#written, column, places, classes);
    if (rival === undefined) {
      const sure = ({ guessed, share }: Read, row: number): Guess => ({
        guessed,
        confidence: confidence === undefined ? share : this.#confidence(places, row),
      });
      return { rows: guessRows(guesses.map(sure), classes!.length) };
    }
    const others = this.#classesIn(this.#beside, rival, places, classes);
    const differing = [...guesses.keys()].filter((row) => guesses[row].guessed !== others[row].guessed);
    if (differing.length === 0) {
      const found = `guesses ${JSON.stringify(column)} and ${JSON.stringify(rival)} that agree in all ${guesses.length} rows`;
      throw new DataError({ file: places.file, found, legal: 'two that differ: each is as often right as the other' });
    }
    const held = guesses.map(({ guessed }, row): Guess => ({ guessed, confidence: undefined, rival: others[row].guessed }));
    return { rows: guessRows(held, classes!.length), differing };
  }

  /** The class of every cell of a column, and how likely it is where the cell is a probability. */
  #classesIn(
    cells: readonly (string | undefined)[],
    column: GuessColumns['column'],
    { file, lines }: Places,
    classes: readonly string[] | undefined,
  ): Read[] {
    const names = [...new Set(cells.map((cell) => cell?.trim() ?? ''))];
    if (classes === undefined) {
      const shown = names.slice(0, MOST_SHOWN).join(',');
      const found = `${names.length} different guesses, and no labels that say which classes there are`;
      throw new DataError({ file, found, legal: `their names, as in --classes ${shown}` });
    }
    const numbers = new Map(classes.map((name, k) => [folded(name), k]));
    const isNamed = names.every((name) => numbers.has(folded(name)));
    const areProbabilities = classes.length === 2 && this.#columns.confidence === undefined && !isNamed && names.every(isShare);
    return cells.map((cell, row): Read => {
      if (areProbabilities) {
        const p = decimal(cell!.trim());
        return { guessed: p >= 0.5 ? 1 : 0, share: Math.max(p, 1 - p) };
      }
      const guessed = numbers.get(folded(cell));
      if (guessed !== undefined) return { guessed, share: undefined };
      const found =
        folded(cell) === ''
          ? `no guess in the column ${JSON.stringify(column)}`
          : `the guess ${JSON.stringify(cell)}${didYouMean(cell!, classes)}`;
      throw new DataError({ file, line: lines[row], found, legal: `one of ${firstOf(classes, MOST_SHOWN)}` });
    });
  }

  #number(cell = '', { file, lines }: Places, row: number, [low, high]: readonly [number, number]): number {
    const found = decimal(cell.trim());
    if (Number.isFinite(found)) return clip(found, low, high);
    const column = JSON.stringify(this.#columns.column);
    const legal = 'a number in every row: the mean needs a guess of each';
    throw new DataError({ file, line: lines[row], found: `${JSON.stringify(cell)} in the column of guesses ${column}`, legal });
  }

  #confidence({ file, lines }: Places, row: number): number {
    const said = this.#beside[row]?.trim() ?? '';
    if (isShare(said)) return decimal(said);
    const found = `${JSON.stringify(said)} in the column ${JSON.stringify(this.#columns.confidence)}`;
    throw new DataError({ file, line: lines[row], found, legal: 'a confidence, a number from 0 to 1' });
  }
}

/** A cell of a guess. */
interface Read {
  readonly guessed: number;
  /** What it says of its own class, where it is a probability. */
  readonly share: number | undefined;
}

function isShare(cell: string): boolean {
  const p = decimal(cell);
  return p >= 0 && p <= 1;
}
