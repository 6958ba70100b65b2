import { lettersOf } from '../../numerics/display.ts';

/** The width of a piece of text in pixels. */
export type Measure = (text: string) => number;

/**
 * Breaks text into lines that fit a width: at spaces; inside a word that is too wide, after - _ and /, or else anywhere. At least
 * one line; every line of more than one character fits.
 *
 * @example
 * wrapped('passive on everything', 10, (text) => text.length) // => ['passive on', 'everything']
 * wrapped('rcv1-like stream', 8, (text) => text.length) // => ['rcv1-', 'like', 'stream']
 */
export function wrapped(text: string, width: number, measure: Measure): string[] {
  const lines = [''];
  for (const { glue, piece } of text.split(/\s+/).flatMap((word) => piecesOf(word, width, measure))) {
    const line = lines[lines.length - 1];
    const longer = line === '' ? piece : line + glue + piece;
    if (line === '' || measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

/** What of a word must not be broken, and what joins it to the line before. */
function piecesOf(word: string, width: number, measure: Measure): { glue: string; piece: string }[] {
  const fits = (piece: string): boolean => measure(piece) <= width;
  const pieces = fits(word) ? [word] : word.split(/(?<=[-_/])/).flatMap((part) => (fits(part) ? [part] : lettersOf(part)));
  return pieces.map((piece, i) => ({ glue: i === 0 ? ' ' : '', piece }));
}
