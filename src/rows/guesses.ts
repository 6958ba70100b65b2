import { log } from '../numerics/exp-log.ts';
import { SparseRowsBuilder } from './building/sparse-rows-builder.ts';
import { CONSTANT } from './dataset.ts';
import type { SparseRows } from './sparse-rows.ts';

/** The column of the first class: that of a file's feature 1. */
const FIRST = CONSTANT + 2;

/** Confidences that log-odds are finite of. */
const [LEAST, MOST] = [1e-6, 1 - 1e-6];

/** The guess of one row: a class from 0, and how likely it is said to be, in [0, 1]; undefined where nothing is said. */
export interface Guess {
  readonly guessed: number;
  readonly confidence: number | undefined;
  /** How much speaks for it against the next class, in log-odds, where that is known instead. */
  readonly distance?: number | undefined;
  /** The class that another one guesses, which is held against this one; undefined: none is. */
  readonly rival?: number | undefined;
}

/**
 * Rows of guesses, for example a language model's, of the labels of K classes: column 2 + k has how much speaks for class
 * k, the class that is guessed
 *
 *   ln(c (K - 1) / (1 - c))     c: its confidence, the other classes equally likely; at least 1e-3, so that it is the one predicted
 *
 * and 1 where no confidence is given; all others nothing. What predicts (`guessWeights`) takes them as they are. Column 2 + K + k has 1
 * where class k is the guess of a rival, which predicts nothing.
 *
 * @example
 * const { indices, values } = guessRows([{ guessed: 1, confidence: undefined }], 3);
 * [indices[0], values[0]] // => [3, 1]
 */
export function guessRows(guesses: Iterable<Guess>, classes: number): SparseRows {
  const builder = new SparseRowsBuilder();
  let width = classes;
  for (const { guessed, confidence, distance, rival } of guesses) {
    builder.add(FIRST + guessed, distance ?? (confidence === undefined ? 1 : logOdds(confidence, classes)));
    if (rival !== undefined) {
      builder.add(FIRST + classes + rival, 1);
      width = 2 * classes;
    }
    builder.endRow();
  }
  return builder.build(FIRST + width);
}

/**
 * Rows of guesses of numbers, in single precision: column 2 has the guess, which is predicted as it is (`numberWeights`), and column 3 a 1.
 *
 * @example
 * Array.from(numberRows([2.5, 0]).values) // => [2.5, 1, 1]
 */
export function numberRows(guesses: Iterable<number>): SparseRows {
  const builder = new SparseRowsBuilder();
  for (const guess of guesses) {
    builder.add(FIRST, guess);
    builder.add(FIRST + 1, 1);
    builder.endRow();
  }
  return builder.build(FIRST + 2);
}

/** The weights by which guesses of numbers predict. */
export const numberWeights: readonly number[] = [...new Array<number>(FIRST).fill(0), 1];

/**
 * The class that row i guesses, and how much speaks for it.
 *
 * @throws RangeError where it is no row of guesses.
 */
export function guessIn(
  { offsets, indices, values, columns }: SparseRows,
  i: number,
): { guessed: number; distance: number; rival?: number } {
  const at = offsets[i];
  const entries = offsets[i + 1] - at;
  if (entries < 1 || entries > 2 || indices[at] < FIRST) throw new RangeError(`row ${i} is no guess`);
  const rival = entries === 2 && { rival: indices[at + 1] - FIRST - (columns - FIRST) / 2 };
  return { guessed: indices[at] - FIRST, distance: values[at], ...rival };
}

function logOdds(confidence: number, classes: number): number {
  const c = Math.min(MOST, Math.max(LEAST, confidence));
  return Math.max(1e-3, log((c * (classes - 1)) / (1 - c)));
}

/**
 * The weights by which guesses predict: of two classes what speaks for the second less what speaks for the first, of more those of class k.
 *
 * @example
 * [guessWeights(2), guessWeights(3, 2)] // => [[0, 0, -1, 1], [0, 0, 0, 0, 1]]
 */
export function guessWeights(classes: number, k?: number): number[] {
  const weights = Array.from({ length: classes }, (_, each) => (k === undefined ? 2 * each - 1 : Number(each === k)));
  return [...new Array<number>(FIRST).fill(0), ...weights];
}
