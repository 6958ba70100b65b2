/**
 * MurmurHash3_x86_32 of a stretch of bytes: the hash by which Vowpal Wabbit turns names into feature numbers.
 *
 * Four bytes at a time, little-endian, are mixed into the state with two odd constants; what is left over, the length and three
 * shifts finish it. Not cryptographic. Own code because the packages at hand hash UTF-16 strings, not bytes in place.
 *
 * Source: A. Appleby, SMHasher (public domain), MurmurHash3.cpp.
 *
 * @example
 * murmur3(new TextEncoder().encode('hello'), 0, 5, 0) // => 613153351
 */
export function murmur3(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const block = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    hash ^= scrambled(block);
    hash = Math.imul(rotated(hash, 13), 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let k = end - 1; k >= at; k--) rest = (rest << 8) | bytes[k];
  hash ^= scrambled(rest) ^ (end - start);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scrambled(block: number): number {
  return Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
}

function rotated(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

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
