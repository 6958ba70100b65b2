/** Control characters, and those that turn the direction of text around. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
/** The same but for those of which lines and columns are made. */
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Text from outside as it may stand in a message: one line, cut in its middle where it is longer than `most` characters, control
 * characters escaped.
 *
 * @example
 * printable('a\u001b[2Jb', 100) // => 'a\\x1b[2Jb'
 */
export function printable(text: string, most: number): string {
  const shown = text.length <= most ? text : `${text.slice(0, most >> 1)} … ${text.slice(-(most >> 2))}`;
  return shown.replace(UNSEEN, escaped);
}

/** Lines of output with control characters escaped. JSON stays what it was: what it leaves bare gets the escapes of JSON. */
export function printableLines(text: string): string {
  return text.replace(UNSEEN_IN_LINES, escaped);
}

/** The first names of a list that may be long, and whether there are more: "a, b, …". */
export function firstOf(names: readonly string[], most: number): string {
  return names.slice(0, most).join(', ') + (names.length > most ? ', …' : '');
}

const EXCERPT = 60;

/** The beginning of a text, on one line. */
export function excerptOf(text: string): string {
  const start = text
    .slice(0, 4 * EXCERPT)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(start);
  return characters.length <= EXCERPT ? start : `${characters.slice(0, EXCERPT).join('')}…`;
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  const code = character.charCodeAt(0);
  return code < 0x20 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A line of a CSV file, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

/** A cell of a CSV file as RFC 4180 has it: in quotes where it holds a comma, a quote or the end of a line. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
