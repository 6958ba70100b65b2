/**
 * LAWS of pow: near the exact value, whole powers of two exact, what IEEE 754 says at the ends. UNCHANGED: the bits that Node 20 gave
 * with `**`, pinned as a checksum of many, so that every Node on which this runs is shown to compute the same.
 */
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { pow } from '../../../src/numerics/pow.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { Big } from '../../support/big.ts';

const ENDS = [0, -0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5, Infinity, -Infinity, NaN, 5e-324, 1e-310, 2 ** 31, 2 ** 53, 2 ** 65];
const NEAR_ONE = [1 + 2 ** -52, 1 - 2 ** -53, 1 + 2 ** -20, 1 - 2 ** -20, 1 - 2 ** -21, 1 + 2 ** -30];

/** Arguments of every size, the ones that runs have among them: roots and rates of what is above 0. */
function* points(): Generator<readonly [x: number, y: number]> {
  const random = randomStream(1, 'powers');
  const wide = (): number => (random.next() - 0.5) * Math.exp(random.next() * 60 - 30);
  for (let n = 0; n < 20_000; n++) {
    yield [1 / random.next(), random.next()];
    yield [1 + random.below(1_000_000), -random.next()];
    yield [10, random.below(600) - 300];
    yield [Math.exp((random.next() - 0.5) * 1400), (random.next() - 0.5) * 3];
    yield [1 + wide(), wide()];
    yield [2, (random.next() - 0.5) * 2200];
  }
  for (const x of [...ENDS, ...NEAR_ONE]) for (const y of [...ENDS, ...NEAR_ONE]) yield [x, y];
}

it('has the bits of Node 20, on every Node', () => {
  // NaN has many bit patterns.
  const found = Float64Array.from(points(), ([x, y]) => (Number.isNaN(pow(x, y)) ? 0 : pow(x, y)));
  expect(crc32(new Uint8Array(found.buffer)).toString(16)).toBe('e463e88d');
});

it('is exact for whole powers of two', () => {
  for (let n = -1074; n <= 1023; n++)
    expect(
      Big.of(pow(2, n))
        .over(Big.make(1n, BigInt(n)))
        .valueOf(),
    ).toBe(1);
});

it('is within two units in the last place of the exact power', () => {
  const random = randomStream(2, 'powers');
  for (let n = 0; n < 300; n++) {
    const x = Math.exp((random.next() - 0.5) * 200);
    const y = (random.next() - 0.5) * 6;
    const exact = Big.of(x).log().times(Big.of(y)).exp();
    expect(Big.of(pow(x, y)).minus(exact).over(exact).abs().valueOf(), `${x}^${y}`).toBeLessThan(2 * 2 ** -52);
  }
});

/** Huge powers of numbers near 1, which go another way. */
function* nearOne(): Generator<readonly [x: number, y: number]> {
  const random = randomStream(3, 'powers near 1');
  for (let n = 0; n < 20_000; n++) {
    const x = 1 + (random.next() - 0.5) * 2 ** -(19 + random.below(20));
    const y = ((random.next() - 0.5) * 1400) / (x - 1);
    if (Math.abs(y) > 2 ** 31) yield [x, y];
  }
}

it('has the bits of Node 20 near 1 too', () => {
  const found = Float64Array.from(nearOne(), ([x, y]) => pow(x, y));
  expect(crc32(new Uint8Array(found.buffer)).toString(16)).toBe('89e63ce5');
});

const DOUBLE = new Float64Array(1);
const BITS = new BigInt64Array(DOUBLE.buffer);

/** The double that lies so many doubles above x. */
function above(x: number, doubles: number): number {
  DOUBLE[0] = x;
  BITS[0] += BigInt(doubles);
  return DOUBLE[0];
}

/** A double whose high word is given. */
function ofWord(high: number, low: number): number {
  BITS[0] = (BigInt(high) << 32n) | BigInt(low);
  return DOUBLE[0];
}

/** Where one way of computing ends and another begins: of the power, of x and of y. */
function* atBorders(): Generator<readonly [x: number, y: number]> {
  const random = randomStream(4, 'borders');
  const anySize = (): number => Math.exp((random.next() - 0.5) * 2 ** (random.below(18) - 7));
  for (const end of [1024, -1022, -1074, -1075])
    for (let n = 0; n < 1500; n++) {
      const x = anySize();
      yield [x, above(end / (Math.log(x) / Math.LN2), random.below(64) - 32)];
    }
  for (const half of [0.5, -0.5, 1, -1, 1.5])
    for (let n = 0; n < 1500; n++) yield [Math.exp(random.next() * 14), half * (1 + random.next() * 2 ** -20)];
  for (const fraction of [0x3988d, 0x3988e, 0x3988f, 0xbb679, 0xbb67a, 0xbb67b])
    for (let n = 0; n < 1500; n++)
      yield [
        ofWord(((random.below(2046) + 1) << 20) | fraction, random.below(2 ** 31)),
        (random.next() - 0.5) * 2 ** random.below(6),
      ];
  for (const y of [2 ** 31, 2 ** 31 + 0.5, 2 ** 31 + 2047.5, 2 ** 31 + 2048, 2 ** 63, 2 ** 64, 2 ** 64 * (1 + 2 ** -20)])
    for (let n = 0; n < 500; n++) {
      const x = 1 + (random.next() - 0.5) * 2 ** -(19 + random.below(33));
      yield [x, y];
      yield [x, -y];
    }
}

it('has the bits of Node 20 where its ways of computing meet', () => {
  const found = Float64Array.from(atBorders(), ([x, y]) => pow(x, y));
  expect(crc32(new Uint8Array(found.buffer)).toString(16)).toBe('d0ab388d');
});

it('is within 2^-43 of huge powers of numbers near 1', () => {
  let n = 0;
  for (const [x, y] of nearOne()) {
    if (n++ % 50 !== 0) continue;
    const exact = Big.of(x).log().times(Big.of(y)).exp();
    expect(Big.of(pow(x, y)).minus(exact).over(exact).abs().valueOf(), `${x}^${y}`).toBeLessThan(2 ** -43);
  }
});

it('is NaN where there is no such number, and has the sign of an odd power', () => {
  expect([pow(-8, 1 / 3), pow(1, Infinity), pow(-1, -Infinity)]).toEqual([NaN, NaN, NaN]);
  expect([pow(-2, 3), pow(-2, 4), pow(-0, 3), pow(-Infinity, 3), pow(-2, -3)]).toEqual([-8, 16, -0, -Infinity, -0.125]);
  expect([pow(0, -1.5), pow(0, 0.5), pow(-0, 0.5), pow(NaN, 0), pow(0, 0)]).toEqual([Infinity, 0, 0, 1, 1]);
});
