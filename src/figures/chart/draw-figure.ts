import { openStudio, type DrawMarker, type Pen, type SizedChart, type Studio } from './canvas.ts';
import { compose, formatOf, MARGIN, panelColumns, type Composition } from '../layout/composition.ts';
import { COLORS, DIAGONAL, type Figure, INK, TIE } from '../model/figure.ts';
import { REFERENCE_COLORS } from '../layout/references.ts';
import { FONT_FAMILY, LINE_HEIGHT, TITLE_GAP, textHeight, type Format, type Ruler } from '../layout/sizes.ts';
import { drawLegend, name } from '../layout/legend.ts';
import { MARKER_RADIUS } from '../panels/marks.ts';
import { chartOf, GRID_COLOR } from './panel-chart.ts';
import { encode } from 'fast-png';

/** Of the way from a line's last point to its name. */
const WAY_WIDTH = 0.7;

/** What `renderFigure` (figure-file.ts) does once the drawing is loaded. */
export async function drawFigure(figure: Figure): Promise<Buffer> {
  const studio = await openStudio();
  const composition = compose(figure, studio.ruler);
  const { format } = composition;
  const [width, height] = [composition.width, composition.height].map((size) => Math.ceil(format.pixelRatio * size));
  const canvas = studio.createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.scale(format.pixelRatio, format.pixelRatio);
  paper(composition, pen);
  const images = await studio.renderCharts(chartsOf(composition, format));
  images.forEach((image, i) => {
    const { x, y } = placeOf(composition, i);
    pen.drawImage(image, x, y, image.width / format.pixelRatio, image.height / format.pixelRatio);
  });
  letter(composition, pen, studio);
  return indexedPng(pen.getImageData(0, 0, width, height).data, width, height);
}

/** What `renderVectorFigure` (figure-file.ts) does once the drawing is loaded. */
export async function drawVectorFigure(figure: Figure): Promise<string> {
  const studio = await openStudio();
  const composition = compose(figure, studio.ruler);
  const { width, height } = composition;
  const canvas = studio.createVectorCanvas(width, height);
  drawWhole(composition, canvas.getContext('2d'), studio);
  const svg = canvas.getContent().toString();
  return `${withOwnIds(svg).replace('<svg ', `<svg viewBox="0 0 ${width} ${height}" `)}\n`;
}

