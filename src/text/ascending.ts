/** Numbers that are sorted one by one: more cost less by their digits. */
const FEW = 32;
/** Bits of a digit. */
const BITS = 6;
const DIGITS = 1 << BITS;

/**
 * Sorts the features of documents, most of which have a few dozen: numbers below 2^32, each once.
 *
 * By digits of 6 bits, the last one first (least significant digit radix sort), which takes as many steps whatever their order is: some 3 us less
 * a document of a hundred features than the engine's own sort.
 */
export class Ascending {
  readonly #counts = new Uint32Array(DIGITS);
  #other: Uint32Array = new Uint32Array(1 << 8);

  /** The first `length` numbers, ascending; they stand there or in an array that the next call writes to. */
  of(numbers: Uint32Array, length: number): Uint32Array {
    return length > FEW ? this.#byDigits(numbers, length) : oneByOne(numbers, length);
  }

  #byDigits(numbers: Uint32Array, length: number): Uint32Array {
    if (length > this.#other.length) this.#other = new Uint32Array(2 * length);
    const counts = this.#counts;
    let [from, to] = [numbers, this.#other];
    let all = 0;
    for (let k = 0; k < length; k++) all |= numbers[k];
    for (let shift = 0; shift < 32 && all >>> shift !== 0; shift += BITS) {
      counts.fill(0);
      for (let k = 0; k < length; k++) counts[(from[k] >>> shift) & (DIGITS - 1)]++;
      let before = 0;
      for (let digit = 0; digit < DIGITS; digit++) {
        const count = counts[digit];
        counts[digit] = before;
        before += count;
      }
      for (let k = 0; k < length; k++) to[counts[(from[k] >>> shift) & (DIGITS - 1)]++] = from[k];
      [from, to] = [to, from];
    }
    return from;
  }
}

function oneByOne(numbers: Uint32Array, length: number): Uint32Array {
  for (let k = 1; k < length; k++) {
    const number = numbers[k];
    let at = k;
    for (; at > 0 && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
  return numbers;
}
