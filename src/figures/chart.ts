/**
 * Draws a figure as a PNG: panels of one size in rows, one legend below them. Equal figures give equal bytes.
 *
 * Two pixels to a CSS pixel, a white background, and a margin around everything.
 */
import { openStudio, type Pen } from './canvas.ts';
import type { Annotation, Drawing } from './drawing.ts';
import type { Figure, Panel } from './figure.ts';
import type { Lettering, Ruler } from './layout.ts';
import { FONT_FAMILY, FONT_SIZE, LINE_HEIGHT, PLOT, TITLE_GAP, letteringFor, marginsFor, textHeight } from './layout.ts';
import { arrangeLegend, drawLegend } from './legend.ts';
import { chartOf, PIXEL_RATIO } from './panel-chart.ts';
import { drawPanel } from './panel-kinds.ts';
import { annotate } from './references.ts';
import { INK, stylesFor, styleOf, type Style } from './styles.ts';
import { wrapped } from './text.ts';

const MARGIN = 8;

/** Between rows of panels, and between the panels and the legend. */
const GAP = 10;

interface PreparedPanel extends Drawing {
  readonly lettering: Lettering;
  readonly annotations: readonly Annotation[];
}

/** Throws RangeError where there is no panel, an axis contradicts itself or a point has no place. */
export async function renderFigure(figure: Figure): Promise<Buffer> {
  if (figure.panels.length === 0) throw new RangeError('a figure needs at least one panel');
  const studio = await openStudio();
  const ruler = rulerOf(studio.createCanvas(1, 1).getContext('2d'));
  const columns = Math.min(figure.columns ?? columnsFor(figure.panels.length), figure.panels.length);
  const panels = prepare(figure.panels, columns, ruler);
  const margins = marginsFor(panels, ruler);
  const cell = { width: margins.left + PLOT.width + margins.right, height: margins.top + PLOT.height + margins.bottom };

  const inner = columns * cell.width;
  const heading = figure.title === undefined ? [] : wrapped(figure.title, inner, ruler(FONT_SIZE.figure, 'bold'));
  const legend = arrangeLegend(panels.flatMap(({ keys }) => keys), inner, ruler(FONT_SIZE.legend, 'normal'));
  const panelsTop = MARGIN + (heading.length === 0 ? 0 : Math.ceil(textHeight(heading, FONT_SIZE.figure)) + GAP);
  const legendTop = panelsTop + Math.ceil(panels.length / columns) * (cell.height + GAP);
  const size = { width: inner + 2 * MARGIN, height: Math.ceil(legendTop + legend.height + MARGIN) };

  const canvas = studio.createCanvas(PIXEL_RATIO * size.width, PIXEL_RATIO * size.height);
  const pen = canvas.getContext('2d');
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, size.width, size.height);
  write(heading, pen, FONT_SIZE.figure, size.width / 2, MARGIN);
  const charts = panels.map((panel) => chartOf(panel, panel.lettering, margins, panel.annotations));
  const images = await studio.renderCharts(charts, cell.width, cell.height);
  images.forEach((image, i) => {
    const left = MARGIN + (i % columns) * cell.width;
    const top = panelsTop + Math.floor(i / columns) * (cell.height + GAP);
    pen.drawImage(image, left, top, cell.width, cell.height);
    const { title } = panels[i].lettering;
    const titleTop = top + margins.top - TITLE_GAP - textHeight(title, FONT_SIZE.title);
    write(title, pen, FONT_SIZE.title, left + margins.left + PLOT.width / 2, titleTop);
  });
  drawLegend(legend, pen, studio.drawMarker, size.width, legendTop);
  return canvas.toBuffer('image/png');
}

function prepare(panels: readonly Panel[], columns: number, ruler: Ruler): PreparedPanel[] {
  const chosen = stylesFor(panels);
  const look = (label: string): Style => styleOf(chosen.get(label)!);
  const drawings = panels.map((panel) => drawPanel(panel, look, ruler(FONT_SIZE.tick, 'normal')));
  return drawings.map((drawing, i) => {
    const hasNeighbour = i % columns > 0;
    const saysTheSame = hasNeighbour && drawings[i - 1].y.label === drawing.y.label;
    const title = panels.length === 1 ? panels[i].title : `(${letterOf(i)}) ${panels[i].title}`;
    return {
      ...drawing,
      lettering: letteringFor(title, drawing.x.label, saysTheSame ? '' : drawing.y.label, ruler),
      annotations: annotate(panels[i].references ?? [], drawing, ruler(FONT_SIZE.reference, 'normal')),
    };
  });
}

/** a … z, then aa, ab, … */
function letterOf(i: number): string {
  return `${i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)}${String.fromCharCode(97 + (i % 26))}`;
}

function columnsFor(panels: number): number {
  if (panels <= 3) return panels;
  return panels === 4 ? 2 : 3;
}

function rulerOf(pen: Pen): Ruler {
  return (size, weight) => (text) => {
    pen.font = `${weight} ${size}px "${FONT_FAMILY}"`;
    return pen.measureText(text).width;
  };
}

/** Bold lines around a middle, from the top down. */
function write(lines: readonly string[], pen: Pen, size: number, middle: number, top: number): void {
  pen.font = `bold ${size}px "${FONT_FAMILY}"`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = INK;
  lines.forEach((line, i) => { pen.fillText(line, middle, top + (i + 0.5) * size * LINE_HEIGHT); });
}
