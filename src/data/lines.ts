/**
 * The text of a file as blocks of complete lines, for parsers that work on bytes.
 *
 * Every block ends in a line feed (the last line gets one if it has none), so that a parser meets a sentinel at the end of each
 * line and needs neither bounds checks nor state between blocks. A leading UTF-8 byte order mark is dropped.
 */
import { readBytes } from './bytes.ts';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export async function* readLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let atStart = true;
  for await (const chunk of readBytes(file)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = bytes.subarray(end);
    if (end === 0) continue;
    yield atStart ? withoutMark(bytes.subarray(0, end)) : bytes.subarray(0, end);
    atStart = false;
  }
  if (rest.length === 0) return;
  const last = Buffer.concat([rest, Buffer.of(LINE_FEED)]);
  yield atStart ? withoutMark(last) : last;
}

function withoutMark(bytes: Buffer): Buffer {
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes;
}
