import { murmur3 } from '../../../numerics/murmur3.ts';

/** The hash of a name that stands in bytes from `start` to `end`, not included. */
export type NameHash = (bytes: Uint8Array, start: number, end: number, seed: number) => number;

/**
 * From a name to a feature number below 2^32, as Vowpal Wabbit does it (`--hash`); the lowest b bits of it choose the weight.
 *
 * - strings: a name of digits alone is the number it spells (modulo 2^32) plus the seed, any other name its MurmurHash3;
 * - all: every name is hashed.
 *
 * A namespace is hashed with seed 0, a feature with its namespace's hash as seed; the unnamed namespace has hash 0.
 *
 * Source: Vowpal Wabbit 9.11, hashstring.h (hashstring, hashall).
 */
export const nameHashes = {
  strings: (bytes, start, end, seed) => {
    let number = 0;
    for (let k = start; k < end; k++) {
      const digit = bytes[k] - ZERO;
      if (!(digit >= 0 && digit <= 9)) return murmur3(bytes, start, end, seed);
      number = (Math.imul(number, 10) + digit) >>> 0;
    }
    return (number + seed) >>> 0;
  },
  all: murmur3,
} satisfies Record<string, NameHash>;

/** How names of features become numbers. */
export type HashName = keyof typeof nameHashes;

/** The number of the constant feature, before it is cut to b bits. */
export const CONSTANT_HASH = 11650396;

const ZERO = 0x30;
