import { arrayIn, type State } from '../numerics/state.ts';

interface Purchase {
  readonly i: number;
  readonly p: number;
}

/**
 * Purchases whose answers have not come, by their keys: the importance i and the probability p of each. The last one stands apart,
 * where the answer that comes at once, as most do, finds it: nothing is allocated for it.
 */
export class OpenPurchases {
  readonly #earlier = new Map<number, Purchase>();
  #hasLast = false;
  #key = 0;
  #i = 0;
  #p = 0;
  /** Of the purchase that was taken last. */
  i = 0;
  p = 0;

  get size(): number {
    return this.#earlier.size + (this.#hasLast ? 1 : 0);
  }

  /** A purchase of the same key that never got an answer is kept apart: nobody can take it any more. */
  add(key: number, i: number, p: number): void {
    if (this.take(key)) this.#earlier.set(this.#apart(), { i: this.i, p: this.p });
    if (this.#hasLast) this.#earlier.set(this.#key, { i: this.#i, p: this.#p });
    this.#hasLast = true;
    this.#key = key;
    this.#i = i;
    this.#p = p;
  }

  /** Whether there was one with this key; its numbers are `i` and `p` then, and it is gone. */
  take(key: number): boolean {
    if (this.#hasLast && this.#key === key) {
      this.#hasLast = false;
      this.i = this.#i;
      this.p = this.#p;
      return true;
    }
    const found = this.#earlier.get(key);
    if (found === undefined) return false;
    this.#earlier.delete(key);
    this.i = found.i;
    this.p = found.p;
    return true;
  }

  /** A key that no answer has. */
  #apart(): number {
    let key = -1;
    while (this.#earlier.has(key)) key--;
    return key;
  }

  /** In the order in which they were bought. */
  *[Symbol.iterator](): Generator<Purchase, undefined> {
    yield* this.#earlier.values();
    if (this.#hasLast) yield { i: this.#i, p: this.#p };
  }

  /** Three arrays, under these names. */
  state(importances: string): State {
    const purchases = [...this];
    return {
      keys: Float64Array.from([...this.#earlier.keys(), ...(this.#hasLast ? [this.#key] : [])]),
      [importances]: Float64Array.from(purchases, ({ i }) => i),
      probabilities: Float64Array.from(purchases, ({ p }) => p),
    };
  }

  /** Goes back to such arrays. */
  restore(state: State, importances: string): void {
    const [i, p] = [arrayIn(state, importances), arrayIn(state, 'probabilities')];
    this.#earlier.clear();
    this.#hasLast = false;
    arrayIn(state, 'keys').forEach((key, n) => this.#earlier.set(key, { i: i[n], p: p[n] }));
  }
}
