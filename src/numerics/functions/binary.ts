/** Powers of two of -1074 to 1023, all that a double has. */
const POWERS = Float64Array.from({ length: 2098 }, (_, place) => {
  const n = place - 1074;
  return 2 ** n;
});

/**
 * 2^n of a whole n from -1074 to 1023, exact.
 *
 * @example
 * powerOfTwo(-1) // => 0.5
 */
export function powerOfTwo(n: number): number {
  return POWERS[n + 1074];
}

const DOUBLE = new Float64Array(1);
/** Its words: the low one stands first on every processor that Node runs on. */
const WORDS = new Int32Array(DOUBLE.buffer);

/**
 * The high 32 bits of a double: its sign, 11 bits of exponent, and the first 20 of its significand.
 *
 * @example
 * highWord(1) // => 0x3ff00000
 */
export function highWord(x: number): number {
  DOUBLE[0] = x;
  return WORDS[1];
}

/** x with the low word of its significand cleared. */
export function truncated(x: number): number {
  DOUBLE[0] = x;
  WORDS[0] = 0;
  return DOUBLE[0];
}

/** x with this high word; its low word stays. */
export function withHighWord(x: number, high: number): number {
  DOUBLE[0] = x;
  WORDS[1] = high;
  return DOUBLE[0];
}
