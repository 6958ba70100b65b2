import { csvCell } from '../../files/printable.ts';
import type { BarPanel, Figure, Panel } from '../model/figure.ts';

/** Loaded with the first figure: most programs that import iwal draw none. */
const drawing = () => import('./draw-figure.ts');

/**
 * Draws a figure as a PNG: panels in rows and columns on white, one legend below them. Equal figures give equal bytes.
 *
 * @throws RangeError where there is no panel, an axis contradicts itself or a point has no place.
 */
export async function renderFigure(figure: Figure): Promise<Buffer> {
  return (await drawing()).drawFigure(figure);
}

/**
 * Draws the same figure as an SVG, letters as outlines, so that it looks alike on every machine and in print. Its width and height
 * are in CSS pixels. Equal figures give equal text.
 *
 * @throws RangeError as renderFigure.
 */
export async function renderVectorFigure(figure: Figure): Promise<string> {
  return (await drawing()).drawVectorFigure(figure);
}

/**
 * Draws the same figure as a PDF of one page, letters as text in fonts that it embeds. Without `widths` a CSS pixel is 0.75 points.
 * Equal figures give equal bytes.
 *
 * @param widths - of a column and of the text of the page it is for, in points, the narrowest first: the figure is made for the first
 * one in which letters at ticks can have 7.5 points, plots as narrow as that takes
 * @throws RangeError as renderFigure.
 */
export async function renderPdfFigure(figure: Figure, widths: readonly number[] = []): Promise<Buffer> {
  return (await drawing()).drawPdfFigure(figure, widths);
}

const COLUMNS = ['panel', 'series', 'x', 'y', 'low', 'high', 'note'] as const;

type Cell = string | number | undefined;

/**
 * The numbers of a figure as CSV: a line for every point, bar and difference, in the order of the figure, every digit kept. x of a
 * bar is its group; a difference of a forest is x, between low and high, and its series is what is compared.
 *
 * @example
 * const points = [{ x: 1, y: 0.5 }, { x: 10, y: 0.25, note: 'eta0 = 1' }];
 * const axes = { x: { label: 'labels', scale: 'log' }, y: { label: 'error', scale: 'linear' } };
 * const panel = { kind: 'curves', title: 'a9a', ...axes, series: [{ label: 'random', points }] };
 * figureData({ panels: [panel] }).split('\n')[2] // => 'a9a,random,10,0.25,,,eta0 = 1'
 */
export function figureData({ panels }: Figure): string {
  const lines = panels.flatMap((panel) => linesOf(panel).map((line) => [panel.title, ...line]));
  return [COLUMNS, ...lines].map((line) => `${line.map((cell: Cell) => csvCell(String(cell ?? ''))).join(',')}\n`).join('');
}

function linesOf(panel: Panel): Cell[][] {
  if (panel.kind === 'bars') return barsOf(panel);
  if (panel.kind === 'forest')
    return panel.rows.map(({ label, difference, low, high, note }) => [label, difference, undefined, low, high, note]);
  return panel.series.flatMap(({ label, points }) => points.map(({ x, y, low, high, note }) => [label, x, y, low, high, note]));
}

function barsOf({ groups, series }: BarPanel): Cell[][] {
  return series.flatMap(({ label, bars }) =>
    bars.flatMap((bar, g) => (bar === undefined ? [] : [[label, groups[g], bar.height, bar.low, bar.high, bar.note]])),
  );
}

/** A figure as it may be written: pixels, vectors for pages and for papers, numbers. */
const FORMATS = { '.png': renderFigure, '.svg': renderVectorFigure, '.pdf': renderPdfFigure, '.csv': figureData } as const;

/** The ending of a figure's file, which decides its format. */
export type FigureEnding = keyof typeof FORMATS;

/** The endings of files that hold a figure. */
export const FIGURE_ENDINGS = Object.keys(FORMATS) as FigureEnding[];

/** The content of a file of this name that holds the figure; the name ends as one of FIGURE_ENDINGS. */
export async function figureFile(figure: Figure, name: string): Promise<string | Uint8Array> {
  const ending = FIGURE_ENDINGS.find((each) => name.endsWith(each));
  if (ending === undefined) throw new RangeError(`a figure is written as ${FIGURE_ENDINGS.join(', ')}; found '${name}'`);
  return FORMATS[ending](figure);
}
