import fc from 'fast-check';
import { convertIndexedToRgb, decode } from 'fast-png';
import { expect, it } from 'vitest';
import { indexedPng } from '../../src/figures/chart/draw-figure.ts';
import { forAll } from '../support/for-all.ts';

/** Pixels of so many colours at random, opaque. */
function picture(width: number, height: number, colours: readonly number[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const colour = colours[i % colours.length];
    pixels.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff, 0xff], 4 * i);
  }
  return pixels;
}

/** The largest difference of a channel between pixels and the file made of them. */
function worst(pixels: Uint8ClampedArray, png: Uint8Array): number {
  const rgb = convertIndexedToRgb(decode(png));
  let largest = 0;
  for (let i = 0; i < pixels.length / 4; i++)
    for (let c = 0; c < 3; c++) largest = Math.max(largest, Math.abs(rgb[3 * i + c] - pixels[4 * i + c]));
  return largest;
}

const colour = fc.integer({ min: 0, max: 0xffffff });

it('keeps up to 64 colours as they are', () => {
  forAll([fc.uniqueArray(colour, { minLength: 1, maxLength: 64 })], { numRuns: 30 }, (colours) => {
    const pixels = picture(24, 24, colours);
    expect(worst(pixels, indexedPng(pixels, 24, 24))).toBe(0);
  });
});

it('of 65 colours moves one by as little as two of them differ', () => {
  const greys = Array.from({ length: 64 }, (_, i) => 4 * ((i << 16) | (i << 8) | i));
  const pixels = picture(20, 20, [...greys, 0x808081]);
  expect(worst(pixels, indexedPng(pixels, 20, 20))).toBe(1);
});

it('of a blend between a few colours, as at the edges of lines, moves none far', () => {
  const blend = Array.from({ length: 4000 }, (_, i) => {
    const share = (i % 1000) / 1000;
    const [one, other] = [
      [0xff, 0xff, 0xff],
      [
        [0x00, 0x5a, 0xa0],
        [0xc0, 0x44, 0x00],
        [0x33, 0x33, 0x33],
        [0x00, 0x90, 0x60],
      ][Math.floor(i / 1000)],
    ];
    return one.reduce((sum, channel, c) => sum * 256 + Math.round(channel + share * (other[c] - channel)), 0);
  });
  const pixels = picture(80, 50, blend);
  expect(worst(pixels, indexedPng(pixels, 80, 50))).toBeLessThanOrEqual(24);
});

it('keeps thin areas apart, which differ by little, among thousands of rare colours', () => {
  const rare = Array.from({ length: 4000 }, (_, i) => (i * 0x10483) % 0x1000000);
  const [pink, sky] = [0xf6e7ef, 0xe4f3fc];
  const pixels = picture(
    100,
    80,
    rare.flatMap((each, i) => [each, i % 3 === 0 ? pink : sky]),
  );
  const rgb = convertIndexedToRgb(decode(indexedPng(pixels, 100, 80)));
  expect([...rgb.slice(3, 6), ...rgb.slice(9, 12)]).toEqual([0xf6, 0xe7, 0xef, 0xe4, 0xf3, 0xfc]);
});

it('is the same bytes of the same pixels, and a byte a pixel before it is compressed', () => {
  const pixels = picture(30, 30, [0xffffff, 0x123456]);
  const png = indexedPng(pixels, 30, 30);
  expect(indexedPng(pixels, 30, 30).equals(png)).toBe(true);
  const { channels, depth, palette } = decode(png);
  expect({ channels, depth, colours: palette?.length }).toEqual({ channels: 1, depth: 8, colours: 2 });
});
