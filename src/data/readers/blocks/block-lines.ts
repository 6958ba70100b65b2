import { closeSync, openSync, readSync } from 'node:fs';

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
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
    for (let unseen = end - 1; ;) {
      const feed = this.#bytes.subarray(0, held).indexOf(LINE_FEED, unseen);
      if (feed >= 0) return this.#marked(begin, this.#bytes.subarray(first, feed + 1));
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
    return this.#marked(begin, this.#bytes.subarray(first, held + 1));
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

  #marked(begin: number, lines: Buffer): Buffer {
    return begin === 0 && BYTE_ORDER_MARK.equals(lines.subarray(0, 3)) ? lines.subarray(3) : lines;
  }
}
