import { crc32 } from 'node:zlib';

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
