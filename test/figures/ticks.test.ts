import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraction, pinned, roundAxis, sideOf, tightAxis, valueAt, type ScaledAxis } from '../../src/figures/model/drawing.ts';
import { linearTicks, logTicks, powerOfTen, type Tick } from '../../src/figures/model/ticks.ts';
import { axis } from './support/samples.ts';
import { always } from '../laws/statistics/always.ts';

/** Laws of axes and their ticks over many ranges, and ticks as a reader would set them by hand (reference). */

const labels = (ticks: readonly Tick[]): string[] => ticks.flatMap(({ label }) => label);

/** The number that a reader reads. */
function read(label: string): number {
  const [mantissa, power] = label.includes('10') && /[⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(label) ? split(label) : [label, undefined];
  const value = Number(mantissa.replace('−', '-').replaceAll(',', ''));
  return power === undefined ? value : value * 10 ** power;
}

function split(label: string): [string, number] {
  const [, mantissa = '1', sign, digits] = /^(?:(.*)×)?10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/.exec(label)!;
  const power = Number(Array.from(digits, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join(''));
  return [mantissa, sign === '' ? power : -power];
}

const anyNumber = fc.double({ noNaN: false });
const moderate = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('reference: ticks set by hand', () => {
  it.each<[number, number, string]>([
    [0, 0.5, '0.0 0.1 0.2 0.3 0.4 0.5'],
    [0, 1, '0.0 0.2 0.4 0.6 0.8 1.0'],
    [-1, 1, '−1.0 −0.5 0.0 0.5 1.0'],
    [80, 100, '80 85 90 95 100'],
    [0, 1e6, '0 0.2×10⁶ 0.4×10⁶ 0.6×10⁶ 0.8×10⁶ 1.0×10⁶'],
    [0, 5e-5, '0 10⁻⁵ 2×10⁻⁵ 3×10⁻⁵ 4×10⁻⁵ 5×10⁻⁵'],
  ])('linear %d … %d', (min, max, wanted) => expect(labels(linearTicks(min, max)).join(' ')).toBe(wanted));

  it.each<[number, number, string]>([
    [10, 1e4, '10 100 1,000 10,000'],
    [1e-3, 1e3, '0.001 0.01 0.1 1 10 100 1,000'],
    [0.05, 0.5, '0.05 0.1 0.2 0.5'],
    [2e4, 3e5, '20,000 50,000 100,000 200,000'],
    [1e-300, 1e300, '10⁻²⁵⁸ 10⁻¹⁷² 10⁻⁸⁶ 10⁰ 10⁸⁶ 10¹⁷² 10²⁵⁸'],
    [1e-5, 1e-2, '10⁻⁵ 10⁻⁴ 10⁻³ 10⁻²'],
    [2e6, 3e7, '2×10⁶ 5×10⁶ 10⁷ 2×10⁷'],
    [0.11, 0.19, '0.12 0.14 0.16 0.18'],
  ])('log %d … %d', (min, max, wanted) => expect(labels(logTicks(min, max)).join(' ')).toBe(wanted));

  it('minor ticks at 2 … 9 of every decade', () => {
    expect(logTicks(10, 1e4).map(({ value }) => value)).toEqual(
      [10, 100, 1000].flatMap((ten) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((m) => m * ten)).concat(1e4),
    );
  });

  it('powers of ten', () => expect([0, 1, -1, 10, -307].map(powerOfTen)).toEqual(['10⁰', '10¹', '10⁻¹', '10¹⁰', '10⁻³⁰⁷']));
});

describe.each(['linear', 'log'] as const)('laws of %s axes', (scale) => {
  const values = fc.array(anyNumber, { maxLength: 20 });
  const build = { tight: tightAxis, round: roundAxis };
  const allow = (check: (scaled: ScaledAxis, numbers: readonly number[]) => void): void => {
    for (const fit of [build.tight, build.round])
      fc.assert(
        fc.property(fc.oneof(values, fc.array(moderate, { minLength: 1 })), (numbers) => {
          check(fit(axis('y', scale), numbers), numbers);
        }),
        { numRuns: 500 },
      );
  };
  const drawable = (value: number): boolean => (scale === 'log' ? value >= 1e-300 : value >= -1e300) && value <= 1e300;

  it('limits are finite and hold all that can be drawn', () => {
    allow((scaled, numbers) => {
      expect(scaled.min).toBeLessThan(scaled.max);
      expect(Number.isFinite(scaled.max - scaled.min)).toBe(true);
      if (scale === 'log') expect(scaled.min).toBeGreaterThan(0);
      for (const value of numbers.filter(drawable)) expect(sideOf(scaled, value)).toBe('inside');
    });
  });

  it('ticks rise, lie on the axis, are neither too few nor too many, and say what they are', () => {
    allow((scaled) => {
      const { ticks } = scaled;
      for (const [i, { value, label }] of ticks.entries()) {
        if (i > 0) expect(value).toBeGreaterThan(ticks[i - 1].value);
        expect(fraction(scaled, value)).toBeGreaterThan(-1e-6);
        expect(fraction(scaled, value)).toBeLessThan(1 + 1e-6);
        for (const text of label) expect(Math.abs(fraction(scaled, read(text)) - fraction(scaled, value))).toBeLessThan(1e-6);
      }
      const worded = labels(ticks);
      expect(new Set(worded).size).toBe(worded.length);
      expect(worded.length).toBeGreaterThanOrEqual(2);
      expect(worded.length).toBeLessThanOrEqual(9);
      expect(ticks.length).toBeLessThanOrEqual(80);
    });
  });

  it('explicit limits stand, and what is left open is rounded to fit them', () => {
    const explicit = roundAxis(axis('y', scale, { min: 0.1 }), [0.4, 0.55]);
    expect([explicit.min, explicit.max]).toEqual([0.1, scale === 'log' ? 1 : 0.6]);
    const above = roundAxis(axis('y', scale, { min: 20 }), [0.4, 0.55]);
    expect([above.min, above.max]).toEqual([20, scale === 'log' ? 200 : 21]);
  });

  it('a value is where it belongs', () => {
    always(fc.array(moderate, { minLength: 2 }), fc.double({ min: 0, max: 1, noNaN: true }), anyNumber, (numbers, f, any) => {
      const scaled = roundAxis(axis('y', scale), numbers);
      expect(fraction(scaled, valueAt(scaled, f))).toBeCloseTo(f, 6);
      expect(sideOf(scaled, pinned(scaled, any))).toBe('inside');
      if (Number.isNaN(any)) expect(sideOf(scaled, any)).toBe('above');
    });
  });
});
