import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import { foundEncodings } from '../readers/bytes.ts';
import { firstLine, readLines } from '../readers/lines.ts';

const { isAscii, isUtf8 } = builtin('node:buffer');

/** A line of a file, and its number from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/**
 * The lines of a file of UTF-8 text without their ends, LF or CRLF, empty ones too; those of a piece of the file at a time, which
 * are to be taken before the next.
 *
 * @throws DataError with the line for one that has no end; those of readUtf8.
 */
export async function* linesInPieces(file: string, encoding?: string): AsyncGenerator<Iterable<Line>> {
  let line = 1;
  function* cut(piece: string): Generator<Line> {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield { line: line++, text: piece.slice(from, piece.charCodeAt(end - 1) === RETURN && end > from ? end - 1 : end) };
      from = end + 1;
    }
  }
  for await (const piece of readUtf8(file, () => line, encoding)) yield cut(piece.toString(isAscii(piece) ? 'latin1' : 'utf8'));
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
const RETURN = 0x0d;
/** What stands for bytes that are no UTF-8, and for itself. */
const REPLACEMENT = Buffer.from('\ufffd');

/**
 * The lines of a file as UTF-8 bytes, without a byte order mark; those of a piece of the file at a time, which is good until the next.
 * lineHere: the line on which the next piece begins, from 1; whoever takes the pieces counts lines anyway, and is asked where bytes are wrong.
 *
 * Text in Windows-1252 becomes UTF-8 where no encoding is named.
 *
 * @throws DataError with line and byte of the line, from 1: other bytes that are no UTF-8, which would be read as other words; those of
 * readLines.
 */
export async function* readUtf8(file: string, lineHere: () => number, encoding?: string): AsyncGenerator<Buffer, undefined> {
  /** Whether every byte so far is one of ASCII: those of other encodings begin behind them. */
  let isPlain = true;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const lines of readLines(file, { taken: () => lineHere() - 1, what: 'document', encoding })) {
    if (decoder === undefined && !isUtf8(lines)) {
      if (!isPlain || !isWindows1252(lines)) throw wrongByte(file, lines, lineHere());
      decoder = new TextDecoder('windows-1252');
      foundEncodings.set(file, 'Windows-1252');
    }
    isPlain &&= isAscii(lines);
    yield decoder === undefined ? lines : Buffer.from(decoder.decode(lines));
  }
}

/** Whether bytes that are no UTF-8 are text otherwise: no character of several bytes, no sign of control. */
function isWindows1252(bytes: Buffer): boolean {
  return !/[^\P{Cc}\t\n\f\r]|[\u0080-\ufffc]/u.test(bytes.toString());
}

/** line: of the first of these bytes. */
function wrongByte(file: string, bytes: Buffer, line: number): DataError {
  let at = 0;
  for (const part of bytes.toString().split('\ufffd')) {
    at += Buffer.byteLength(part);
    if (!REPLACEMENT.equals(bytes.subarray(at, at + REPLACEMENT.length))) break;
    at += REPLACEMENT.length;
  }
  const before = bytes.subarray(0, at);
  const column = at - before.lastIndexOf(LINE_FEED);
  const found = `the byte 0x${bytes[at].toString(16).padStart(2, '0')}, which is no UTF-8 here`;
  const legal = 'text in UTF-8; --encoding names another encoding, as in shift_jis';
  return new DataError({ file, line: line + lineFeedsIn(before), column, found, legal });
}

/** How many lines end in these bytes. */
export function lineFeedsIn(bytes: Buffer): number {
  let ends = 0;
  for (let k = bytes.indexOf(LINE_FEED); k >= 0; k = bytes.indexOf(LINE_FEED, k + 1)) ends++;
  return ends;
}
