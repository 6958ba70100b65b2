/** REFERENCES: published test vectors of MurmurHash3_x86_32, and feature numbers that Vowpal Wabbit 9.11 showed with --audit. */
import { describe, expect, it } from 'vitest';
import { murmur3 } from '../../../src/numerics/murmur3.ts';
import { CONSTANT_HASH, nameHashes } from '../../../src/data/readers/vw/hash.ts';

const vectors: readonly (readonly [bytes: string, seed: number, hash: number])[] = [
  ['', 0, 0],
  ['', 1, 0x514e28b7],
  ['', 0xffffffff, 0x81f16f39],
  ['\xff\xff\xff\xff', 0, 0x76293b50],
  ['\x21\x43\x65\x87', 0, 0xf55b516b],
  ['\x21\x43\x65\x87', 0x5082edee, 0x2362f9de],
  ['\x21\x43\x65', 0, 0x7e4a8634],
  ['\x21\x43', 0, 0xa0f7b07a],
  ['\x21', 0, 0x72661cf4],
  ['\0\0\0\0', 0, 0x2362f9de],
  ['aaaa', 0x9747b28c, 0x5a97808a],
  ['Hello, world!', 0x9747b28c, 0x24884cba],
  ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
];

it.each(vectors)('murmur3 of %j with seed %i', (text, seed, hash) => {
  const bytes = Buffer.from(`..${text}..`, 'latin1');
  expect(murmur3(bytes, 2, bytes.length - 2, seed)).toBe(hash);
});

describe('nameHashes', () => {
  const hash = (name: keyof typeof nameHashes, text: string, seed = 0): number => {
    const bytes = Buffer.from(text);
    return nameHashes[name](bytes, 0, bytes.length, seed);
  };
  const MASK = 2 ** 18 - 1;

  it('are those of Vowpal Wabbit', () => {
    expect([hash('strings', 'a') & MASK, hash('strings', 'b') & MASK, hash('strings', '12') & MASK]).toEqual([92594, 163331, 12]);
    expect(CONSTANT_HASH & MASK).toBe(116060);
  });

  it('take digits as a number plus the seed, modulo 2^32, unless all names are hashed', () => {
    expect([hash('strings', '007', 5), hash('strings', '4294967295', 2)]).toEqual([12, 1]);
    expect(hash('strings', '99999999999999999999')).toBe(Number(99999999999999999999n % 2n ** 32n));
    expect(hash('strings', '-5')).toBe(hash('all', '-5'));
    expect(hash('all', '12')).not.toBe(12);
  });
});
