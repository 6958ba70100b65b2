import { allocated, counted, SizeError, type Room } from './room.ts';

/** Bytes of an index or a value, and of an entry. */
const NUMBER = 4;
const ENTRY = 2 * NUMBER;
const FIRST = 1 << 12;
/** From so many entries on they stand in memory that grows where it is, and by so many at a time. */
const RESERVED_FROM = 1 << 20;
const STEP = 1 << 22;
/** Bytes that V8 lets a buffer grow to. */
const MOST_RESERVED = 2 ** 32;

/** What rows may take up; tests set smaller ones. */
export interface SparseRowsLimits {
  /** The largest number an offset can be. */
  readonly entries: number;
  /** Asked before an array of a megabyte or more is made. */
  readonly room: Room;
}

type Buffers = readonly [SharedArrayBuffer, SharedArrayBuffer];
type Views = readonly [Uint32Array, Float32Array];

/**
 * Indices and values side by side in shared memory, for rows that are written where they stay.
 *
 * Few entries are moved whenever their number has doubled. Many stand in buffers that are given addresses, not memory, for 2^30 of
 * them and grow without being moved, so that the peak is the finished size; where the system gives no such addresses, and beyond
 * 2^30, they are moved as before.
 *
 * Errors: a SizeError for more entries than offsets can number or the memory holds.
 */
export class GrowingEntries {
  /** Both have the same length, the present room; `grow` puts other arrays in their place. */
  indices: Uint32Array;
  values: Float32Array;
  readonly #limits: SparseRowsLimits;
  #buffers: Buffers;

  constructor(limits: SparseRowsLimits) {
    this.#limits = limits;
    const capacity = Math.min(FIRST, limits.entries);
    this.#buffers = [plain(capacity), plain(capacity)];
    [this.indices, this.values] = views(this.#buffers, capacity);
  }

  /** Makes room for at least one more entry, and for `least` in all; keeps the first `used`. */
  grow(used: number, least = used + 1): void {
    const { entries: most, room } = this.#limits;
    if (least > most) throw new SizeError(`more than ${counted(most, 'entries')}, the most that one data set can number`);
    const had = this.indices.length;
    const further = Math.min(most, Math.max(least, had + STEP));
    if (this.#buffers.every((buffer) => buffer.growable && NUMBER * further <= buffer.maxByteLength))
      this.#take(further - had, used, room, () => this.#extended(further));
    else {
      const capacity = Math.min(most, Math.max(least, 2 * had));
      this.#take(capacity, used, room, () => this.#moved(used, capacity));
    }
  }

  /** The first `used` entries; those of a small set in arrays of their own size. */
  finished(used: number): readonly [Uint32Array, Float32Array] {
    const { room } = this.#limits;
    if (this.indices.length >= RESERVED_FROM) return views(this.#buffers, used);
    return allocated(
      ENTRY * used,
      counted(used, 'entries'),
      () => {
        const [indices, values] = views([plain(used), plain(used)], used);
        indices.set(this.indices.subarray(0, used));
        values.set(this.values.subarray(0, used));
        return [indices, values];
      },
      room,
    );
  }

  #take(more: number, used: number, room: Room, make: () => Buffers): void {
    this.#buffers = allocated(ENTRY * more, counted(used + more, 'entries'), make, room);
    [this.indices, this.values] = views(this.#buffers, this.#buffers[0].byteLength / NUMBER);
  }

  #extended(capacity: number): Buffers {
    for (const buffer of this.#buffers) buffer.grow(NUMBER * capacity);
    return this.#buffers;
  }

  #moved(used: number, capacity: number): Buffers {
    const make = capacity < RESERVED_FROM ? plain : reserved;
    const buffers = [make(capacity), make(capacity)] as const;
    const [indices, values] = views(buffers, used);
    indices.set(this.indices.subarray(0, used));
    values.set(this.values.subarray(0, used));
    return buffers;
  }
}

function views([indices, values]: Buffers, length: number): Views {
  return [new Uint32Array(indices, 0, length), new Float32Array(values, 0, length)];
}

function plain(capacity: number): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBER * capacity);
}

/** A buffer that grows where it is; a plain one where there are no addresses for that. */
function reserved(capacity: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(NUMBER * capacity, { maxByteLength: MOST_RESERVED });
  } catch {
    return plain(capacity);
  }
}
