import { KeyedNumbers, type State, type Stateful } from '../numerics/state.ts';

/**
 * Purchases whose answers have not come, by their keys: the importance i and the probability p of each. The last one stands apart,
 * where the answer that comes at once, as most do, finds it: nothing is allocated for it.
 */
export class OpenPurchases implements Stateful {
  /** i and p. */
  readonly #earlier = new KeyedNumbers();
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
    if (this.take(key)) this.#earlier.set(this.#apart(), [this.i, this.p]);
    if (this.#hasLast) this.#earlier.set(this.#key, [this.#i, this.#p]);
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
    [this.i, this.p] = found;
    return true;
  }

  /** A key that no answer has. */
  #apart(): number {
    let key = -1;
    while (this.#earlier.has(key)) key--;
    return key;
  }

  /** In the order in which they were bought. */
  *[Symbol.iterator](): Generator<Readonly<Record<'i' | 'p', number>>, undefined> {
    for (const [i, p] of this.#earlier.values()) yield { i, p };
    if (this.#hasLast) yield { i: this.#i, p: this.#p };
  }

  state(): State {
    const all = new KeyedNumbers(this.#earlier);
    if (this.#hasLast) all.set(this.#key, [this.#i, this.#p]);
    return all.state();
  }

  restore(state: State): void {
    this.#earlier.restore(state);
    this.#hasLast = false;
  }
}
