import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import { count } from '../../numerics/display.ts';
import { caught, type IwalError } from '../../numerics/iwal-error.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { kernelBuffer, MOST_IN_MEMORY } from '../kernels/kernels.ts';

const { totalmem } = builtin('node:os');

/** More rows, entries or bytes than arrays can number or the memory holds. */
export class SizeError extends RangeError implements IwalError {
  readonly code = 'IWAL_SIZE';
  override readonly name = 'SizeError';
}

/**
 * Bytes that may still be had.
 *
 * What is too large is said in words. Typed arrays live outside of V8's heap, so that a data set may fill the memory; but where
 * there is none left, V8 throws a bare RangeError, and a system that lends more memory than it has ends the process. Both are met
 * by asking before an array of a megabyte or more is made.
 */
export type Room = () => number;

/** Smaller arrays are made without asking. */
const ASKED_FROM = 1 << 20;

/**
 * The memory of this machine, or of the container it is, less what this process holds already. Files that the system keeps in
 * memory do not count: it gives them up. A browser does not tell.
 */
export function roomHere(): number {
  if (typeof process === 'undefined') return Infinity;
  const constrained = process.constrainedMemory() || Infinity;
  return Math.min(totalmem(), constrained) - process.memoryUsage.rss();
}

/** What `make` gives, which takes so many bytes; a SizeError where they cannot be had. what: "4,096 entries". */
export function allocated<T>(bytes: number, what: string, make: () => T, room: Room = roomHere): T {
  if (bytes >= ASKED_FROM && bytes > room()) throw noRoom(what);
  return caught(RangeError, make, () => {
    throw noRoom(what);
  });
}

/** A SizeError as the trouble of the file (and line) that was read; any other error as it is. */
export function tooLarge(place: { readonly file: string; readonly line?: number }, error: unknown): unknown {
  if (!(error instanceof SizeError)) return error;
  const found = error.message;
  return new DataError({ ...place, found, legal: 'data that fits; a part of it, or a machine with more memory, may do' });
}

/** "4,096 entries" */
export function counted(n: number, what: string): string {
  return `${count(n)} ${what}`;
}

function noRoom(what: string): SizeError {
  return new SizeError(`${what}, which do not fit the memory of this machine`);
}

/**
 * What numbers stand in: memory that threads share, or memory that one of them has, which may go to another. Of the former no thread knows how
 * much it holds: what comes and goes by the piece would be collected late.
 */
export type Memory = new (bytes: number) => ArrayBufferLike;

interface TypedNumbers<N> {
  new (contents: number | ArrayBufferLike): N;
  readonly BYTES_PER_ELEMENT: number;
}

function shares<N extends Float64Array | Uint32Array | Float32Array>(type: TypedNumbers<N>): (numbers: ArrayLike<number>) => N {
  return (numbers) => {
    const shared = new type(new SharedArrayBuffer(type.BYTES_PER_ELEMENT * numbers.length));
    shared.set(numbers);
    return shared;
  };
}

/** A copy on shared memory, so that worker threads read one. */
export const sharedFloat64 = shares(Float64Array);
/** A copy that threads can share. */
export const sharedUint32 = shares(Uint32Array);
/** A copy that threads can share, in single precision. */
export const sharedFloat32 = shares(Float32Array);

/** A copy of this length, zeros behind the numbers. */
export function widened<N extends Uint16Array | Uint32Array | Float32Array | Float64Array>(numbers: N, length: number): N {
  const wide = new (numbers.constructor as new (length: number) => N)(length);
  wide.set(numbers);
  return wide;
}

