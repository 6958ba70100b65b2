import { widened } from '../rows/building/growing.ts';
import { hashOfUnits, textIn, unitsOf } from './scan.ts';

const FIRST = { slots: 1 << 12, names: 1 << 10, units: 1 << 14 };
/** A table is at most half full. */
const SPARSE = 2;
/** Of a name in the arena, two code units each: its length, its number plus 1. */
const HEAD = { length: 0, place: 2, units: 4 } as const;

/**
 * Names by number, in order of first appearance, and numbers by name: a vocabulary.
 *
 * Open addressing over typed arrays; names are code units in one arena, so that a token is looked up without a string being made
 * of it. What a look-up reads stands side by side, for it waits for memory: hash and place in a slot, the rest in the arena. Memory:
 * 2 bytes a code unit, 28 to 44 bytes a name.
 *
 * @example
 * const names = new Names();
 * names.add('be');
 * names.nameOf(0) // => 'be'
 */
export class Names {
  /** Slot by slot: the hash of the name; where it stands in the arena, plus 1, 0 for none. */
  #slots = new Int32Array(2 * FIRST.slots);
  #arena = new Uint16Array(FIRST.units);
  /** Where each name begins in the arena, and the next one will. */
  #starts = new Uint32Array(FIRST.names + 1);
  #length = 0;
  /** Names that have a slot. */
  #placed = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of a name; undefined where it has none. */
  find(name: string): number | undefined {
    const units = unitsOf(name);
    const found = this.placeOf(units, hashOfUnits(units, 0, units.length), 0, units.length);
    return found === 0 ? undefined : found - 1;
  }

  /** The same, a new one where it had none. */
  add(name: string): number {
    const units = unitsOf(name);
    return this.addUnits(units, hashOfUnits(units, 0, units.length), 0, units.length) - 1;
  }

  /** The number of these code units plus 1, whose hash is `hash` (scan.ts); 0 where they have none. */
  placeOf(units: Uint16Array, hash: number, start: number, end: number): number {
    const slots = this.#slots;
    const arena = this.#arena;
    const mask = slots.length - 2;
    const size = end - start;
    // The low bits of FNV-1a are its weaker ones.
    let slot = ((hash ^ (hash >>> 15)) << 1) & mask;
    for (let found = slots[slot + 1]; found !== 0; found = slots[slot + 1]) {
      if (slots[slot] === hash) {
        const at = (found >>> 0) - 1;
        if ((arena[at] | (arena[at + 1] << 16)) === size) {
          let k = 0;
          while (k < size && arena[at + 4 + k] === units[start + k]) k++;
          if (k === size) return arena[at + 2] | (arena[at + 3] << 16);
        }
      }
      slot = (slot + 2) & mask;
    }
    return 0;
  }

  /** The same, a new one where they had none. */
  addUnits(units: Uint16Array, hash: number, start: number, end: number): number {
    const found = this.placeOf(units, hash, start, end);
    if (found > 0) return found;
    const from = this.#starts[this.#length];
    const added = this.append(units, start, end);
    if (2 * SPARSE * ++this.#placed > this.#slots.length) this.#spread();
    place(this.#slots, hash, from + 1);
    return added;
  }

  /** The number plus 1 that is given to these code units, which nobody will look up here. */
  append(units: Uint16Array, start: number, end: number): number {
    const number = this.#length;
    const from = this.#starts[number];
    const to = from + HEAD.units + end - start;
    while (to > this.#arena.length) this.#arena = widened(this.#arena, 2 * this.#arena.length);
    if (number + 1 === this.#starts.length) this.#starts = widened(this.#starts, 2 * number + 1);
    const arena = this.#arena;
    arena[from] = end - start;
    arena[from + 1] = (end - start) >>> 16;
    arena[from + 2] = number + 1;
    arena[from + 3] = (number + 1) >>> 16;
    for (let k = start; k < end; k++) arena[from + 4 + k - start] = units[k];
    this.#starts[number + 1] = to;
    this.#length = number + 1;
    return number + 1;
  }

  nameOf(number: number): string {
    return textIn(this.#arena, this.#starts[number] + HEAD.units, this.#starts[number + 1]);
  }

  /** All names, by number. */
  all(): string[] {
    return Array.from({ length: this.#length }, (_, number) => this.nameOf(number));
  }

  #spread(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    for (let slot = 0; slot < this.#slots.length; slot += 2)
      if (this.#slots[slot + 1] !== 0) place(slots, this.#slots[slot], this.#slots[slot + 1]);
    this.#slots = slots;
  }
}

function place(slots: Int32Array, hash: number, found: number): void {
  const mask = slots.length - 2;
  let slot = ((hash ^ (hash >>> 15)) << 1) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = found;
}
