/**
 * Laws of every sample: nothing is cut off, equal figures are equal bytes, the SVG shows what the PNG shows, and the CSV holds every
 * number.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIGURE_ENDINGS, figureData, figureFile, renderFigure, renderVectorFigure } from '../../src/figures/chart/figure-file.ts';
import type { Figure, Panel } from '../../src/figures/model/figure.ts';
import { count, isInk, look, pictureOf, type Picture } from './support/pixels.ts';
import { figures } from './support/samples.ts';

/** The SVG as pixels of this size. */
async function rastered(svg: string, width: number, height: number): Promise<Picture> {
  const image = await loadImage(Buffer.from(svg));
  const pen = createCanvas(width, height).getContext('2d');
  pen.drawImage(image, 0, 0, width, height);
  return pictureOf(pen.getImageData(0, 0, width, height));
}

/** Pixels of the margin around a figure. */
const FRAME = 6;
const SQUARE = 8;
/** Of 255: an edge that is smoothed otherwise darkens a square by less, a line or a letter that is missing by more. */
const CLEAR = 48;

/** Share of the squares with ink in either picture whose darkness is clearly another one. */
function differing(one: Picture, other: Picture): number {
  const [a, b] = [one, other].map(darkness);
  const inked = a.flatMap((dark, square) => (Math.max(dark, b[square]) > 0 ? [Math.abs(dark - b[square])] : []));
  return inked.filter((difference) => difference > CLEAR).length / inked.length;
}

/** Mean darkness of every square, 0 to 255, in the channel that is darkest. */
function darkness({ width, height, colors }: Picture): number[] {
  const across = Math.ceil(width / SQUARE);
  const sums = new Array<number>(across * Math.ceil(height / SQUARE)).fill(0);
  for (const [at, color] of colors.entries()) {
    if (color === 0xffffff) continue;
    const least = Math.min(color >> 16, (color >> 8) & 255, color & 255);
    sums[Math.floor(at / width / SQUARE) * across + Math.floor((at % width) / SQUARE)] += (255 - least) / SQUARE ** 2;
  }
  return sums;
}

describe.each(Object.entries(figures))('%s', (_name, figure) => {
  let png: Buffer;
  let picture: Picture;
  let svg = '';
  beforeAll(async () => {
    png = await renderFigure(figure);
    picture = await look(png);
    svg = await renderVectorFigure(figure);
  });

  it('touches no border, and has its titles written', () => {
    const { width, height } = picture;
    const sides = [{ bottom: FRAME }, { top: height - FRAME }, { right: FRAME }, { left: width - FRAME }];
    expect(sides.map((side) => count(picture, isInk, side))).toEqual([0, 0, 0, 0]);
    expect(count(picture, isInk, { bottom: 40 })).toBeGreaterThan(50);
  });

  it('is the same bytes twice', async () => {
    expect((await renderFigure(figure)).equals(png)).toBe(true);
  });

  it('the SVG shows what the PNG shows', async () => {
    expect(differing(picture, await rastered(svg, picture.width, picture.height))).toBeLessThan(0.01);
  });

  it('is the same text twice, with ids of its own, without pixels and without letters that need a font', async () => {
    expect((await renderVectorFigure(figure)) === svg).toBe(true);
    const ids = [...svg.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const used = [...svg.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id);
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
    expect(/<image|<text|<script|href="(?!#)/.exec(svg)).toBeNull();
  });

  it('the CSV holds every number of it', () => {
    const lines = figureData(figure).trimEnd().split('\n');
    expect(lines[0]).toBe('panel,series,x,y,low,high,note');
    expect(lines.length - 1).toBe(figure.panels.reduce((sum, panel) => sum + numbersIn(panel), 0));
  });
});

function numbersIn(panel: Panel): number {
  if (panel.kind === 'forest') return panel.rows.length;
  if (panel.kind === 'bars') return panel.series.flatMap(({ bars }) => bars.filter((bar) => bar !== undefined)).length;
  return panel.series.flatMap(({ points }) => points).length;
}

it('the CSV quotes what would break a line, and keeps every digit', () => {
  const figure: Figure = {
    panels: [
      {
        kind: 'bars',
        title: 'a, "b"',
        y: { label: 'y', scale: 'linear' },
        groups: ['first', 'second'],
        series: [{ label: 's', bars: [undefined, { height: 0.1 + 0.2, low: 0, high: 1e-300 }] }],
      },
      {
        kind: 'forest',
        title: 'f',
        x: { label: 'x', scale: 'linear' },
        better: 'lower',
        rows: [{ label: 'one less two', difference: -1, low: -2, high: 0 }],
      },
    ],
  };
  expect(figureData(figure).split('\n').slice(1)).toEqual([
    '"a, ""b""",s,second,0.30000000000000004,0,1e-300,',
    'f,one less two,-1,,-2,0,',
    '',
  ]);
});

it('a file is written as its name ends', async () => {
  const [figure] = Object.values(figures);
  const [png, svg, pdf, csv] = await Promise.all(FIGURE_ENDINGS.map((ending) => figureFile(figure, `figure${ending}`)));
  expect([png.slice(1, 4).toString(), svg.slice(0, 5), pdf.slice(0, 5).toString(), csv.slice(0, 5)]).toEqual([
    ...['PNG', '<?xml', '%PDF-', 'panel'],
  ]);
  await expect(figureFile(figure, 'figure.eps')).rejects.toThrow(/written as \.png, \.svg, \.pdf, \.csv; found 'figure\.eps'/);
});
