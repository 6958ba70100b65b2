import { builtin } from '../../files/builtin.ts';
import { explained } from '../../data/readers/bytes.ts';
import { DataError } from '../../files/data-error.ts';
import type { LedgerPlace } from './memory-ledger.ts';

const { closeSync, fstatSync, openSync, readSync, statSync } = builtin('node:fs');

/** A line of a ledger's file, to be looked at before the next block is asked for. */
export interface TextLine {
  /** Where it lies, without its line feed: from `from` to `to`. */
  readonly block: Buffer;
  readonly from: number;
  readonly to: number;
  /** Where it begins in the file. */
  readonly start: number;
  /** Whether it ends in a line feed. */
  readonly isWhole: boolean;
}

const STRIDE = 1 << 20;
const LINE_FEED = 0x0a;
/** Bytes of a line: a thousand times those of the longest spec. */
const LONGEST = 1 << 24;

/**
 * The lines of a ledger, a megabyte at a time; the last line comes alone if it has no line feed.
 *
 * @throws DataError for a file that cannot be read, and for a line that is longer than any ledger has.
 */
export function* textLines(place: LedgerPlace): Generator<TextLine[]> {
  const file = String(place);
  const bytes = typeof place === 'string' ? undefined : Buffer.from(place.read());
  const descriptor = typeof place === 'string' ? opened(place) : undefined;
  try {
    let rest: Buffer = Buffer.alloc(0);
    let start = 0;
    const stride = Math.min(STRIDE, (bytes?.length ?? fstatSync(descriptor!).size) + 1);
    // Used again for every block: what was read is looked at before the next block is asked for.
    let memory = Buffer.allocUnsafe(2 * stride);
    for (let line = 1; ;) {
      if (rest.length + stride > memory.length) memory = Buffer.concat([rest], 2 * (rest.length + stride));
      else rest.copy(memory);
      const length =
        bytes?.copy(memory, rest.length, start + rest.length) ?? readSync(descriptor!, memory, rest.length, stride, null);
      const block = memory.subarray(0, rest.length + length);
      const lines: TextLine[] = [];
      let at = 0;
      for (let feed = block.indexOf(LINE_FEED); feed >= 0; feed = block.indexOf(LINE_FEED, at)) {
        lines.push({ block, from: at, to: feed, start: start + at, isWhole: true });
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
    if (rest.length > 0) yield [{ block: rest, from: 0, to: rest.length, start, isWhole: false }];
  } catch (error) {
    throw explained(file, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
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
