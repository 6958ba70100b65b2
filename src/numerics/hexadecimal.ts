/** Two digits a byte: a number's own toString takes several times as long. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * The eight digits of a word of 32 bits, unsigned.
 *
 * @example
 * hexadecimal(0xbeef) // => '0000beef'
 */
export function hexadecimal(word: number): string {
  return BYTES[word >>> 24] + BYTES[(word >>> 16) & 255] + BYTES[(word >>> 8) & 255] + BYTES[word & 255];
}
