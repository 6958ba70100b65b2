import { readBytes, readPlainBytes } from './bytes.ts';
import { DataError } from '../../files/data-error.ts';
import { count } from '../../numerics/display.ts';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes: a row of ten million features. A few megabytes of gzip may hold a line without end. */
export const LONGEST_LINE = 2 ** 27;

/** How long a line may be, and how lines are counted in messages. */
interface LineOptions {
  /** How many lines of this file the caller has taken so far: it names the line in the error. */
  readonly taken: () => number;
  /** Bytes; at least a chunk of the file, for within one nothing is too long. */
  readonly longest?: number;
  /** The first byte that was not read yet, of a file of plain text; the rest of a line that begins before it is left out. Default 0. */
  readonly from?: number;
}

/**
 * The text of a file as blocks of complete lines, for parsers that work on bytes.
 *
 * Every block ends in a line feed (the last line gets one if it has none), so that a parser meets a sentinel at the end of each
 * line and needs neither bounds checks nor state between blocks. A leading UTF-8 byte order mark is dropped. A line that goes on
 * over chunks of the file is put together once, when its end is met, and is a block of its own.
 *
 * @throws DataError with the line: a line longer than LONGEST_LINE; those of readBytes.
 */
export async function* readLines(file: string, { taken, longest = LONGEST_LINE, from = 0 }: LineOptions): AsyncGenerator<Buffer> {
  /** The beginning of a line whose end is still to come. */
  let parts: Buffer[] = [];
  let held = 0;
  let atStart = from === 0;
  const marked = (block: Buffer): Buffer => {
    const whole = atStart ? withoutMark(block) : block;
    atStart = false;
    return whole;
  };
  for await (const chunk of from === 0 ? readBytes(file) : behindLine(readPlainBytes(file, from - 1))) {
    const first = chunk.indexOf(LINE_FEED) + 1;
    if (held + (first === 0 ? chunk.length : first) > longest) throw tooLong(file, taken() + 1, longest);
    let begin = 0;
    if (held > 0 && first > 0) {
      yield marked(Buffer.concat([...parts, chunk.subarray(0, first)]));
      parts = [];
      held = 0;
      begin = first;
    }
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > begin) yield marked(chunk.subarray(begin, end));
    const rest = chunk.subarray(Math.max(begin, end));
    if (rest.length > 0) parts.push(rest);
    held += rest.length;
  }
  if (held > 0) yield marked(Buffer.concat([...parts, Buffer.of(LINE_FEED)]));
}

/** What is behind the first line feed. */
async function* behindLine(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isBehind = false;
  for await (const chunk of chunks) {
    const begin: number = isBehind ? 0 : chunk.indexOf(LINE_FEED) + 1;
    isBehind ||= begin > 0;
    if (isBehind && begin < chunk.length) yield chunk.subarray(begin);
  }
}

/** The beginning of a file without its byte order mark. */
export function withoutMark(bytes: Buffer): Buffer {
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes;
}

function tooLong(file: string, line: number, longest: number): DataError {
  const found = `a line of more than ${count(longest)} bytes`;
  return new DataError({ file, line, found, legal: 'one example a line, each line ended by a line feed' });
}

/** The first line of a file that says something; undefined where none does. */
export async function firstLine(file: string, saysSomething: (line: string) => boolean): Promise<string | undefined> {
  for await (const block of readLines(file, { taken: () => 0 })) {
    const line = block.toString().split('\n').find(saysSomething);
    if (line !== undefined) return line;
  }
  return undefined;
}
