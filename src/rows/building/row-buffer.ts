import { allocated, counted, roomHere, type Room } from './room.ts';

const LARGEST_EXACT = 2 ** 53;

/**
 * One row under construction: takes entries in any order, gives them back ascending with duplicates summed in double.
 *
 * A row that arrived ascending is left alone. Any other is sorted by one native sort of the keys index * span + position, with
 * span the next power of two above the row's length; the position makes the sort stable and finds the value again.
 *
 * @throws RangeErrors of `add` and `settle`, a SizeError where the memory is too small.
 */
export class RowBuffer {
  /** Columns of the entries; the first `length` count. */
  indices = new Uint32Array(256);
  /** Values of the entries. */
  values = new Float64Array(256);
  length = 0;
  readonly #room: Room;
  #ascending = true;

  constructor(room: Room = roomHere) {
    this.#room = room;
  }

  /** Takes one entry; a RangeError where the index is no integer in [0, 2^32). */
  add(index: number, value: number): void {
    if (index >>> 0 !== index) throw new RangeError(`an index is an integer in [0, 2^32), found ${index}`);
    const at = this.length;
    if (at === this.indices.length) this.#grow();
    if (at > 0 && index <= this.indices[at - 1]) this.#ascending = false;
    this.indices[at] = index;
    this.values[at] = value;
    this.length = at + 1;
  }

  /** Brings the entries into strictly ascending order, equal indices summed in the order they arrived. */
  settle(): void {
    if (!this.#ascending) this.#sortAndMerge();
    this.#ascending = true;
  }

  clear(): void {
    this.length = 0;
    this.#ascending = true;
  }

  #sortAndMerge(): void {
    const { indices, values, length } = this;
    const span = 2 ** Math.ceil(Math.log2(length));
    const keys = this.#allocated(2 * length, () => new Float64Array(length));
    for (let k = 0; k < length; k++) {
      keys[k] = indices[k] * span + k;
    }
    keys.sort();
    if (keys[length - 1] >= LARGEST_EXACT) {
      throw new RangeError(`a row of ${length} unsorted entries can have no index above ${LARGEST_EXACT / span - 1}`);
    }
    const arrived = values.slice(0, length);
    let last = -1;
    let index = -1;
    for (let k = 0; k < length; k++) {
      const next = Math.floor(keys[k] / span);
      const value = arrived[keys[k] - next * span];
      if (next === index) values[last] += value;
      else {
        index = next;
        last++;
        indices[last] = index;
        values[last] = value;
      }
    }
    this.length = last + 1;
  }

  #grow(): void {
    const length = 2 * this.indices.length;
    const [indices, values] = this.#allocated(length, () => [new Uint32Array(length), new Float64Array(length)] as const);
    indices.set(this.indices);
    values.set(this.values);
    this.indices = indices;
    this.values = values;
  }
  #allocated<T>(length: number, make: () => T): T {
    return allocated(
      (Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT) * length,
      counted(length, 'entries of one row'),
      make,
      this.#room,
    );
  }
}
