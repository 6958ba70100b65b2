import { builtin } from '../../../files/builtin.ts';
import { withoutMark } from '../lines.ts';

const { closeSync, openSync, readSync } = builtin('node:fs');
const { parentPort } = builtin('node:worker_threads');

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

const LINE_FEED = 0x0a;
/** Read behind a block at once: most lines that begin in it end there. */
const MARGIN = 1 << 14;
/** Bytes behind a block in which its last line must end. */
const LONGEST_REST = 1 << 23;

/** Which bytes of a file are one block. */
export interface Blocks {
  readonly file: string;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes of a block, of which the last one may be smaller. */
  readonly bytes: number;
}

/**
 * The lines of a file that begin in its block number k, for who reads blocks in any order: every line is in one of them.
 *
 * Like readLines: each line ends in a line feed, and a byte order mark at the begin of the file is dropped. The bytes are good until
 * the next block is read, for all are read into the same memory.
 */
export class BlockLines {
  readonly #blocks: Blocks;
  readonly #descriptor: number;
  #bytes: Buffer;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
    this.#descriptor = openSync(blocks.file, 'r');
    this.#bytes = Buffer.allocUnsafeSlow(blocks.bytes + MARGIN);
  }

  /** undefined where the last line goes on for so long that it is none for a block. */
  of(k: number): Buffer | undefined {
    const { size, bytes } = this.#blocks;
    const begin = k * bytes;
    // One byte before it tells whether a line begins with the block.
    const from = Math.max(0, begin - 1);
    const end = Math.min(size, begin + bytes) - from;
    let held = this.#fill(from, 0);
    const first = begin === 0 ? 0 : this.#bytes.subarray(0, held).indexOf(LINE_FEED) + 1;
    if (begin > 0 && (first === 0 || first >= end)) return this.#bytes.subarray(0, 0);
    const linesTo = (stop: number): Buffer => {
      const lines = this.#bytes.subarray(first, stop);
      return begin === 0 ? withoutMark(lines) : lines;
    };
    for (let unseen = end - 1; ;) {
      const feed = this.#bytes.subarray(0, held).indexOf(LINE_FEED, unseen);
      if (feed >= 0) return linesTo(feed + 1);
      if (held - end > LONGEST_REST) return undefined;
      if (held === this.#bytes.length) this.#grow();
      const more = this.#fill(from, held);
      if (more === held) break;
      unseen = held;
      held = more;
    }
    if (held === first) return this.#bytes.subarray(0, 0);
    if (held === this.#bytes.length) this.#grow();
    this.#bytes[held] = LINE_FEED;
    return linesTo(held + 1);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Reads on behind the `held` bytes from this place of the file, as far as there is memory; how many are held then. */
  #fill(from: number, held: number): number {
    while (held < this.#bytes.length) {
      const read = readSync(this.#descriptor, this.#bytes, held, this.#bytes.length - held, from + held);
      if (read === 0) break;
      held += read;
    }
    return held;
  }

  #grow(): void {
    const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/**
 * What the rows of a file have in common, which the first ones tell and all others must have too; undefined where none has told yet.
 */
export interface Habits {
  /** The negative one of two labels. */
  readonly negative?: number | undefined;
  /** Whether rows are of groups. */
  readonly groups?: boolean | undefined;
}

/** What was read of a text, and all before it. */
export interface Progress {
  readonly lines: number;
  readonly rows: number;
  readonly habits: Habits;
}

/** Takes text apart a block of complete lines at a time, whatever comes of it. */
export interface BlockParser<Piece> {
  /** Lines taken so far. */
  readonly line: number;
  readonly habits: Habits;
  /** Throws where a line is none of the format. */
  parse(lines: Buffer): void;
  /** What came of the lines since the last piece, its arrays on shared memory: good until more lines are parsed. */
  piece(): Piece;
}

/** Both together; undefined where one contradicts the other. */
export function together(known: Habits, found: Habits): Habits | undefined {
  const { negative = found.negative, groups = found.groups } = known;
  if (found.negative !== undefined && found.negative !== negative) return undefined;
  if (found.groups !== undefined && found.groups !== groups) return undefined;
  return { negative, groups };
}

/** What a thread that takes blocks is told. */
export interface BlockService<Options> {
  readonly work: LaneWork;
  /** Pieces that it may hold. */
  readonly slots: number;
  /** What its parsers are made of. */
  readonly options: Options;
}

/** Takes blocks: a message is the slot that may be filled, the answer what came of the next block. */
export function serveBlocks<Piece>({ work, slots }: BlockService<unknown>, parser: (file: string) => BlockParser<Piece>): void {
  const lane = new Lane(work, slots, () => parser(work.file));
  parentPort!.on('message', (slot: number) => {
    const result = lane.take(slot);
    if (result !== undefined) parentPort!.postMessage(result);
  });
}
