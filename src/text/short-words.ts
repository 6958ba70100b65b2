import type { FastRowCounts } from './row-counts.ts';
import { LONGEST, SLOTS, type TextMemory } from './text-memory.ts';

/** Code units of a word that a slot has room for. */
const SHORT = 16;

/**
 * Words of at most 16 ASCII characters and their columns: most words of most texts.
 *
 * A step takes 16 bytes of a text, and a known word one look at the memory (WebAssembly, words.wat). The table doubles when it is
 * half full; once it has 2^20 slots it takes no more words. A word is bytes [start, start + size) of the text in the memory.
 *
 * Law (test/laws/vector/short-words.test.ts): the words are those of `scanTokens`, and rows of documents are the same with and without.
 */
export class ShortWords {
  readonly #memory: TextMemory;
  readonly #counts: FastRowCounts;
  #slots: number = 2 ** SLOTS.first;
  #known = 0;

  /** counts: in the same memory. */
  constructor(memory: TextMemory, counts: FastRowCounts) {
    this.#memory = memory;
    this.#counts = counts;
  }

  /** Counts the words of a text of ASCII characters alone that is not too long; false for another. columnOfNew: of a word not known. */
  counted(text: string, columnOfNew: (start: number, size: number) => number): boolean {
    const { length } = text;
    // Any other character takes more bytes than code units.
    if (length > LONGEST || this.#memory.text.write(text) !== length) return false;
    const found = this.#memory.loops.find(length);
    for (let k = 0; k < 2 * found; k += 2) {
      const { unknown } = this.#memory;
      const start = unknown[k];
      const size = unknown[k + 1];
      // It may have been new a moment ago, in the same text.
      this.#counts.count(this.columnOf(start, size) || columnOfNew(start, size));
    }
    return true;
  }

  /** The text in the memory, in lower case. */
  get text(): Buffer {
    return this.#memory.text;
  }

  /** 0 for a word that is not known. */
  columnOf(start: number, size: number): number {
    return size > SHORT ? 0 : this.#memory.loops.columnOf(start, size);
  }

  /** Gives a column > 0 to a word that is not known; false where there is no room for it. */
  keep(start: number, size: number, column: number): boolean {
    if (size > SHORT || (2 * this.#known >= this.#slots && !this.#grown())) return false;
    this.#memory.loops.keep(start, size, column);
    this.#known++;
    return true;
  }

  /** Writes a word of a normalized text to the beginning of the text in the memory; false for one that cannot be known. */
  wrote(units: Uint16Array, start: number, end: number): boolean {
    if (end - start > SHORT) return false;
    const { text } = this.#memory;
    let all = 0;
    for (let k = start; k < end; k++) all |= text[k - start] = units[k];
    return all < 0x80;
  }

  /** Whether there is room for twice as many now. */
  #grown(): boolean {
    if (this.#slots === 2 ** SLOTS.most) return false;
    this.#memory.loops.grow();
    this.#slots *= 2;
    return true;
  }
}
