/**
 * Reads decimal numbers straight from bytes, correctly rounded to double precision.
 *
 *   number = [+-] digits [. digits] [(e|E) [+-] digits]     (at least one digit before the exponent)
 *
 * value = m * 10^e with m an integer. Where m < 2^53 and |e| <= 22 both m and 10^|e| are exact doubles, so that one product or
 * quotient is correctly rounded; everything else (long or extreme numbers) goes through Number() on the checked text.
 *
 * Source: W. D. Clinger, How to read floating point numbers accurately, PLDI 1990 (the fast path).
 */
const LARGEST_EXACT = 2 ** 53;
const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const [PLUS, MINUS, DOT, ZERO, SMALL_E] = [0x2b, 0x2d, 0x2e, 0x30, 0x65];

export class DecimalScanner {
  /** Where the last scan stopped: after the number, or at its start where there was none. */
  end = 0;

  /** The number that begins at `at`; NaN where none does. The bytes must end in a byte that belongs to no number. */
  scan(bytes: Uint8Array, at: number): number {
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
    if (digits === 0) return NaN;
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
      if (k === first) return NaN;
      exponent += sign === MINUS ? -written : written;
    }
    this.end = k;
    if (mantissa >= LARGEST_EXACT || exponent < -22 || exponent > 22) return Number(latin1(bytes, at, k));
    const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
    return negative ? -value : value;
  }
}

/** The number a whole text spells, by the same grammar; NaN where it spells none. */
export function decimal(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
