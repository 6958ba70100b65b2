import type { RandomStream } from '../../src/numerics/random.ts';
import { pick } from './kind.ts';

/** What readers have stumbled over in other programs: ends of ranges, quotes, zeros, depth, length, bytes that are no text. */
const ODD: readonly (readonly Buffer[])[] = [
  ['0', '-0', '-1', '1e308', '-1e308', '1e-320', '1e999', 'nan', 'inf', '-inf', '0x10', '00', '1_0', '.1', '+1', '1e', '.5.'],
  ['255', '65536', '2147483648', '4294967295', '4294967296', '9007199254740993', '18446744073709551616', '1000000007'],
  ['"', '""', "'", ',', ';', '\t', ' ', '\n', '\r\n', '\r', '\n\n', '|', ':', '#', '\\', '\\u0000', '{', '}', '[', ']'],
  ['null', 'true', '""', '{}', '[]', '[[1]]', '__proto__', 'constructor', '\0', '\0\0\0\0\0\0\0\0', '\u2028', '\ufeff', '🂡', 'é'],
  ['['.repeat(6000), `${'['.repeat(6000)}${']'.repeat(6000)}`, `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`, 'x'.repeat(70_000)],
  [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x1f, 0x8b, 8], [0xff, 0xfe]],
].map((row) => row.map((each) => Buffer.from(each as string)));

const odd = (random: RandomStream): Buffer => pick(random, pick(random, ODD));

type Mutation = (random: RandomStream, bytes: Buffer) => Buffer;

function inPlaceOf(pattern: RegExp): Mutation {
  return (random, bytes) => {
    const found = [...bytes.toString('latin1').matchAll(pattern)];
    if (found.length === 0) return bytes;
    const { index, 0: text } = pick(random, found);
    return replaced(bytes, [index, index + text.length], odd(random));
  };
}

const MUTATIONS: readonly Mutation[] = [
  // A bit.
  (random, bytes) => {
    const copy = Buffer.from(bytes);
    copy[random.below(copy.length)] ^= 1 << random.below(8);
    return copy;
  },
  // The end.
  (random, bytes) => bytes.subarray(0, random.below(bytes.length)),
  // A piece less, a piece twice, a piece of elsewhere.
  (random, bytes) => replaced(bytes, pieceOf(random, bytes), Buffer.alloc(0)),
  (random, bytes) => {
    const [from, to] = pieceOf(random, bytes);
    return replaced(bytes, [to, to], bytes.subarray(from, to));
  },
  (random, bytes) => {
    const [from, to] = pieceOf(random, bytes);
    return replaced(bytes, pieceOf(random, bytes), bytes.subarray(from, to));
  },
  // A line less, or twice.
  (random, bytes) => {
    const lines = bytes.toString('latin1').split('\n');
    const at = random.below(lines.length);
    lines.splice(at, 1, ...(random.next() < 0.5 ? [] : [lines[at], lines[at]]));
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  // Something odd anywhere, or in the place of a number or a word in quotes.
  (random, bytes) => {
    const at = random.below(bytes.length + 1);
    return replaced(bytes, [at, at], odd(random));
  },
  inPlaceOf(/-?\d[\d.e+-]*/g),
  inPlaceOf(/-?\d[\d.e+-]*/g),
  inPlaceOf(/"[^"\n]*"/g),
];

/** Bytes with so many random mutations. */
export function mutated(random: RandomStream, bytes: Buffer, times: number): Buffer {
  let result = bytes;
  for (let n = 0; n < times && result.length > 0; n++) result = pick(random, MUTATIONS)(random, result);
  return result;
}

/** The ends of a piece, short as a rule. */
function pieceOf(random: RandomStream, bytes: Buffer): readonly [from: number, to: number] {
  const from = random.below(bytes.length);
  const longest = random.next() < 0.8 ? 16 : bytes.length;
  return [from, Math.min(bytes.length, from + 1 + random.below(longest))];
}

function replaced(bytes: Buffer, [from, to]: readonly [number, number], by: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);
}
