/**
 * Reads decimal numbers straight from bytes, correctly rounded to double precision.
 *
 *   number = [+-] digits [. digits] [(e|E) [+-] digits]     (at least one digit before the exponent)
 *
 * value = m * 10^e with m an integer. Where m < 2^53 and |e| <= 22 both m and 10^|e| are exact doubles, so that one product or
 * quotient is correctly rounded. Numbers of up to 17 digits, as doubles are printed, take pairs of doubles;
 * everything else (longer or extreme numbers) goes through Number() on the checked text.
 *
 * Source: W. D. Clinger, How to read floating point numbers accurately, PLDI 1990 (the fast path).
 */
const LARGEST_EXACT = 2 ** 53;
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
    if (kind === 'none') return NaN;
    const [mantissa, exponent] = [this.#mantissa, this.#exponent];
    if (kind === 'long') return doubleOfLong(bytes, at, this.end, exponent) ?? Number(latin1(bytes, at, this.end));
    const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
    return bytes[at] === MINUS ? -value : value;
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

/** The number a whole text spells, by the same grammar; NaN where it spells none. */
export function decimal(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

/** Digits before and after the cut of a mantissa: head * 5^8 and head * 2^8 5^8 are exact. */
const [HEAD, TAIL] = [9, 8];
/** 10^k = high + low, exactly: 5^44 has 103 bits. */
const MOST = 44;
const HIGH = Float64Array.from({ length: MOST + 1 }, (_, k) => Number(`1e${k}`));
const LOW = Float64Array.from(HIGH, (high, k) => Number(BigInt(`1${'0'.repeat(k)}`) - BigInt(high)));
/** Of Veltkamp's splitting. */
const SPLITTER = 2 ** 27 + 1;
/** More than the relative error of a quotient of two pairs, some 2^-102. */
const DOUBT = 2 ** -98;

/**
 * The double nearest to a checked decimal number of up to 17 digits, as programs print doubles; undefined where that takes more
 * than pairs of doubles: more digits, a number that is not m 10^-k with 0 <= k <= 44, or one that lies too near to the middle
 * between two doubles to tell.
 *
 *   m = head 10^t + tail = s + e exactly;  q = s / 10^k;  q' = (s - q 10^k + e) / 10^k;  m / 10^k = (q + q')(1 + delta), |delta| < 2^-102
 *
 * Where q + q'(1 -+ doubt) round to one double, the number does. `exponent`: of ten, as the mantissa is read without its point.
 *
 * Source: T. J. Dekker, A floating-point technique for extending the available precision (1971).
 *
 * @example
 * doubleOfLong(Buffer.from('0.12345678901234567'), 0, 19, -17) // => 0.12345678901234567
 */
export function doubleOfLong(bytes: Uint8Array, start: number, end: number, exponent: number): number | undefined {
  if (exponent > 0 || exponent < -MOST) return undefined;
  let [head, tail, taken] = [0, 0, 0];
  for (let k = bytes[start] === MINUS || bytes[start] === PLUS ? start + 1 : start; k < end; k++) {
    const byte = bytes[k];
    if (byte === DOT) continue;
    if ((byte | 0x20) === SMALL_E) break;
    const digit = byte - ZERO;
    if (taken === 0 && digit === 0) continue;
    if (taken < HEAD) head = head * 10 + digit;
    else tail = tail * 10 + digit;
    if (++taken > HEAD + TAIL) return undefined;
  }
  const large = taken > HEAD ? head * POWERS[taken - HEAD] : head;
  const sum = large + tail;
  const value = quotient(sum, tail - (sum - large), -exponent);
  return bytes[start] === MINUS && value !== undefined ? -value : value;
}

/** (sum + rest) / 10^k, correctly rounded; undefined where that cannot be told. */
function quotient(sum: number, rest: number, k: number): number | undefined {
  const [high, low] = [HIGH[k], LOW[k]];
  const q = sum / high;
  const product = q * high;
  const [q1, high1] = [upper(q), upper(high)];
  const [q2, high2] = [q - q1, high - high1];
  const error = q1 * high1 - product + q1 * high2 + q2 * high1 + q2 * high2;
  const correction = (sum - product - error + rest - q * low) / high;
  const doubt = Math.abs(q) * DOUBT;
  const [below, above] = [q + (correction - doubt), q + (correction + doubt)];
  return below === above ? below : undefined;
}

/** The upper half of the digits. */
function upper(x: number): number {
  const scaled = SPLITTER * x;
  return scaled - (scaled - x);
}
