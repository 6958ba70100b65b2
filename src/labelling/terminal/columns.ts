import { lettersOf } from '../../numerics/display.ts';

const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const ZERO = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;
const UNPRINTABLE = /[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Without what a terminal would obey: control characters, escape sequences among them, become spaces. A document decides what is
 * read, never what the terminal does.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** Columns that printable text takes. */
export function width(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let sum = 0;
  for (const letter of lettersOf(text)) sum += widthOf(letter);
  return sum;
}

/**
 * Lines of at most so many columns of a terminal, broken between words, and inside those that are longer than a line.
 *
 * East Asian wide characters and emoji take two columns, combining marks none.
 *
 * @example
 * wrap('to be or not to be', 8) // => ['to be or', 'not to', 'be']
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text
    .split(/ +/)
    .filter((each) => each !== '')
    .flatMap((each) => pieces(each, columns))) {
    const needed = width(word);
    if (line !== '' && used + 1 + needed <= columns) {
      line += ` ${word}`;
      used += 1 + needed;
    } else {
      if (line !== '') lines.push(line);
      line = word;
      used = needed;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A word in parts that fit a line. */
function pieces(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const parts: string[] = [''];
  let used = 0;
  for (const letter of lettersOf(word)) {
    const needed = widthOf(letter);
    if (used + needed > columns) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += letter;
    used += needed;
  }
  return parts;
}

function widthOf(letter: string): number {
  if (ZERO.test(letter)) return 0;
  return WIDE.test(letter) ? 2 : 1;
}
