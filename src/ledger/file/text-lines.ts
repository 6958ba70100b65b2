import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { explained } from '../../data/readers/bytes.ts';
import { DataError } from '../../files/data-error.ts';

/**
 * The lines of a ledger's file, a megabyte at a time.
 *
 * Errors: DataError for a file that cannot be read, and for a line that is longer than any ledger has.
 */
export interface TextLine {
  /** Without the line feed. To be looked at before the next line is asked for. */
  readonly bytes: Buffer;
  /** Where it begins in the file. */
  readonly start: number;
  /** Whether it ends in a line feed. */
  readonly isWhole: boolean;
}

const STRIDE = 1 << 20;
const LINE_FEED = 0x0a;
/** Bytes of a line: a thousand times those of the longest spec. */
const LONGEST = 1 << 24;

/** Yields the lines of a block, block after block; the last line comes alone if it has no line feed. */
export function* textLines(file: string): Generator<TextLine[]> {
  const descriptor = opened(file);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let start = 0;
    const stride = Math.min(STRIDE, fstatSync(descriptor).size + 1);
    // Used again for every block: what was read is looked at before the next block is asked for.
    let memory = Buffer.allocUnsafe(2 * stride);
    for (let line = 1; ;) {
      if (rest.length + stride > memory.length) memory = Buffer.concat([rest], 2 * (rest.length + stride));
      else rest.copy(memory);
      const length = readSync(descriptor, memory, rest.length, stride, null);
      const block = memory.subarray(0, rest.length + length);
      const lines: TextLine[] = [];
      let at = 0;
      for (let feed = block.indexOf(LINE_FEED); feed >= 0; feed = block.indexOf(LINE_FEED, at)) {
        lines.push({ bytes: block.subarray(at, feed), start: start + at, isWhole: true });
        at = feed + 1;
      }
      line += lines.length;
      rest = block.subarray(at);
      start += at;
      yield lines;
      if (rest.length > LONGEST)
        throw new DataError({ file, line, found: `a line of more than ${LONGEST} bytes`, legal: 'a line of a ledger' });
      if (length === 0) break;
    }
    if (rest.length > 0) yield [{ bytes: rest, start, isWhole: false }];
  } catch (error) {
    throw explained(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function opened(file: string): number {
  try {
    // A device may never end.
    if (!statSync(file).isFile()) throw new DataError({ file, found: 'no ordinary file', legal: 'the path of a ledger' });
    return openSync(file, 'r');
  } catch (error) {
    throw explained(file, error);
  }
}
