import { BlockLines, type Blocks } from './block-lines.ts';
import type { BlockParser, Habits } from './block-parser.ts';

/** What a lane is told when it begins. */
export interface LaneWork extends Blocks {
  /** One Int32 on shared memory: the next block that nobody has taken. */
  readonly next: SharedArrayBuffer;
}

/** What came of a block. */
export interface BlockResult<Piece> {
  readonly block: number;
  /** Which parser took it apart, and holds its piece. */
  readonly slot: number;
  /** Absent where the block has a line that is none, or one that goes on beyond it for long. */
  readonly rows?: { readonly piece: Piece; readonly lines: number; readonly habits: Habits };
}

/** Takes the next block again and again, whoever else takes blocks of the same file meanwhile. */
export class Lane<Piece> {
  readonly #count: number;
  readonly #next: Int32Array;
  readonly #lines: BlockLines;
  readonly #parsers: readonly BlockParser<Piece>[];

  /** parser: what makes a parser; so many of them hold pieces at the same time. */
  constructor(work: LaneWork, slots: number, parser: () => BlockParser<Piece>) {
    this.#count = Math.ceil(work.size / work.bytes);
    this.#next = new Int32Array(work.next);
    this.#lines = new BlockLines(work);
    this.#parsers = Array.from({ length: slots }, parser);
  }

  /** The next block by this parser, whose last piece is no longer needed; undefined where all blocks are taken. */
  take(slot: number): BlockResult<Piece> | undefined {
    const block = Atomics.add(this.#next, 0, 1);
    if (block >= this.#count) return undefined;
    const parser = this.#parsers[slot];
    const before = parser.line;
    try {
      const lines = this.#lines.of(block);
      if (lines === undefined) return { block, slot };
      parser.parse(lines);
      return { block, slot, rows: { piece: parser.piece(), lines: parser.line - before, habits: parser.habits } };
    } catch {
      // Who reads on from here in order, line by line, tells what it is.
      return { block, slot };
    }
  }

  close(): void {
    this.#lines.close();
  }
}
