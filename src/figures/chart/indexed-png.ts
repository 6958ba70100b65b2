import { encode } from 'fast-png';

/** Colours that an index of one byte can name. */
const COLOURS = 256;

/**
 * A PNG with a palette: a byte a pixel instead of four, a third of the size for figures of lines and letters.
 *
 * Up to 256 colours are kept as they are. Of more, the most frequent ones are the palette, none closer to another than the smallest
 * distance that leaves 256 of them, and every pixel has the nearest: no channel of any pixel moves by more than that distance.
 * The same pixels are the same bytes, on every version of Node: nothing of its zlib is used.
 *
 * @param pixels - red, green, blue and alpha of every pixel, row by row, all of them opaque
 */
export function indexedPng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const colours = coloursOf(pixels);
  const palette = paletteOf([...colours].sort(([one, n], [other, m]) => m - n || one - other).map(([colour]) => colour));
  const indexOf = new Map(Array.from(colours.keys(), (colour) => [colour, nearest(colour, palette)]));
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = indexOf.get(colourAt(pixels, i))!;
  const channels = palette.map((colour) => [red(colour), green(colour), blue(colour)]);
  return Buffer.from(encode({ width, height, data, channels: 1, depth: 8, palette: channels }, { zlib: { level: 9 } }));
}

/** How many pixels each colour has. */
function coloursOf(pixels: Uint8ClampedArray): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length / 4; i++) {
    const colour = colourAt(pixels, i);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

/** The palette of colours, the most frequent first. */
function paletteOf(colours: readonly number[]): number[] {
  if (colours.length <= COLOURS) return [...colours];
  for (let apart = 1; ; apart++) {
    const chosen = chooseApart(colours, apart);
    if (chosen !== undefined) return chosen;
  }
}

/** Colours of which none is within a distance of another; undefined if they are too many for a palette. */
function chooseApart(colours: readonly number[], apart: number): number[] | undefined {
  const chosen: number[] = [];
  for (const colour of colours) {
    if (chosen.some((other) => distance(colour, other) <= apart)) continue;
    if (chosen.length === COLOURS) return undefined;
    chosen.push(colour);
  }
  return chosen;
}

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < palette.length; i++) if (distance(colour, palette[i]) < distance(colour, palette[best])) best = i;
  return best;
}

/** The largest difference of a channel. */
function distance(one: number, other: number): number {
  return Math.max(Math.abs(red(one) - red(other)), Math.abs(green(one) - green(other)), Math.abs(blue(one) - blue(other)));
}

/** 0xrrggbb. */
function colourAt(pixels: Uint8ClampedArray, i: number): number {
  return (pixels[4 * i] << 16) | (pixels[4 * i + 1] << 8) | pixels[4 * i + 2];
}

function red(colour: number): number {
  return colour >> 16;
}

function green(colour: number): number {
  return (colour >> 8) & 0xff;
}

function blue(colour: number): number {
  return colour & 0xff;
}
