import { allocated, counted, widened } from '../../rows/building/growing.ts';

const [TAB, LINE_FEED, RETURN, SPACE, MINUS, DOT, ZERO, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x2d, 0x2e, 0x30, 0x3a];
const ZERO_AND_DOT = 0x2e30;
const FOUR_ZEROS = 0x30303030;
/** What a byte above 9 needs more of than 9 does to set its top bit. */
const BEYOND_NINE = 0x76767676;
const TOP_BITS = 0x80808080;
const BILLION = 1e9;
/** Digits of an id that 32 bits hold. */
const MOST_DIGITS = 9;
/** No byte so far behind the begin of a pair is looked at. */
const REACH = 32;

/**
 * Ordinary pairs of a line, `id:value` with an id of up to 9 digits and a short value, side by side; what nearly all of svmlight
 * text is made of, and Vowpal Wabbit text of numbered features.
 *
 *   value = [-] digits [. digits]     up to 3 digits before the point and up to 9 behind it, at least one before it
 *
 * Digits are read four at a time, for a branch a digit is guessed wrongly wherever a number ends. Four bytes are one 32-bit word, the
 * first byte lowest. Xor with '0000' makes digits 0 … 9; 0x76 added to a byte sets its top bit where it is more, so that the lowest
 * top bit tells how many digits there are; two products make one number of four. A fraction is filled up with zeros to nine
 * digits: value = (whole 10^9 + fraction) / 10^9, a quotient of exact doubles and so correctly rounded, then rounded to single.
 *
 * Source: D. Lemire, Quickly parsing eight digits (2018); W. D. Clinger, How to read floating point numbers accurately, PLDI 1990.
 */
export class PairScanner {
  /** Ids and values of the pairs so far; the first `length` count. */
  ids: Uint32Array = new Uint32Array(1 << 8);
  values: Float32Array = new Float32Array(1 << 8);
  length = 0;

  /**
   * Takes pairs from `at` on, of which one follows the other after a space; returns where it stops: at a pair of another kind, at
   * other blanks and line ends, short of the end of the view, behind which nothing can be read, and where the room is used up.
   */
  scan(view: DataView, at: number): number {
    const last = view.byteLength - REACH;
    if (this.length === this.ids.length) this.#grow();
    const { ids, values } = this;
    const room = ids.length;
    let n = this.length;
    while (at < last && n < room) {
      let k = at;
      let word = view.getInt32(k, true) ^ FOUR_ZEROS;
      let others = strays(word);
      let id: number;
      if (others === 0) {
        id = four(pairsOf(word));
        k += 4;
        for (let digit = view.getUint8(k) - ZERO; digit >>> 0 <= 9; digit = view.getUint8(++k) - ZERO) {
          id = (Math.imul(id, 10) + digit) | 0;
        }
        if (k > at + MOST_DIGITS) break;
      } else {
        const bits = digitBits(others);
        if (bits === 0) break;
        id = four(pairsOf(word << (32 - bits)));
        k += bits >>> 3;
      }
      if (view.getUint8(k) !== COLON) break;
      k++;
      const isNegative = view.getUint8(k) === MINUS;
      if (isNegative) k++;
      let whole = 0;
      if (view.getUint16(k, true) === ZERO_AND_DOT) k++;
      else {
        word = view.getInt32(k, true) ^ FOUR_ZEROS;
        others = strays(word);
        const bits = digitBits(others);
        if (others === 0 || bits === 0) break;
        whole = four(pairsOf(word << (32 - bits)));
        k += bits >>> 3;
      }
      let billionths = 0;
      if (view.getUint8(k) === DOT) {
        k++;
        word = view.getInt32(k, true) ^ FOUR_ZEROS;
        others = strays(word);
        if (others === 0) {
          billionths = Math.imul(four(pairsOf(word)), 100_000);
          word = view.getInt32(k + 4, true) ^ FOUR_ZEROS;
          others = strays(word);
          if (others === 0) {
            const ninth = view.getUint8(k + 8) - ZERO;
            // All ones where it is a digit.
            const isDigit = (ninth >> 31) ^ ((ninth - 10) >> 31);
            billionths += Math.imul(four(pairsOf(word)), 10) + (ninth & isDigit);
            k += 8 - isDigit;
          } else {
            billionths += Math.imul(four(pairsOf(word & below(others))), 10);
            k += 4 + (digitBits(others) >>> 3);
          }
        } else {
          billionths = Math.imul(four(pairsOf(word & below(others))), 100_000);
          k += digitBits(others) >>> 3;
        }
      }
      const next = view.getUint8(k);
      if (next !== SPACE && next !== LINE_FEED && next !== RETURN && next !== TAB) break;
      const value = (whole * BILLION + billionths) / BILLION;
      ids[n] = id;
      values[n] = isNegative ? -value : value;
      n++;
      at = next === SPACE ? k + 1 : k;
    }
    this.length = n;
    return at;
  }

  /** Adds a pair that was read in another way. */
  push(id: number, value: number): void {
    if (this.length === this.ids.length) this.#grow();
    this.ids[this.length] = id;
    this.values[this.length++] = value;
  }

  #grow(): void {
    const length = 2 * this.ids.length;
    const make = () => [widened(this.ids, length), widened(this.values, length)] as const;
    [this.ids, this.values] = allocated(8 * length, counted(length, 'pairs of one line'), make);
  }
}

/** Top bits of the bytes that are no digits; right up to the lowest one. */
function strays(word: number): number {
  return ((word + BEYOND_NINE) | word) & TOP_BITS;
}

/** Eight for every digit before the first stray. */
function digitBits(others: number): number {
  return (31 - Math.clz32(others & -others)) & 0x18;
}

/** All bits of the bytes before the first stray. */
function below(others: number): number {
  return ((others & -others) >>> 7) - 1;
}

/** Four digits a b c d, the first one lowest, as 10 a + b and 10 c + d. */
function pairsOf(word: number): number {
  return (Math.imul(word, 10) + (word >>> 8)) & 0x00ff00ff;
}

/** Both of them as one number. */
function four(pairs: number): number {
  return Math.imul(pairs & 0xff, 100) + (pairs >>> 16);
}

/** The first place from `at` on that is no blank. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === RETURN) at++;
  return at;
}
