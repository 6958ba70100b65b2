/**
 * A table in Markdown with columns as wide as their widest cell, so that the source reads as well as the page. Columns of numbers
 * are set flush right.
 *
 * @example
 * markdownTable(['method', 'error'], [['passive', '5.6%'], ['naive', '12.1%']]).split('\n')[1] // => '| ------- | ----: |'
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  for (const row of rows) {
    if (row.length !== header.length) {
      throw new RangeError(`a row of ${row.length} cells under a header of ${header.length}: ${row.join(' | ')}`);
    }
  }
  const columns = header.map((title, c) => {
    const cells = rows.map((row) => inCell(row[c]));
    const width = Math.max(3, ...[inCell(title), ...cells].map(lengthOf));
    return { width, pad: c > 0 && areNumbers(cells) ? flushRight : flushLeft };
  });
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, c) => columns[c].pad(inCell(cell), columns[c].width)).join(' | ')} |`;
  const rule = columns.map(({ width, pad }) => (pad === flushRight ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** One line, in which no character ends a cell. */
function inCell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

/** The text on one line: white space becomes single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether most cells that are not empty begin with a number and hold no words besides (units are no words). */
export function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isNumber = (cell: string): boolean => /^[-−+±<>≤≥~]?\s?\.?\d/.test(cell) && !/\p{L}{3}/u.test(cell);
  return 2 * filled.filter(isNumber).length > filled.length;
}

type Pad = (cell: string, width: number) => string;

const flushLeft: Pad = (cell, width) => cell + ' '.repeat(width - lengthOf(cell));
const flushRight: Pad = (cell, width) => ' '.repeat(width - lengthOf(cell)) + cell;

/** In characters as they are seen. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
