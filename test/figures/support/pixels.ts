/** Looking at a PNG: its pixels as colours. */
import { createCanvas, loadImage } from '@napi-rs/canvas/node-canvas.js';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** 0xrrggbb, row by row. */
  readonly colors: Uint32Array;
}

export async function look(png: Buffer): Promise<Picture> {
  const image = await loadImage(png);
  const { width, height } = image;
  const pen = createCanvas(width, height).getContext('2d');
  pen.drawImage(image, 0, 0);
  return pictureOf(pen.getImageData(0, 0, width, height));
}

/** The same of pixels that somebody has drawn: red, green, blue and how opaque, a byte each. */
export function pictureOf({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }): Picture {
  const colors = new Uint32Array(width * height).map((_, i) => (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2]);
  return { width, height, colors };
}

export interface Area {
  readonly left?: number;
  readonly right?: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** How many pixels of an area have a colour that passes. */
export function count({ width, height, colors }: Picture, passes: (color: number) => boolean, area: Area = {}): number {
  const { left = 0, right = width, top = 0, bottom = height } = area;
  let found = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (passes(colors[y * width + x])) found++;
  return found;
}

export const isInk = (color: number): boolean => color !== 0xffffff;

/** Tests for a colour written '#rrggbb'. */
export function is(wanted: string): (color: number) => boolean {
  const number = Number.parseInt(wanted.slice(1), 16);
  return (color) => color === number;
}
