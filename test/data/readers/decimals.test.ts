/** Numbers read from bytes: law, the same as Number() on every text of the grammar, NaN on every other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, DecimalScanner, doubleOfLong, POWERS } from '../../../src/numerics/decimals.ts';
import { forAll } from '../../support/for-all.ts';

const scanner = new DecimalScanner();

it('stands at the start before the first scan', () => expect(new DecimalScanner().end).toBe(0));

function scan(text: string): { value: number; end: number } {
  const value = scanner.scan(Buffer.from(`${text} `, 'latin1'), 0);
  return { value, end: scanner.end };
}

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength, size: 'max' }).map((each) => each.join(''));
const mantissa = fc.oneof(
  digits(1, 40),
  fc.tuple(fc.nat(12), digits(15, 20)).map(([zeros, part]) => `0.${'0'.repeat(zeros)}${part}`),
  fc.tuple(digits(0, 20), digits(1, 40)).map(([whole, part]) => `${whole}.${part}`),
  digits(1, 20).map((whole) => `${whole}.`),
);
const power = fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-'), digits(1, 3)).map((parts) => parts.join(''));
const exponent = fc.oneof(fc.constant(''), power);
const number = fc.tuple(fc.constantFrom('', '+', '-'), mantissa, exponent).map((parts) => parts.join(''));

/** Halfway between two singles, all of its digits, and a last one that may tip it. */
const tie = fc
  .tuple(fc.integer({ min: 2 ** 23, max: 2 ** 24 - 1 }), fc.integer({ min: -40, max: 10 }), digits(0, 3))
  .map(([m, e, rest]) => `${((m + 0.5) * 2 ** e).toFixed(70)}${rest}`);

/** The same of numbers so large, or so short, that their first 15 digits say nearly all: with few zeros behind them, or none. */
const shortTie = fc
  .tuple(
    fc.integer({ min: 2 ** 23, max: 2 ** 24 - 1 }),
    fc.integer({ min: -12, max: 48 }),
    fc.integer({ min: -1, max: 1 }),
    digits(0, 9),
    fc.nat(12),
  )
  .map(([m, e, off, rest, zeros]) => {
    const scaled = ((2n * BigInt(m) + 1n) * 10n ** 12n * 2n ** BigInt(e + 12)) / 2n ** 13n + BigInt(off);
    const text = String(scaled).padStart(13, '0');
    return `${'0'.repeat(zeros)}${text.slice(0, -12)}.${text.slice(-12)}${rest}`;
  })
  .map((text) => (text.endsWith('.000000000000') ? text.slice(0, -13) : text));

describe('scan (law)', () => {
  it('is the double that Number() reads, ties of singles included, wherever the number stands', () => {
    forAll(
      [fc.oneof(number, tie, shortTie), fc.constantFrom('', '-', '+'), fc.constantFrom('', '7', '7 ')],
      { numRuns: 10_000 },
      (body, sign, before) => {
        const text = /^[+-]/.test(body) ? body : sign + body;
        const at = /^[+-]/.test(text) ? before.length : 0;
        const whole = Buffer.from(`pad${before.slice(0, at)}${text} 8`, 'latin1').subarray(3);
        const value = scanner.scan(whole, at);
        expect({ value, end: scanner.end }).toEqual({ value: Number(text), end: at + text.length });
      },
    );
  });

  it('has the powers of ten that are doubles, and no others', () => {
    expect(Array.from(POWERS, BigInt)).toEqual(Array.from({ length: 23 }, (_, k) => 10n ** BigInt(k)));
  });

  it.each(['', '-', '.', 'e5', '1e', 'nan'])('finds no number in "%s"', (text) => {
    expect(scanner.scan(Buffer.from(`${text} `), 0)).toBeNaN();
  });
});

