import { blockMemory, type LineBlocks, openLines } from '../lines.ts';
import { Crew, newSlots, type Rowed, slotsFor, type Tasks, threadsHere } from './crew.ts';
import { type Block, type BlockParser, type BlockResult, BlockWork, type Habits, type Progress, together } from './parser.ts';

/** By how many threads text is read. */
export interface Lanes {
  /** Bytes of a block: text and rows of a block fit the processor's cache. */
  readonly bytes: number;
  /** Threads beside this one, for at least so many bytes: a thread takes some 50 ms to begin. */
  readonly threads: number;
  readonly leastShared: number;
}

/** Within reason: what threads make is put together by one. */
function lanesHere(): Lanes {
  return { bytes: 1 << 20, threads: threadsHere(7), leastShared: 1 << 25 };
}

/** For text whose pieces must be made in their order from the first on. */
export const IN_ORDER: Lanes = { bytes: 1 << 20, threads: 0, leastShared: Infinity };

/** How a text is taken apart. */
export interface BlockReading<Piece extends Rowed, P extends BlockParser<Piece>> {
  readonly file: string;
  readonly parser: () => P;
  /** The file of the thread, which serves blocks by parsers that are the same, made of `options`. */
  readonly thread: () => URL;
  readonly options: object;
  /** What earlier files have told, and their rows; absent: nothing but what a fresh parser was told. */
  readonly before?: Pick<Progress, 'habits' | 'rows'> | undefined;
}

/**
 * Reads text in blocks of complete lines, a long one by several threads, and hands over what came of them in their order. Blocks are read
 * into the same memory again and again, and so are the entries of their rows: buffers that come and go are collected at a price, for
 * nothing else does.
 *
 * A block with a line that is none of the format, or that contradicts a line before it, is taken apart again when its turn has come: the
 * error is the one that it would have been line by line.
 */
export class BlockReader<Piece extends Rowed, P extends BlockParser<Piece>> implements Tasks<Block, BlockResult<Piece>> {
  /** What was handed over. */
  lines = 0;
  rows: number;
  habits: Habits;
  readonly #reading: BlockReading<Piece, P>;
  readonly #lanes: Lanes;
  /** There while pieces are handed over. */
  #blocks!: LineBlocks;
  readonly #crew = new Crew<Block, BlockResult<Piece>>(this);
  /** What this thread does: all of it where there was no other. */
  work: BlockWork<Piece, P>;
  /** Whether there are kernels and, where they can be had, threads. */
  #isLarge = false;
  /** The memory of each slot for text. */
  readonly #texts: Buffer[] = [];
  /** Bytes so far. */
  #bytes = 0;
  readonly done = (block: Block): BlockResult<Piece> => this.work.done(block);
  #tell: (lines: number) => void = () => undefined;

  constructor(reading: BlockReading<Piece, P>, lanes: Lanes = lanesHere()) {
    this.#reading = reading;
    this.#lanes = lanes;
    this.work = new BlockWork(reading.parser);
    ({ habits: this.habits, rows: this.rows } = reading.before ?? { habits: this.work.parser.habits, rows: 0 });
  }

  /**
   * The pieces in their order, each good until the next one is asked for.
   *
   * @throws DataError where a line is none of the format; those of readLines.
   */
  async *pieces(): AsyncGenerator<Piece> {
    const taken = (): Promise<number> =>
      new Promise((resolve) => {
        this.#tell = resolve;
        this.#crew.wake();
      });
    this.#blocks = await openLines(this.#reading.file, { taken });
    try {
      for await (const { task, result } of this.#crew.turns()) {
        const habits = result && together(this.habits, result.taken.habits);
        const { taken, ...piece } = habits === undefined ? this.work.done(task, this) : result!;
        this.habits = habits ?? taken.habits;
        this.lines += taken.lines;
        this.rows += piece.rows.length;
        yield piece as unknown as Piece;
        // Who takes the first piece alone pays for no threads.
        if (!this.#isLarge && Math.max(this.#blocks.size, this.#bytes) >= this.#lanes.leastShared) this.#enlarge();
      }
    } finally {
      this.#blocks.close();
    }
  }

  async next(slot: number): Promise<Block | undefined> {
    const lines = await this.#blocks.next((this.#texts[slot] ??= blockMemory(this.#lanes.bytes)));
    this.#bytes += lines?.length ?? 0;
    return lines && { slot, lines };
  }

  starving(): void {
    this.#blocks.hurry();
    this.#tell(this.lines);
  }

  /** Gets kernels and threads. */
  #enlarge(): void {
    this.#isLarge = true;
    const { threads, bytes } = this.#lanes;
    const { parser, thread, options } = this.#reading;
    // A line of two bytes is a row of one entry, the constant.
    const slots = newSlots(slotsFor(threads), Math.ceil(bytes / 2));
    this.work = new BlockWork(parser, slots);
    this.#crew.hire(threads, thread, { slots, options });
  }
}
