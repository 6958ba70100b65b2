import { builtin } from './builtin.ts';

const { crc32 } = builtin('node:zlib');

/** Bytes of one call. */
const STRIDE = 1 << 26;

/**
 * CRC-32 of the bytes of arrays, one after the other; it goes on from `before`.
 *
 * zlib's own function begins anew with an empty array, and takes less than 4 GiB at once: neither is so here.
 *
 * @example
 * const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
 * crcOf([one, two]) === crcOf([two], crcOf([one, new Uint8Array(0)])) // => true
 */
export function crcOf(arrays: Iterable<ArrayBufferView>, before = 0): number {
  let crc = before;
  for (const array of arrays) for (const stride of strides(bytesOf(array))) crc = crc32(stride, crc);
  return crc;
}

/**
 * CRC-32 of one piece of bytes behind another, from the checksum of each: `bytes` is the length of the second.
 *
 * A checksum is a remainder of polynomials over GF(2): bytes behind multiply the first by x^(8 bytes), which takes one product a
 * binary digit of their number. So pieces may be read in any order.
 *
 * Source: crc32_combine of zlib.
 *
 * @example
 * const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
 * crcJoined(crcOf([one]), crcOf([two]), 1) === crcOf([one, two]) // => true
 */
export function crcJoined(first: number, second: number, bytes: number): number {
  let shifted = first;
  let power = X_8;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shifted = product(shifted, power);
    power = product(power, power);
  }
  return (shifted ^ second) >>> 0;
}

/** Polynomials have their lowest power in the highest bit: x^0, x^8, and that of the checksum without x^32. */
const ONE = 0x80000000;
const X_8 = ONE >>> 8;
const POLYNOMIAL = 0xedb88320;

/** a b modulo the polynomial. */
function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** Eight hexadecimal digits. */
export function crcText(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

/** Pieces that one call takes; none of an empty array. */
export function* strides(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += STRIDE) yield bytes.subarray(at, at + STRIDE);
}

/** The bytes that an array is a view of. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
