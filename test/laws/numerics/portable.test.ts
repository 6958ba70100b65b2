import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as exponentials from '../../../src/numerics/exp-log.ts';
import * as logarithms from '../../../src/numerics/exp-log.ts';
import * as portable from '../../../src/numerics/elementary.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { Big } from '../../support/big.ts';

/**
 * LAWS of exp, expm1, log and log1p: within a unit in the last place of the exact value, exact at the ends; what runs take has the bits
 * of the ports, on whatever engine. UNCHANGED: the bits of Node 20, 22 and 24, pinned as checksums of many.
 */

/** Arguments of each law and range; with IWAL_LAWS=long a hundred million a function. */
const TIMES = process.env.IWAL_LAWS === 'long' ? 12_500_000 : 20_000;

const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);

/** Any double, and one near a border of exponents. */
function ofBits(random: RandomStream): number {
  WORDS[0] = random.below(2 ** 32);
  WORDS[1] = random.below(2 ** 32);
  return DOUBLE[0];
}

const RANGES: readonly ((random: RandomStream) => number)[] = [
  ofBits,
  (random) => random.next(),
  (random) => (random.next() - 0.5) * 4,
  (random) => (random.next() - 0.5) * 120,
  (random) => (random.next() - 0.5) * 1500,
  (random) => 1 + (random.next() - 0.5) * 1e-5,
  (random) => 2 ** (random.below(61) - 30) * (1 + (random.next() - 0.5) * 1e-6),
  (random) => random.next() * 2 ** (random.below(100) - 1074),
];

/** The high words at which the algorithms change their ways, with those beside them. */
const BORDERING = [
  ...[0x3fd62e42, 0x3ff0a2b2, 0x3e300000, 0x40862e42, 0x4043687a, 0x3c900000, 0x3fda827a, 0x3fd2bec4, 0x3e200000, 0x43400000],
  ...[0x3ff00000, 0x3ff6a09e, 0x3ffffffc, 0x3ff6a09b, 0x3ff9f1c5, 0x40000000, 0x40340000, 0x4034a4a0, 0x404c0000, 0x7fefffff],
].flatMap((word) => [word - 1, word, word + 1]);
const BORDERS = BORDERING.flatMap((word) => [0, 1, 0xffffffff].map((low) => ofWords(word, low)));

const OVERFLOWS = [709.782712893384, 709.7827128933841, 745.1332191019411, 745.1332191019412];
const ENDS = [0, 1, 2, 5e-324, 2 ** -1022, ...OVERFLOWS, Infinity, NaN];

const CORNERS = [...BORDERS, ...ENDS].flatMap((x) => [x, -x]);

function ofWords(high: number, low: number): number {
  WORDS[0] = low;
  WORDS[1] = high;
  return DOUBLE[0];
}

const FUNCTIONS = [
  ['exp', exponentials.exp, '70394df3'],
  ['expm1', exponentials.expm1, '9a941b3c'],
  ['log', logarithms.log, '8121ac73'],
  ['log1p', logarithms.log1p, 'f2c1074e'],
] as const;

describe.each(FUNCTIONS)('%s', (name, port, bits) => {
  it('is what runs take, bit for bit', () => {
    const random = randomStream(1, name);
    const chosen = portable[name];
    for (const x of CORNERS) expect(chosen(x), `${name}(${x})`).toBe(port(x));
    for (const range of RANGES)
      for (let n = 0; n < TIMES; n++) {
        const x = range(random);
        if (!Object.is(chosen(x), port(x))) expect.fail(`${name}(${x}) is ${chosen(x)} and ${port(x)}`);
      }
  });

  it('changes its way at the same double as what runs take', () => {
    const random = randomStream(5, name);
    const chosen = portable[name];
    for (const word of BORDERING)
      for (let n = 0; n < 2000; n++) {
        const size = ofWords(word, random.below(2 ** 32));
        for (const x of [size, -size]) {
          if (!Object.is(chosen(x), port(x))) expect.fail(`${name}(${x}) is ${chosen(x)} and ${port(x)}`);
        }
      }
  });

  it('has the bits of Node 20, on every Node', () => {
    const random = randomStream(2, name);
    const points = [...CORNERS, ...RANGES.flatMap((range) => Array.from({ length: 20_000 }, () => range(random)))];
    // NaN has many bit patterns.
    const found = Float64Array.from(points, (x) => (Number.isNaN(port(x)) ? 0 : port(x)));
    expect(crc32(new Uint8Array(found.buffer)).toString(16)).toBe(bits);
  });

  it('is within a unit in the last place of the exact value', () => {
    const random = randomStream(3, name);
    for (let n = 0; n < 400; n++) {
      const x = (random.next() - (name === 'log' ? 0 : 0.5)) * 2 ** (random.below(14) - 4);
      const exact = exactly[name](x);
      if (exact === undefined || exact.valueOf() === 0) continue;
      expect(Big.of(port(x)).minus(exact).over(exact).abs().valueOf(), `${name}(${x})`).toBeLessThan(2 ** -52);
    }
  });
});

it('log1p has the bits of Node 20 where one more is no double', () => {
  const random = randomStream(4, 'log1p');
  const found = Float64Array.from({ length: 20_000 }, () => logarithms.log1p(2 ** 53 * (1 + random.next())));
  expect(crc32(new Uint8Array(found.buffer)).toString(16)).toMatchInlineSnapshot(`"a8fe58a"`);
});

/** The definitions; undefined where there is no such number. */
const exactly: Readonly<Record<(typeof FUNCTIONS)[number][0], (x: number) => Big | undefined>> = {
  exp: (x) => (Math.abs(x) < 700 ? Big.of(x).exp() : undefined),
  expm1: (x) => (Math.abs(x) < 700 ? Big.of(x).exp().minus(Big.of(1)) : undefined),
  log: (x) => (x > 0 ? Big.of(x).log() : undefined),
  log1p: (x) => (x > -1 ? Big.of(x).plus(Big.of(1)).log() : undefined),
};

describe('the engine', () => {
  it('is held against the port at 200 numbers of both signs', () => {
    const asked: number[] = [];
    portable.chosen(
      (x) => asked.push(x),
      () => 0,
    );
    expect(asked).toEqual([700]);
    portable.chosen(
      (x) => (asked.push(x), x),
      (x) => x,
    );
    expect([asked.slice(1, 3), asked.length]).toEqual([[700, -700], 401]);
    expect(Math.abs(asked.at(-1)!)).toBeCloseTo(700 * 0.91 ** 199, 12);
  });

  it('is asked where its bits are the same, and nowhere else', () => {
    expect(portable.chosen(Math.exp, exponentials.exp)).toBe(Math.exp);
    // Rounded otherwise at one number in thirty, as another algorithm is.
    const other = (x: number): number => (Math.round(x * 1e6) % 30 === 0 ? Math.log(x) * (1 + 2 ** -52) : Math.log(x));
    expect(portable.chosen(other, logarithms.log)).toBe(logarithms.log);
  });
});
