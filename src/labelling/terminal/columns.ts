import wrapAnsi from 'wrap-ansi';

const UNPRINTABLE = /[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Without what a terminal would obey: control characters, escape sequences among them, become spaces. A document decides what is
 * read, never what the terminal does.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** Whether printable text fits so many columns: East Asian wide characters and emoji take two, combining marks none. */
export function fits(text: string, columns: number): boolean {
  return !wrapAnsi(text, columns, { hard: true, trim: false }).includes('\n');
}

/**
 * Lines of at most so many columns of a terminal, broken between words, and inside those that are longer than a line; characters in their
 * composed form (NFC), which looks the same.
 *
 * @example
 * wrap('to be or not to be', 8) // => ['to be or', 'not to', 'be']
 */
export function wrap(text: string, columns: number): string[] {
  const words = text.replace(/ +/g, ' ').trim();
  return words === '' ? [] : wrapAnsi(words, columns, { hard: true }).split('\n');
}
