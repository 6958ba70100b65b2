import { instance } from '../rows/kernels/instance.ts';
import short from './short-words.wat';

/** Characters of a text at most; a longer one is read as any other. */
const LONGEST = 1 << 18;
/** Characters of a word that a slot has room for. */
const SHORT = 16;
/** Slots of the table, as powers of 2, at first and at most; it is at most half full. */
const SLOTS = { first: 18, most: 20 } as const;
const BYTES_OF_A_SLOT = 32;
const PAGE = 1 << 16;

/** Where things stand in the memory of short-words.wat; a word takes three characters of a text at least, one of them behind it. */
const WORDS = 1 << 17;
const TEXT = WORDS + 4 * LONGEST + PAGE;
const TABLE = TEXT + LONGEST + PAGE;

/** The functions of short-words.wat. */
interface Loops {
  readonly shift: { value: bigint };
  readonly find: (length: number) => number;
  readonly keep: (start: number, size: number, number: number) => number;
}

interface WebAssemblyMemories {
  readonly Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
}

/**
 * Words of at most 16 ASCII characters that were met, and their numbers: most words of most texts.
 *
 * Whoever asks keeps here what it found out about a word, and need not find it out again. A step takes 16 bytes of a text, and a
 * known word one look at the memory (WebAssembly, short-words.wat). When the table is half full it grows, and forgets; once it has
 * 2^20 slots it takes no more words.
 *
 * Law (test/laws/vector/short-words.test.ts): the words are those of `scanTokens`, and rows of documents are the same with and without.
 */
export class ShortWords {
  /** Of each word that was found: where it begins and ends in `bytes`, and its number, 0 where none is known. */
  words: Uint32Array;
  /** The text that was taken, in lower case. */
  bytes: Uint8Array;
  readonly #memory: InstanceType<WebAssemblyMemories['Memory']>;
  readonly #loops: Loops;
  readonly #encoder = new TextEncoder();
  #bits: number = SLOTS.first;
  #known = 0;

  /** Throws a RangeError where the memory has no room left. */
  constructor() {
    const { Memory } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyMemories }).WebAssembly;
    this.#memory = new Memory({ initial: (TABLE + BYTES_OF_A_SLOT * 2 ** this.#bits) / PAGE });
    this.#loops = instance(short, { text: { memory: this.#memory, words: WORDS, text: TEXT, slots: TABLE } }) as Loops;
    this.#loops.shift.value = BigInt(64 - this.#bits);
    [this.words, this.bytes] = this.#views();
  }

  /** How many words this text has; undefined for one that is not of ASCII characters alone, or too long. */
  find(text: string): number | undefined {
    const { length } = text;
    if (length > LONGEST) return undefined;
    const { read, written } = this.#encoder.encodeInto(text, this.bytes);
    return read === length && written === length ? this.#loops.find(length) : undefined;
  }

  /** Gives a number > 0 to the word bytes[start, end), if it is a short one. */
  keep(start: number, end: number, number: number): void {
    if (end - start > SHORT) return;
    if (2 * this.#known >= 2 ** this.#bits && !this.#grown()) return;
    this.#known += this.#loops.keep(start, end - start, number);
  }

  /** Whether there is room for twice as many; those that were known are forgotten. */
  #grown(): boolean {
    if (this.#bits === SLOTS.most) return false;
    try {
      this.#memory.grow((BYTES_OF_A_SLOT * 2 ** this.#bits) / PAGE);
    } catch {
      return false;
    }
    this.#bits++;
    this.#known = 0;
    this.#loops.shift.value = BigInt(64 - this.#bits);
    [this.words, this.bytes] = this.#views();
    new Uint8Array(this.#memory.buffer, TABLE).fill(0);
    return true;
  }

  #views(): [Uint32Array, Uint8Array] {
    const { buffer } = this.#memory;
    return [new Uint32Array(buffer, WORDS, LONGEST), new Uint8Array(buffer, TEXT, LONGEST)];
  }
}
