import { ifPossible } from '../../files/if-possible.ts';
import { allocated, counted } from '../../rows/building/growing.ts';
import { chosenKernels, instance, memoryOfPages, PAGE, type WasmMemory } from '../../rows/kernels/choice.ts';
import loops from './marks.wat';

/** In a mark: whether a byte since the mark before is not of ASCII. */
const OTHER = 0x80000000;
/** In a mark: where it is. */
export const PLACE = 0x7fffffff;
/** Bytes that there is room for at first, and that stay free behind them. */
const FIRST = 1 << 21;
const SPARE = 64;
/** Pages of the largest memory there is. */
const MOST_PAGES = 1 << 16;

/** Finds marks in the first `length` bytes of a memory, writes them to `to` and says how many there are. */
type Mark = (length: number, to: number, a: number, b: number, c: number) => number;

/**
 * Bytes under way, and the places of three of them: what a table is cut by.
 *
 * Bytes and marks stand in a memory that is used again for the next piece of a file, and are marked 64 bytes a step (WebAssembly,
 * marks.wat).
 *
 * Law (test/laws/vector/marks.test.ts): the marks are those of `marksOf`.
 */
export class MarkedBytes {
  /** Those that are here. */
  bytes: Buffer = Buffer.alloc(0);
  /** Undefined where nobody wants one, or there is none. */
  readonly #memory = markMemory();
  #room = FIRST;

  /**
   * Leaves out the bytes before this one, and takes more behind the last.
   *
   * @throws SizeError where the memory has no room.
   */
  take(from: number, piece: Uint8Array): void {
    if (this.#memory === undefined) this.bytes = Buffer.concat([this.bytes.subarray(from), piece]);
    else {
      this.bytes.copyWithin(0, from);
      const held = this.bytes.length - from;
      const length = held + piece.length;
      if (length > this.#room) this.#grow(this.#memory.memory, length);
      this.bytes = Buffer.from(this.#memory.memory.buffer, 0, length);
      this.bytes.set(piece, held);
    }
  }

  /** Where these bytes stand (marksOf). */
  marks(a: number, b: number, c: number): Uint32Array {
    if (this.#memory === undefined) return marksOf(this.bytes, a, b, c);
    const { memory, mark } = this.#memory;
    const to = this.#room + SPARE;
    return new Uint32Array(memory.buffer, to, mark(this.bytes.length, to, a, b, c));
  }

  #grow(memory: WasmMemory<ArrayBuffer>, length: number): void {
    const room = 2 ** Math.ceil(Math.log2(length));
    const pages = pagesOf(room) - pagesOf(this.#room);
    allocated(PAGE * pages, counted(room, 'bytes'), () => memory.grow(pages));
    this.#room = room;
  }
}

function markMemory(): { readonly memory: WasmMemory<ArrayBuffer>; readonly mark: Mark } | undefined {
  if (chosenKernels() === 'js') return undefined;
  return ifPossible(() => {
    const memory = memoryOfPages(pagesOf(FIRST), MOST_PAGES);
    return { memory, ...(instance(loops, { marks: { memory } }) as { readonly mark: Mark }) };
  });
}

/** For bytes, and for a mark of each and one behind them. */
function pagesOf(room: number): number {
  return Math.ceil((room + SPARE + 4 * (room + 1)) / PAGE);
}

/**
 * Where any of three bytes stands, and in the end how many bytes there are; the highest bit says whether a byte between the mark before
 * and this one is not of ASCII.
 */
export function marksOf(bytes: Uint8Array, a: number, b: number, c: number): Uint32Array {
  const marks: number[] = [];
  let other = 0;
  bytes.forEach((byte, at) => {
    if (byte === a || byte === b || byte === c) {
      marks.push(at | other);
      other = 0;
    } else if (byte >= 0x80) other = OTHER;
  });
  return Uint32Array.from([...marks, bytes.length | other], (mark) => mark >>> 0);
}
