import { allocated, counted, roomHere, type Room } from './room.ts';

const FIRST_BLOCK = 1 << 6;
const LARGEST_BLOCK = 1 << 20;

interface TypedNumbers<N> {
  new (contents: number | SharedArrayBuffer): N;
  readonly BYTES_PER_ELEMENT: number;
}

/**
 * Numbers that come one at a time, one a row: blocks of typed memory that are never moved, put together once at the end.
 *
 * Plain arrays live in V8's heap and end the whole process when they grow beyond 2^27 elements, which a file of short lines does.
 *
 * @throws a SizeError where the memory is too small.
 *
 * @example
 * const labels = new Growing(Float64Array);
 * labels.push(1); labels.push(-1);
 * Array.from(labels.shared()) // => [1, -1]
 */
export class Growing<N extends Float64Array | Uint32Array> {
  readonly #type: TypedNumbers<N>;
  readonly #room: Room;
  /** Full blocks; what they hold together. */
  readonly #blocks: N[] = [];
  #before = 0;
  /** The block that takes the next number. */
  #block: N;
  #used = 0;

  constructor(type: TypedNumbers<N>, room: Room = roomHere) {
    this.#type = type;
    this.#room = room;
    this.#block = new type(FIRST_BLOCK);
  }

  get length(): number {
    return this.#before + this.#used;
  }

  push(number: number): void {
    if (this.#used === this.#block.length) this.#grow();
    this.#block[this.#used++] = number;
  }

  /** All of them, in shared memory; none are left afterwards, and more may come. */
  shared(): N {
    const { length } = this;
    const all = this.#allocated(length, () => new this.#type(new SharedArrayBuffer(length * this.#type.BYTES_PER_ELEMENT)));
    all.set(this.#block.subarray(0, this.#used), this.#before);
    let at = 0;
    for (let block = this.#blocks.shift(); block !== undefined; block = this.#blocks.shift()) {
      all.set(block, at);
      at += block.length;
    }
    this.#before = 0;
    this.#used = 0;
    return all;
  }

  #grow(): void {
    const length = Math.min(LARGEST_BLOCK, 2 * this.#block.length);
    const block = this.#allocated(length, () => new this.#type(length));
    this.#blocks.push(this.#block);
    this.#before += this.#used;
    this.#block = block;
    this.#used = 0;
  }

  #allocated(length: number, make: () => N): N {
    return allocated(length * this.#type.BYTES_PER_ELEMENT, counted(this.length, 'rows'), make, this.#room);
  }
}