describe('doubleOfLong (law)', () => {
  /** With the exponent of ten that its mantissa has once the point is left out. */
  function double(text: string): number | undefined {
    const [, part = '', power = '0'] = /^[+-]?\d*\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text)!;
    return doubleOfLong(Buffer.from(`5${text}5`), 1, 1 + text.length, Number(power) - part.length);
  }
  const value = fc.tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -27, max: 14 }), fc.constantFrom(-1, 1));
  /** Exactly in the middle of two doubles above 2^53, of up to 17 digits, and its neighbours. */
  const middle = fc
    .tuple(fc.integer({ min: 0, max: 2 ** 51 }), fc.integer({ min: -1, max: 1 }), fc.integer({ min: 0, max: 15 }))
    .map(([m, off, zeros]) => `${2n ** 53n + 2n * BigInt(m) + 1n + BigInt(off)}.${'0'.repeat(zeros)}`);

  it('is what Number() reads, or nothing', () => {
    forAll([fc.oneof(number, middle)], { numRuns: 10_000 }, (text) => {
      const found = double(text);
      if (found !== undefined) expect(found, text).toBe(Number(text));
    });
  });

  it('is something for every double that JavaScript prints, between 1e-27 and 1e15', () => {
    forAll([value], { numRuns: 10_000 }, ([m, e, sign]) => {
      const printed = sign * m * 10 ** e;
      expect(double(`${printed}`)).toBe(printed);
    });
  });

  it.each(['9007199254740993', '123456789012345678', '1e1', '1e-45'])('leaves %s, which it cannot tell, alone', (text) => {
    expect(double(text)).toBeUndefined();
  });
});

describe('DecimalScanner (law)', () => {
  it('reads every number of the grammar as Number() does, to its end', () => {
    forAll([number], { numRuns: 5000 }, (text) => {
      expect(scan(text)).toEqual({ value: Number(text), end: text.length });
      expect(decimal(text)).toBe(Number(text));
    });
  });

  it('reads what JavaScript prints back to the same double', () => {
    forAll([fc.double({ noNaN: true, noDefaultInfinity: true })], { numRuns: 5000 }, (value) => {
      expect(scan(`${value}`).value).toBe(value === 0 ? 0 : value);
    });
  });

  it.each([
    ['9007199254740993', 9007199254740992],
    ['9007199254740992.5', 9007199254740992],
    ['0.30000000000000004', 0.30000000000000004],
    ['1e23', 1e23],
    ['8.5e-23', 8.5e-23],
    ['0000000000000000000000001.5', 1.5],
    ['0.00000000000000000000000000001', 1e-29],
    ['4.9406564584124654e-324', 2 ** -1074],
    ['1e400', Infinity],
    ['-1e-400', -0],
    ['-0', -0],
  ])('reads the hard case %s', (text, value) => expect(scan(text).value).toBe(value));

  it.each(['', '+', '-', '.', '-.', 'e5', '.e5', '1e', '1e+', 'nan', 'NaN', 'inf', 'Infinity', '-Infinity', ' 1', '--1'])(
    'finds no number in "%s"',
    (text) => {
      expect(scan(text).value).toBeNaN();
      expect(decimal(text)).toBeNaN();
    },
  );

  it('stops where the number ends', () => {
    expect([scan('12:3'), scan('0x10')]).toEqual([
      { value: 12, end: 2 },
      { value: 0, end: 1 },
    ]);
    // Whatever byte comes next, the one before the digits and the one after them too.
    for (const [number, value] of [
      ['12', 12],
      ['1.5', 1.5],
      ['.25', 0.25],
      ['3e2', 300],
    ] as const)
      for (let byte = 0; byte < 128; byte++) {
        const next = String.fromCharCode(byte);
        if (!/[0-9.eE]/.test(next)) expect([next, scan(number + next)]).toEqual([next, { value, end: number.length }]);
      }
    expect(['12:3', '0x10', '1 ', '1_000', '1,5'].map(decimal)).toEqual([NaN, NaN, NaN, NaN, NaN]);
  });
});
