import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import { count } from '../../numerics/display.ts';
import { readBytes } from '../readers/bytes.ts';
import { firstLine, withoutMark } from '../readers/lines.ts';

const { isAscii, isUtf8 } = builtin('node:buffer');

/** A line of a file, and its number from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** Characters; as long as readers of bytes take (readers/lines.ts). */
const LONGEST = 2 ** 27;

/**
 * The lines of a file of UTF-8 text without their ends, LF or CRLF, empty ones too; those of a piece of the file at a time, which
 * are to be taken before the next.
 *
 * @throws DataError with the line for one that has no end; those of readUtf8.
 */
export async function* linesInPieces(file: string): AsyncGenerator<Iterable<Line>> {
  let line = 1;
  /** The line under way: what pieces had of it. */
  let parts: string[] = [];
  let held = 0;
  const taken = (last: string): Line => {
    const text = held === 0 ? last : parts.join('') + last;
    if (held > 0) [parts, held] = [[], 0];
    return { line: line++, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  };
  function* cut(piece: string): Generator<Line> {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield taken(piece.slice(from, end));
      from = end + 1;
    }
    if (from === piece.length) return;
    parts.push(piece.slice(from));
    held += piece.length - from;
    if (held > LONGEST) {
      const found = `a line of more than ${count(LONGEST)} characters`;
      throw new DataError({ file, line, found, legal: 'one document a line, each line ended by a line feed' });
    }
  }
  for await (const piece of readUtf8(file, () => line)) yield cut(piece.toString(isAscii(piece) ? 'latin1' : 'utf8'));
  if (held > 0) yield [taken('')];
}

/** What the first line of a .txt file that says something is: an example of svmlight text, or words. */
export async function firstLineOf(file: string): Promise<'svmlight' | 'text'> {
  const line = await firstLine(file, (each) => each.trim() !== '' && !each.startsWith('#'));
  if (line === undefined) return 'svmlight';
  const [first, second = '#'] = line.trim().split(/\s+/);
  const isLabel = Number.isFinite(Number(first)) && /^(\d+:\S|qid:|#)/.test(second);
  return isLabel || /^\d+:\S/.test(first) ? 'svmlight' : 'text';
}

const LINE_FEED = 0x0a;
const CONTINUATION = 0x80;
const UTF16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/**
 * The UTF-8 bytes of a file in pieces, without a byte order mark. A character that a chunk cuts in two goes with the next piece.
 * lineHere: the line on which the next piece begins, from 1; whoever takes the pieces counts lines anyway, and is asked where bytes are wrong.
 *
 * @throws DataError with line and byte of the line, from 1: bytes that are no UTF-8, which would be read as other words; those of
 * readBytes.
 */
export async function* readUtf8(file: string, lineHere: () => number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let atStart = true;
  for await (const chunk of readBytes(file)) {
    if (atStart && UTF16_MARKS.some((mark) => mark.every((byte, k) => chunk[k] === byte))) throw notUtf8(file, 'UTF-16 text');
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = wholeCharacters(bytes);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) throw wrongByte(file, whole, lineHere());
    rest = Buffer.from(bytes.subarray(end));
    yield atStart ? withoutMark(whole) : whole;
    atStart &&= whole.length === 0;
  }
  if (rest.length > 0) throw wrongByte(file, rest, lineHere());
}

/** Where the last character that is all here ends; a character has at most four bytes. */
function wholeCharacters(bytes: Buffer): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(4, length); back++) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === CONTINUATION) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return size > back ? length - back : length;
  }
  return length;
}

/** line: of the first of these bytes. */
function wrongByte(file: string, bytes: Buffer, line: number): DataError {
  let [low, high] = [0, bytes.length];
  // The longest stretch from the start that is UTF-8, but for a character that it cuts.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes.subarray(0, middle))))) low = middle;
    else high = middle;
  }
  const at = wholeCharacters(bytes.subarray(0, low));
  const before = bytes.subarray(0, at);
  const column = at - before.lastIndexOf(LINE_FEED);
  return notUtf8(file, `the byte 0x${bytes[at].toString(16).padStart(2, '0')}, which is no UTF-8 here`, {
    line: line + lineFeedsIn(before),
    column,
  });
}

/** How many lines end in these bytes. */
export function lineFeedsIn(bytes: Buffer): number {
  let ends = 0;
  for (let k = bytes.indexOf(LINE_FEED); k >= 0; k = bytes.indexOf(LINE_FEED, k + 1)) ends++;
  return ends;
}

function notUtf8(file: string, found: string, place: { readonly line?: number; readonly column?: number } = {}): DataError {
  return new DataError({ file, ...place, found, legal: 'text in UTF-8, as iconv -t utf-8 makes it' });
}
