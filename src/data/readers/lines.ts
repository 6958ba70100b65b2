import { type Bytes, CHUNK, openBytes } from './bytes.ts';
import { DataError } from '../../files/data-error.ts';
import { count } from '../../numerics/display.ts';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes: a row of ten million features. A few megabytes of gzip may hold a line without end. */
export const LONGEST_LINE = 2 ** 27;

/** How long a line may be, and how lines are counted in messages. */
interface LineOptions {
  /** How many lines of this file the caller has taken when all blocks before are: it names the line in the error. */
  readonly taken: () => number | Promise<number>;
  /** Bytes; at least those of a block, for within one nothing is too long. */
  readonly longest?: number;
  /** What a line is, in messages; default: an example. */
  readonly what?: string;
  /** Default: UTF-8, or UTF-16 with a byte order mark. */
  readonly encoding?: string | undefined;
}

/**
 * The text of a file as blocks of complete lines, for parsers that work on bytes.
 *
 * Every block ends in a line feed (the last line gets one if it has none), so that a parser meets a sentinel at the end of each
 * line and needs neither bounds checks nor state between blocks. A leading UTF-8 byte order mark is dropped.
 */
export interface LineBlocks extends Bytes {
  /**
   * The next block, as many lines as the memory holds unless somebody hurries; undefined behind the last. A longer line gets memory of its
   * own.
   *
   * @throws DataError with the line: one longer than LONGEST_LINE; those of openBytes.
   */
  next(memory: Buffer): Promise<Buffer | undefined>;
}

/** Throws as openBytes does. */
export async function openLines(
  file: string,
  { taken, longest = LONGEST_LINE, what = 'example', encoding }: LineOptions,
): Promise<LineBlocks> {
  const bytes = await openBytes(file, encoding);
  /** What was read behind the last block, in the memory of that. */
  let rest: Buffer = Buffer.alloc(0);
  let atStart = true;
  const next: LineBlocks['next'] = async (memory) => {
    let block = memory.length > rest.length ? memory : blockMemory(2 * rest.length);
    block.set(rest);
    let held = rest.length;
    /** Where the last complete line ends. */
    let end = 0;
    for (let isShort = false; end === 0 || (held < block.length && !isShort);) {
      if (held === block.length) {
        if (held > longest) {
          const found = `a line of more than ${count(longest)} bytes`;
          const legal = `one ${what} a line, each line ended by a line feed`;
          throw new DataError({ file, line: (await taken()) + 1, found, legal });
        }
        const more = blockMemory(Math.min(2 * held, longest + 1));
        more.set(block);
        block = more;
      }
      if (isShort) bytes.hurry();
      const room = block.subarray(held);
      const read = await bytes.fill(room);
      isShort = read < room.length;
      if (read === 0) {
        if (held > end) block[held++] = LINE_FEED;
        end = held;
        break;
      }
      const feed = room.subarray(0, read).lastIndexOf(LINE_FEED);
      if (feed >= 0) end = held + feed + 1;
      held += read;
    }
    rest = block.subarray(end, held);
    const lines = end === 0 ? undefined : block.subarray(0, end);
    const isMarked = atStart && lines !== undefined && BYTE_ORDER_MARK.equals(lines.subarray(0, BYTE_ORDER_MARK.length));
    atStart = false;
    return isMarked ? lines.subarray(BYTE_ORDER_MARK.length) : lines;
  };
  return { ...bytes, next };
}

/** The blocks of a file, each good until the next one is asked for. */
export async function* readLines(file: string, options: LineOptions): AsyncGenerator<Buffer> {
  const blocks = await openLines(file, options);
  const memory = blockMemory(CHUNK);
  try {
    for (let block: Buffer | undefined = memory; block !== undefined;) {
      blocks.hurry();
      block = await blocks.next(memory);
      if (block !== undefined) yield block;
    }
  } finally {
    blocks.close();
  }
}

/** Memory that threads share. */
export function blockMemory(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

/** The first line of a file that says something; undefined where none does. */
export async function firstLine(file: string, saysSomething: (line: string) => boolean): Promise<string | undefined> {
  for await (const block of readLines(file, { taken: () => 0 })) {
    const line = block.toString().split('\n').find(saysSomething);
    if (line !== undefined) return line;
  }
  return undefined;
}
