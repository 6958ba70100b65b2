/** Rows a page. */
const PAGE = 1 << 12;

/** Rows that have come, a bit each: a page of bits for every so many rows among which one has. */
export class RowSet {
  readonly #pages = new Map<number, Uint32Array>();
  #size = 0;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  has(row: number): boolean {
    const bits = this.#pages.get(Math.floor(row / PAGE));
    const within = row % PAGE;
    return bits !== undefined && (bits[within >>> 5] & (1 << (within & 31))) !== 0;
  }

  add(row: number): void {
    const page = Math.floor(row / PAGE);
    let bits = this.#pages.get(page);
    if (bits === undefined) {
      bits = new Uint32Array(PAGE / 32);
      this.#pages.set(page, bits);
    }
    const within = row % PAGE;
    const bit = 1 << (within & 31);
    if ((bits[within >>> 5] & bit) !== 0) return;
    bits[within >>> 5] |= bit;
    this.#size++;
  }
}
