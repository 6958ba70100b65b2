/**
 * Text from outside as it may be shown on a terminal, in one line and of a length that can be read: control characters, and those
 * that turn the direction of text around, as escapes; the middle left out of what is too long.
 *
 * @example
 * printable('a\u001b[2Jb', 100) // => 'a\\x1b[2Jb'
 */
const UNSEEN = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * The text as it may stand in a message: cut in its middle where it is longer than `most` characters, control characters
 * escaped.
 */
export function printable(text: string, most: number): string {
  const shown = text.length <= most ? text : `${text.slice(0, most >> 1)} … ${text.slice(-(most >> 2))}`;
  return shown.replace(UNSEEN, escaped);
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
}
