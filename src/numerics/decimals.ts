import { doubleOfLong } from './long-decimals.ts';

/**
 * Reads decimal numbers straight from bytes, correctly rounded to double precision.
 *
 *   number = [+-] digits [. digits] [(e|E) [+-] digits]     (at least one digit before the exponent)
 *
 * value = m * 10^e with m an integer. Where m < 2^53 and |e| <= 22 both m and 10^|e| are exact doubles, so that one product or
 * quotient is correctly rounded. Numbers of up to 17 digits, as doubles are printed, take pairs of doubles (long-decimals.ts);
 * everything else (longer or extreme numbers) goes through Number() on the checked text.
 *
 * Who wants single precision rarely needs that for a long number: its first 15 digits bound it from below and, one more in the last
 * of them, from above. Rounding never changes an order, so that where both bounds round to one single, the number does.
 *
 * Source: W. D. Clinger, How to read floating point numbers accurately, PLDI 1990 (the fast path).
 */
const LARGEST_EXACT = 2 ** 53;
/** Digits of which every number is an exact double. */
const EXACT_DIGITS = 15;
/** 10^k as exact doubles. */
export const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const [PLUS, MINUS, DOT, ZERO, SMALL_E] = [0x2b, 0x2d, 0x2e, 0x30, 0x65];

/** Reads decimal numbers from bytes, correctly rounded as JavaScript reads them from text. */
export class DecimalScanner {
  /** Where the last scan stopped: after the number, or at its start where there was none. */
  end = 0;

  #mantissa = 0;
  #exponent = 0;

  /** The number that begins at `at`; NaN where none does. The bytes must end in a byte that belongs to no number. */
  scan(bytes: Uint8Array, at: number): number {
    const kind = this.#walk(bytes, at);
    if (kind === 'exact') return this.#value(bytes[at] === MINUS);
    if (kind === 'none') return NaN;
    return doubleOfLong(bytes, at, this.end, this.#exponent) ?? Number(latin1(bytes, at, this.end));
  }

  /** Math.fround of the same. */
  scanSingle(bytes: Uint8Array, at: number): number {
    const kind = this.#walk(bytes, at);
    if (kind === 'exact') return Math.fround(this.#value(bytes[at] === MINUS));
    if (kind === 'none') return NaN;
    return singleOfLong(bytes, at, this.end) ?? Math.fround(Number(latin1(bytes, at, this.end)));
  }

  #value(negative: boolean): number {
    const [mantissa, exponent] = [this.#mantissa, this.#exponent];
    const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
    return negative ? -value : value;
  }

  /** Finds the end of the number, and its mantissa and exponent where both are exact. */
  #walk(bytes: Uint8Array, at: number): 'exact' | 'long' | 'none' {
    this.end = at;
    let k = at;
    const negative = bytes[k] === MINUS;
    if (negative || bytes[k] === PLUS) k++;
    const start = k;
    let mantissa = 0;
    let exponent = 0;
    let digit = bytes[k] - ZERO;
    while (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digit = bytes[++k] - ZERO;
    }
    let digits = k - start;
    if (bytes[k] === DOT) {
      const point = ++k;
      digit = bytes[k] - ZERO;
      while (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digit = bytes[++k] - ZERO;
      }
      exponent = point - k;
      digits -= exponent;
    }
    if (digits === 0) return 'none';
    if ((bytes[k] | 0x20) === SMALL_E) {
      const sign = bytes[k + 1];
      const first = sign === MINUS || sign === PLUS ? k + 2 : k + 1;
      k = first;
      let written = 0;
      digit = bytes[k] - ZERO;
      while (digit >= 0 && digit <= 9) {
        written = written * 10 + digit;
        digit = bytes[++k] - ZERO;
      }
      if (k === first) return 'none';
      exponent += sign === MINUS ? -written : written;
    }
    this.end = k;
    this.#mantissa = mantissa;
    this.#exponent = exponent;
    return mantissa >= LARGEST_EXACT || exponent < -22 || exponent > 22 ? 'long' : 'exact';
  }
}

/**
 * The single that a checked number rounds to, where its first digits decide which: undefined where they do not, where it has an
 * exponent, and where its power of ten is beyond 22.
 */
export function singleOfLong(bytes: Uint8Array, start: number, end: number): number | undefined {
  let mantissa = 0;
  let taken = 0;
  let exponent = 0;
  let behindPoint = 0;
  for (let k = bytes[start] === MINUS || bytes[start] === PLUS ? start + 1 : start; k < end; k++) {
    const digit = bytes[k] - ZERO;
    if (bytes[k] === DOT) behindPoint = 1;
    else if (!(digit >= 0 && digit <= 9)) return undefined;
    else if (taken < EXACT_DIGITS) {
      mantissa = mantissa * 10 + digit;
      if (mantissa > 0) taken++;
      exponent -= behindPoint;
    } else exponent += 1 - behindPoint;
  }
  if (exponent < -22 || exponent > 22) return undefined;
  const power = POWERS[Math.abs(exponent)];
  const [below, above] = exponent < 0 ? [mantissa / power, (mantissa + 1) / power] : [mantissa * power, (mantissa + 1) * power];
  const single = Math.fround(below);
  if (single !== Math.fround(above)) return undefined;
  return bytes[start] === MINUS ? -single : single;
}

/** The number a whole text spells, by the same grammar; NaN where it spells none. */
export function decimal(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
