import { builtin } from '../../files/builtin.ts';
import { explained } from '../../data/readers/bytes.ts';
import { DataError } from '../../files/data-error.ts';
import type { LedgerPlace } from './memory-ledger.ts';

const { closeSync, fstatSync, openSync, readSync, statSync } = builtin('node:fs');

/** A line of a ledger's file, to be looked at before the next block is asked for. */
export class TextLine {
  /** Where it lies, without its line feed: from `from` to `to`. */
  readonly block: Buffer;
  readonly from: number;
  readonly to: number;
  /** Where it begins in the file. */
  readonly start: number;
  /** Whether it ends in a line feed. */
  readonly isWhole: boolean;

  constructor(block: Buffer, from: number, to: number, start: number, isWhole: boolean) {
    this.block = block;
    this.from = from;
    this.to = to;
    this.start = start;
    this.isWhole = isWhole;
  }

  get length(): number {
    return this.to - this.from;
  }

  get bytes(): Buffer {
    return this.block.subarray(this.from, this.to);
  }
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
        lines.push(new TextLine(block, at, feed, start + at, true));
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
    if (rest.length > 0) yield [new TextLine(rest, 0, rest.length, start, false)];
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

/**
 * Which line each entry stands on: lines follow each other but where something else stands between them, so that a million of them take a
 * few numbers.
 *
 * @example
 * const lines = new LineRuns();
 * for (const line of [2, 3, 7, 8]) lines.push(line);
 * lines.length = 3;
 * lines.push(10);
 * lines.all() // => [2, 3, 7, 10]
 */
export class LineRuns {
  /** Where runs begin: the entry, from 0, and its line. */
  readonly #entries: number[] = [];
  readonly #lines: number[] = [];
  #length = 0;

  /** The line of the next entry. */
  push(line: number): void {
    if (line !== this.#next()) {
      this.#entries.push(this.#length);
      this.#lines.push(line);
    }
    this.#length++;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes back all but the first n, as an array does. */
  set length(n: number) {
    while (this.#entries.length > 0 && this.#entries.at(-1)! >= n) {
      this.#entries.pop();
      this.#lines.pop();
    }
    this.#length = Math.min(this.#length, n);
  }

  /** Of every entry, as a fresh array. */
  all(): number[] {
    const lines: number[] = [];
    this.#entries.forEach((from, run) => {
      const to = this.#entries.at(run + 1) ?? this.#length;
      for (let entry = from; entry < to; entry++) lines.push(this.#lines[run] + entry - from);
    });
    return lines;
  }

  /** The line behind that of the last entry; NaN where there is none. */
  #next(): number {
    return this.#lines.at(-1)! + this.#length - this.#entries.at(-1)!;
  }
}