const FIRST_BLOCK = 1 << 6;
const LARGEST_BLOCK = 1 << 20;

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

  /** All of them, in memory of this kind; none are left afterwards, and more may come. */
  shared(memory: Memory = SharedArrayBuffer): N {
    const { length } = this;
    const all = this.#allocated(length, () => new this.#type(new memory(length * this.#type.BYTES_PER_ELEMENT)));
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

/** Bytes of an index or a value, and of an entry. */
const NUMBER = 4;
const ENTRY = 2 * NUMBER;
const FIRST = 1 << 8;
/** From so many entries on they stand in memory that grows where it is, and by so many at a time. */
const RESERVED_FROM = 1 << 20;
const STEP = 1 << 22;
/** Bytes that V8 lets a buffer grow to. */
const MOST_RESERVED = 2 ** 32;
/** Entries that fit a memory of kernels, in whole cache lines. */
const MOST_WITH_KERNELS = Math.floor(MOST_IN_MEMORY / ENTRY / 16) * 16;

/** What rows may take up; tests set smaller ones. */
export interface SparseRowsLimits {
  /** The largest number an offset can be. */
  readonly entries: number;
  /** Asked before an array of a megabyte or more is made. */
  readonly room: Room;
}

type Views = readonly [Uint32Array, Float32Array];

/** Where entries stand. */
export interface Place {
  /** Entries that it can hold. */
  readonly most: number;
  /** The first `length` entries, which it then has room for. */
  views(length: number): Views;
}

/** Memory for the entries of several pieces at a time. */
export interface Slots {
  readonly memory: SharedArrayBuffer;
  /** Entries of a slot. */
  readonly entries: number;
}

/** The place that a slot is, indices in its first half. */
export function slotOf({ memory, entries }: Slots, slot: number): Place {
  const at = ENTRY * entries * slot;
  return {
    most: entries,
    views: (length) => [new Uint32Array(memory, at, length), new Float32Array(memory, at + NUMBER * entries, length)],
  };
}

/** As offsets and the memory allow. */
export const LIMITS: SparseRowsLimits = { entries: 2 ** 32 - 1, room: roomHere };

/**
 * Indices and values side by side in shared memory, for rows that are written where they stay.
 *
 * Few entries are moved whenever their number has doubled. Many stand in buffers that are given addresses, not memory, and grow
 * without being moved, so that the peak is the finished size: in a memory of kernels (kernels/kernels.ts) as far as it goes, in
 * buffers for 2^30 of them else; where the system gives no such addresses, and beyond 2^30, they are moved as before.
 *
 * @throws a SizeError for more entries than offsets can number or the memory holds.
 */
export class GrowingEntries {
  /** Both have the same length, the present room; `grow` puts other arrays in their place. */
  indices: Uint32Array;
  values: Float32Array;
  readonly #limits: SparseRowsLimits;
  #place: Place;

  /** place: where they stand as long as there is room. */
  constructor(limits: SparseRowsLimits = LIMITS, place = plain(Math.min(FIRST, limits.entries))) {
    this.#limits = limits;
    this.#place = place;
    [this.indices, this.values] = place.views(place.most);
  }

  /**
   * Makes room for at least one more entry, and for `least` in all; keeps the first `used`.
   *
   * @throws SizeError for more entries than offsets can number or the memory holds.
   */
  grow(used: number, least = used + 1): void {
    const { entries: most, room } = this.#limits;
    if (least > most) throw new SizeError(`more than ${counted(most, 'entries')}, the most that one data set can number`);
    const had = this.indices.length;
    const further = Math.min(most, Math.max(least, had + STEP));
    if (further <= this.#place.most) this.#take(further - had, used, room, () => this.#place.views(further));
    else {
      const capacity = Math.min(most, Math.max(least, 2 * had));
      this.#take(capacity, used, room, () => this.#moved(used, capacity));
    }
  }

  /**
   * The first `used` entries; those of a small set in arrays of their own size.
   *
   * @throws SizeError where the memory has no room for them.
   */
  finished(used: number): readonly [Uint32Array, Float32Array] {
    const { room } = this.#limits;
    if (this.indices.length >= RESERVED_FROM) return this.#place.views(used);
    return allocated(ENTRY * used, counted(used, 'entries'), () => this.#copied(used, plain(used).views(used)), room);
  }

  #take(more: number, used: number, room: Room, make: () => Views): void {
    [this.indices, this.values] = allocated(ENTRY * more, counted(used + more, 'entries'), make, room);
  }

  #moved(used: number, capacity: number): Views {
    const place = capacity < RESERVED_FROM ? plain(capacity) : (withKernels(capacity) ?? reserved(capacity));
    const views = this.#copied(used, place.views(capacity));
    this.#place = place;
    return views;
  }

  #copied(used: number, [indices, values]: Views): Views {
    indices.set(this.indices.subarray(0, used));
    values.set(this.values.subarray(0, used));
    return [indices, values];
  }
}

/** Memory of its own. */
export function plain(capacity: number): Place {
  const buffers = [new SharedArrayBuffer(NUMBER * capacity), new SharedArrayBuffer(NUMBER * capacity)] as const;
  return { most: capacity, views: (length) => [new Uint32Array(buffers[0], 0, length), new Float32Array(buffers[1], 0, length)] };
}

/** A memory of kernels, indices in its first half; undefined where there is none so large. */
function withKernels(capacity: number): Place | undefined {
  const memory = capacity <= MOST_WITH_KERNELS ? kernelBuffer(ENTRY * MOST_WITH_KERNELS) : undefined;
  return memory && slotOf({ memory, entries: MOST_WITH_KERNELS }, 0);
}

/** Buffers that grow where they are; plain ones where there are no addresses for that. */
function reserved(capacity: number): Place {
  const growing = (): SharedArrayBuffer => new SharedArrayBuffer(NUMBER * capacity, { maxByteLength: MOST_RESERVED });
  const buffers = ifPossible((): [SharedArrayBuffer, SharedArrayBuffer] => [growing(), growing()]);
  if (buffers === undefined) return plain(capacity);
  return {
    most: MOST_RESERVED / NUMBER,
    views: (length) => {
      for (const buffer of buffers) if (buffer.byteLength < NUMBER * length) buffer.grow(NUMBER * length);
      return [new Uint32Array(buffers[0], 0, length), new Float32Array(buffers[1], 0, length)];
    },
  };
}
