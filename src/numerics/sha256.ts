/** The first 32 bits of the fractional parts of cube roots, and of square roots, of the first primes. */
const ROUNDS = wordsIn(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174' +
    'e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967' +
    '27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2',
);
const START = wordsIn('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19');

/** Bytes of a block, and of the length that ends the last one. */
const [BLOCK, LENGTH] = [64, 8];

/**
 * SHA-256 of a text in UTF-8, as 8 words of 32 bits: synchronous, and the same in a browser. For short texts: a module of Node hashes
 * long ones many times as fast.
 *
 * Source: FIPS 180-4, section 6.2. Law (test/laws/numerics/sha256.test.ts): the words are those of Node.
 *
 * @example
 * sha256('abc')[0].toString(16) // => 'ba7816bf'
 */
export function sha256(text: string): Uint32Array {
  const message = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(BLOCK * Math.ceil((message.length + 1 + LENGTH) / BLOCK)));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - LENGTH, Math.floor(message.length / 2 ** 29));
  padded.setUint32(padded.byteLength - LENGTH / 2, message.length << 3);
  const hash = START.slice();
  const w = new Uint32Array(BLOCK);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    for (let t = 0; t < 16; t++) w[t] = padded.getUint32(at + 4 * t);
    for (let t = 16; t < BLOCK; t++) {
      const [x, y] = [w[t - 15], w[t - 2]];
      w[t] = w[t - 16] + w[t - 7] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
    compress(hash, w);
  }
  return hash;
}

/** A block, as its 64 words, into the hash. */
function compress(hash: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let t = 0; t < BLOCK; t++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t] + w[t];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (hash[k] += word));
}

/** Turned to the right by so many bits. */
function turned(x: number, bits: number): number {
  return (x >>> bits) | (x << (32 - bits));
}

function wordsIn(hex: string): Uint32Array {
  return Uint32Array.from({ length: hex.length / 8 }, (_, k) => Number.parseInt(hex.slice(8 * k, 8 * k + 8), 16));
}
