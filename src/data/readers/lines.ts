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
}

/**
 * The text of a file as blocks of complete lines, for parsers that work on bytes.
 *
 * Every block ends in a line feed (the last line gets one if it has none), so that a parser meets a sentinel at the end of each
 * line and needs neither bounds checks nor state between blocks. A leading UTF-8 byte order mark is dropped.
 */
export class LineBlocks {
  readonly #file: string;
  readonly #options: LineOptions;
  readonly #bytes: Bytes;
  /** What was read behind the last block, in the memory of that. */
  #rest: Buffer = Buffer.alloc(0);
  #atStart = true;

  private constructor(file: string, options: LineOptions, bytes: Bytes) {
    this.#file = file;
    this.#options = options;
    this.#bytes = bytes;
  }

  /** Throws as openBytes does. */
  static async of(file: string, options: LineOptions): Promise<LineBlocks> {
    return new LineBlocks(file, options, await openBytes(file));
  }

  /** Bytes of the file; 0 where nobody knows. */
  get size(): number {
    return this.#bytes.size;
  }

  /**
   * The next block, as many lines as the memory holds unless somebody hurries; undefined behind the last. A longer line gets memory of its
   * own.
   *
   * @throws DataError with the line: one longer than LONGEST_LINE; those of openBytes.
   */
  async next(memory: Buffer): Promise<Buffer | undefined> {
    const bytes = this.#bytes;
    const { taken, longest = LONGEST_LINE, what = 'example' } = this.#options;
    let block = memory.length > this.#rest.length ? memory : blockMemory(2 * this.#rest.length);
    block.set(this.#rest);
    let held = this.#rest.length;
    /** Where the last complete line ends. */
    let end = 0;
    for (let isShort = false; end === 0 || (held < block.length && !isShort);) {
      if (held === block.length) {
        if (held > longest) {
          const found = `a line of more than ${count(longest)} bytes`;
          const legal = `one ${what} a line, each line ended by a line feed`;
          throw new DataError({ file: this.#file, line: (await taken()) + 1, found, legal });
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
    this.#rest = block.subarray(end, held);
    if (end === 0) return undefined;
    const lines = block.subarray(0, end);
    const whole = this.#atStart ? withoutMark(lines) : lines;
    this.#atStart = false;
    return whole;
  }

  /** Whoever waits for a block has nothing else to do: any line will do. */
  hurry(): void {
    this.#bytes.hurry();
  }

  close(): void {
    this.#bytes.close();
  }
}

/** The blocks of a file, each good until the next one is asked for. */
export async function* readLines(file: string, options: LineOptions): AsyncGenerator<Buffer> {
  const blocks = await LineBlocks.of(file, options);
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

/** The beginning of a file without its byte order mark. */
function withoutMark(bytes: Buffer): Buffer {
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes;
}

/** The first line of a file that says something; undefined where none does. */
export async function firstLine(file: string, saysSomething: (line: string) => boolean): Promise<string | undefined> {
  for await (const block of readLines(file, { taken: () => 0 })) {
    const line = block.toString().split('\n').find(saysSomething);
    if (line !== undefined) return line;
  }
  return undefined;
}