/** Ids are numbered through the whole process: counted anew, equal figures are equal text. */
function withOwnIds(svg: string): string {
  const ids = new Map(Array.from(svg.matchAll(/\bid="([^"]*)"/g), ([, id], n) => [id, `figure-${n}`]));
  return svg.replace(/(\bid="|url\(#|href="#)([^")]*)/g, (_, before: string, id: string) => `${before}${ids.get(id) ?? id}`);
}

/** What `renderPdfFigure` (figure-file.ts) does once the drawing is loaded. */
export async function drawPdfFigure(figure: Figure, widths: readonly number[]): Promise<Buffer> {
  const studio = await openStudio();
  const { composition, scale } = printed(figure, widths, studio.ruler);
  const page = studio.createPage(scale * composition.width, scale * composition.height);
  page.pen.scale(scale, scale);
  drawWhole(composition, page.pen, studio);
  return page.close();
}

/** Points to a CSS pixel. */
const POINTS = 0.75;
/** Points of the letters at ticks in print; all others are larger, but for those at references, which have 6.5 and more. */
const PRINTED_TICK = 7.5;
/** Share of its width that a plot keeps in print. */
const LEAST_PLOT = 0.6;

/**
 * Letters are of one size in all figures, and plots as narrow as the first width takes for which they need not be too narrow; where
 * there is none, letters are smaller in the last one. The composition, and the points of its pixels.
 */
function printed(figure: Figure, widths: readonly number[], ruler: Ruler): { composition: Composition; scale: number } {
  if (widths.length === 0) return { composition: compose(figure, ruler), scale: POINTS };
  const scale = PRINTED_TICK / formatOf(figure).font.tick;
  const tries = widths.map((width) => narrowed(figure, width / scale, ruler));
  const first = tries.findIndex(({ width }, n) => scale * width <= widths[n]);
  const composition = tries.at(first)!;
  return { composition, scale: Math.min(scale, widths.at(first)! / composition.width) };
}

/** The figure with plots so narrow that it has room in this many pixels, or as narrow as they may be. */
function narrowed(figure: Figure, room: number, ruler: Ruler): Composition {
  const format = formatOf(figure);
  const least = Math.ceil(LEAST_PLOT * format.plot.width);
  let composition = compose(figure, ruler);
  for (let { width } = format.plot; composition.width > room && width > least;) {
    width = Math.max(least, width - Math.ceil((composition.width - room) / panelColumns(figure)));
    const plot = { width, height: Math.min(format.plot.height, width) };
    composition = compose(figure, ruler, { ...format, plot });
  }
  return composition;
}

/** The whole figure, a pixel a unit of the pen. */
function drawWhole(composition: Composition, pen: Pen, studio: Studio): void {
  paper(composition, pen);
  chartsOf(composition, { ...composition.format, pixelRatio: 1 }).forEach((chart, i) => {
    const { x, y } = placeOf(composition, i);
    pen.save();
    pen.translate(x, y);
    studio.drawChart(pen, chart);
    pen.restore();
  });
  letter(composition, pen, studio);
}

function chartsOf({ panels, margins }: Composition, format: Format): SizedChart[] {
  return panels.map((panel) => ({
    chart: chartOf(panel, margins, format),
    width: margins.left + panel.drawing.size.width + margins.right,
    height: margins.top + panel.drawing.size.height + margins.bottom,
  }));
}

/** Where the chart of a panel, with its margins, has its left upper corner. */
function placeOf({ panels, margins }: Composition, i: number): { readonly x: number; readonly y: number } {
  return { x: panels[i].left - margins.left, y: panels[i].top - margins.top };
}

function paper({ width, height }: Composition, pen: Pen): void {
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
}

/** Everything beside the panels: heading, titles, axes that they share, legend. */
function letter(composition: Composition, pen: Pen, { drawMarker }: Studio): void {
  const { width, panels, heading, shared, middle, legend, format } = composition;
  write(heading, pen, 'bold', width / 2, MARGIN, format.font.figure);
  for (const { left, top, lettering, drawing } of panels) {
    const titleTop = top - TITLE_GAP - textHeight(lettering.title, format.font.title);
    write(lettering.title, pen, 'bold', left + drawing.size.width / 2, titleTop, format.font.title);
  }
  write(shared.x, pen, 'normal', middle.x, shared.xTop, format.font.axis);
  pen.save();
  pen.translate(MARGIN, middle.y);
  pen.rotate(-Math.PI / 2);
  write(shared.y, pen, 'normal', 0, 0, format.font.axis);
  pen.restore();
  drawEnds(composition, pen, drawMarker);
  drawLegend(legend, pen, drawMarker, width, composition.legendTop);
}

/** Of every line, from its last point on, the way to its name. */
function drawEnds({ panels, ends, format: { font } }: Composition, pen: Pen, drawMarker: DrawMarker): void {
  const { left, top, drawing } = panels.at(-1)!;
  const bottom = top + drawing.size.height;
  for (const { text, style, from, marker, textLeft } of ends.labels) {
    // In the colour of none: a way that crosses lines is none of them.
    pen.strokeStyle = TIE.color;
    pen.lineWidth = WAY_WIDTH;
    pen.beginPath();
    pen.moveTo(left + from.x, bottom - from.y);
    pen.lineTo(left + marker.x, bottom - marker.y);
    pen.stroke();
    [pen.strokeStyle, pen.fillStyle] = [style.color, style.color];
    drawMarker(pen, style, MARKER_RADIUS, left + marker.x, bottom - marker.y);
    name(text, pen, left + textLeft, bottom - marker.y, font.legend);
  }
}

/** Lines around a middle, from the top down. */
function write(lines: readonly string[], pen: Pen, weight: string, middle: number, top: number, size: number): void {
  pen.font = `${weight} ${size}px "${FONT_FAMILY}"`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = INK;
  lines.forEach((line, i) => pen.fillText(line, middle, top + (i + 0.5) * size * LINE_HEIGHT));
}

/** Colours of a palette: a quarter of what a byte can name takes a fifth fewer bytes in all. */
const COLOURS = 64;
/** The most frequent of them are kept as they are: areas of thin colours, which differ by little, stay apart. */
const KEPT = 32;
/** Of lines, marks and the grid: kept as they are, however few pixels they have. */
const OWN = new Set(
  [...COLORS, ...REFERENCE_COLORS, INK, TIE.color, DIAGONAL.color, GRID_COLOR].map((each) => Number.parseInt(each.slice(1), 16)),
);

/**
 * A PNG with a palette: a byte a pixel instead of four, a third of the size for figures of lines and letters.
 *
 * Up to 64 colours are kept as they are. Of more, those of lines and the most frequent ones are kept, and of the others as many as make
 * 64, none closer to another than the smallest distance that leaves so few; every pixel has the nearest, and no channel of it moves by
 * more than that distance.
 * The same pixels are the same bytes, on every version of Node: nothing of its zlib is used.
 *
 * @param pixels - red, green, blue and alpha of every pixel, row by row, all of them opaque
 */
export function indexedPng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const colours = coloursOf(pixels);
  const rank = ([colour, n]: readonly [number, number]): number => (OWN.has(colour) ? 1e12 + n : n);
  const palette = paletteOf([...colours].sort((a, b) => rank(b) - rank(a) || a[0] - b[0]).map(([colour]) => colour));
  const indexOf = new Map(Array.from(colours.keys(), (colour) => [colour, nearest(colour, palette)]));
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = indexOf.get(colourAt(pixels, i))!;
  const channels = palette.map((colour) => [16, 8, 0].map((shift) => (colour >> shift) & 0xff));
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
  const chosen = colours.slice(0, KEPT);
  for (const colour of colours.slice(KEPT)) {
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
  let largest = 0;
  for (let shift = 0; shift < 24; shift += 8)
    largest = Math.max(largest, Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff)));
  return largest;
}

/** 0xrrggbb. */
function colourAt(pixels: Uint8ClampedArray, i: number): number {
  return (pixels[4 * i] << 16) | (pixels[4 * i + 1] << 8) | pixels[4 * i + 2];
}
