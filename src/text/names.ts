const FIRST = { slots: 1 << 12, names: 1 << 10, units: 1 << 14 };
/** A table is at most half full. */
const SPARSE = 2;

/**
 * Names by number, in order of first appearance, and numbers by name: a vocabulary.
 *
 * Open addressing over typed arrays; names are code units in one arena, so that a token is looked up without a string being made
 * of it. Memory: 2 bytes a code unit, 16 to 24 bytes a name.
 *
 * @example
 * const names = new Names();
 * names.add('to be or', 77, 3, 5);
 * names.nameOf(0) // => 'be'
 */
export class Names {
  /** Number of the name, plus 1; 0 for none. */
  #slots = new Uint32Array(FIRST.slots);
  #hashes = new Int32Array(FIRST.names);
  /** Where each name begins; the next one's begin is its end. */
  #starts = new Uint32Array(FIRST.names + 1);
  #units = new Uint16Array(FIRST.units);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of text[start, end), whose hash is `hash` (scan.ts); undefined where it has none. */
  find(text: string, hash: number, start = 0, end = text.length): number | undefined {
    const found = this.#slots[this.#slotOf(text, hash, start, end)];
    return found === 0 ? undefined : found - 1;
  }

  /** The same, a new one where it had none. */
  add(text: string, hash: number, start = 0, end = text.length): number {
    const slot = this.#slotOf(text, hash, start, end);
    const found = this.#slots[slot];
    if (found > 0) return found - 1;
    return this.#append(slot, text, hash, start, end);
  }

  nameOf(number: number): string {
    let name = '';
    for (let k = this.#starts[number]; k < this.#starts[number + 1]; k++) name += String.fromCharCode(this.#units[k]);
    return name;
  }

  /** All names, by number. */
  all(): string[] {
    return Array.from({ length: this.#length }, (_, number) => this.nameOf(number));
  }

  /** The slot that holds this name, or else the free one where it belongs. */
  #slotOf(text: string, hash: number, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    // The low bits of FNV-1a are its weaker ones.
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let found = this.#slots[slot]; found > 0; found = this.#slots[slot]) {
      if (this.#hashes[found - 1] === hash && this.#is(found - 1, text, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #is(number: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[number];
    const size = this.#starts[number + 1] - from;
    if (size !== end - start) return false;
    for (let k = 0; k < size; k++) if (this.#units[from + k] !== text.charCodeAt(start + k)) return false;
    return true;
  }

  #append(slot: number, text: string, hash: number, start: number, end: number): number {
    const number = this.#length;
    const from = this.#starts[number];
    const to = from + end - start;
    while (to > this.#units.length) this.#units = wider(this.#units, new Uint16Array(2 * this.#units.length));
    if (number === this.#hashes.length) {
      this.#hashes = wider(this.#hashes, new Int32Array(2 * number));
      this.#starts = wider(this.#starts, new Uint32Array(2 * number + 1));
    }
    for (let k = start; k < end; k++) this.#units[from + k - start] = text.charCodeAt(k);
    this.#starts[number + 1] = to;
    this.#hashes[number] = hash;
    this.#length = number + 1;
    this.#slots[slot] = number + 1;
    if (SPARSE * this.#length > this.#slots.length) this.#spread();
    return number;
  }

  #spread(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#length; number++) {
      const hash = this.#hashes[number];
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] > 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function wider<A extends Uint16Array | Uint32Array | Int32Array>(old: A, wide: A): A {
  wide.set(old);
  return wide;
}
