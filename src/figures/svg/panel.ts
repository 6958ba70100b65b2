import type { PreparedPanel } from '../layout/prepared-panel.ts';
import { HEAD_LENGTH, HEAD_WIDTH, OFF_EDGE, OFF_LINE, PAPER_EDGE, type PlacedReference } from '../layout/references.ts';
import { type Format, LINE_HEIGHT, type Margins, textHeight, TICK_LENGTH, TITLE_GAP } from '../layout/sizes.ts';
import { fraction, type Drawing } from '../model/drawing.ts';
import { type Markers, place, svgMark } from './marks.ts';
import { element, markup, type Markup, pixels, text } from './markup.ts';
import { themed } from './theme.ts';

/**
 * One panel as an SVG: a plot in its margins, with axes, marks and references, that scales with its place on the page.
 *
 * `id` is its own in the page; `numberOf` numbers the series of the figure; `label` says in words what is to be seen. `markers` are
 * those of the page.
 */
export function svgPanel(
  panel: PreparedPanel,
  margins: Margins,
  { font }: Format,
  id: string,
  numberOf: (series: string) => number,
  label: string,
  markers: Markers,
): Markup {
  const { drawing, lettering, references } = panel;
  const { width, height } = drawing.size;
  const clip = `${id}-clip`;
  const marks = drawing.marks.map((mark) => {
    const drawn = svgMark(mark, drawing, clip, markers);
    return drawn === '' || mark.series === undefined
      ? drawn
      : element('g', { 'data-series': `${numberOf(mark.series)}` }, [drawn]);
  });
  const titleTop = -TITLE_GAP - textHeight(lettering.title, font.title);
  const inside = [
    element('clipPath', { id: clip }, [element('rect', { width, height })]),
    ...axisX(panel, font.tick),
    ...axisY(panel, font.tick),
    element('path', { class: 'axis', d: `M0 0V${height}H${width}` }),
    ...references.map((reference) => referenceLine(reference, drawing)),
    ...marks,
    ...references.map((reference) => referenceLabel(reference, drawing)),
    svgLines(lettering.title, { x: width / 2, top: titleTop, size: font.title, anchor: 'middle', weight: 'bold' }),
    svgLines(lettering.x, {
      x: width / 2,
      top: height + margins.bottom - 2 - textHeight(lettering.x, font.axis),
      size: font.axis,
      anchor: 'middle',
    }),
    element('g', { transform: `translate(${pixels(-margins.left)} ${height / 2}) rotate(-90)` }, [
      svgLines(lettering.y, { x: 0, top: 0, size: font.axis, anchor: 'middle' }),
    ]),
    element('circle', { class: 'ring', r: 7, cx: -99, cy: -99 }),
  ];
  const box = `0 0 ${margins.left + width + margins.right} ${margins.top + height + margins.bottom}`;
  const frame = element('g', { transform: `translate(${margins.left} ${margins.top})`, 'text-anchor': 'middle' }, inside);
  return element('svg', { viewBox: box, role: 'img', 'aria-label': label }, [frame]);
}

function axisX({ drawing, lettering }: PreparedPanel, size: number): Markup[] {
  const { x: axis, size: plot, tickText, grid } = drawing;
  const ticks = axis.ticks.map(({ value, label }) => ({ at: fraction(axis, value) * plot.width, label }));
  const top = plot.height + TICK_LENGTH + 3;
  const texts = labelled(ticks).map(({ at, label }) =>
    tickText === 'level'
      ? svgLines(label, { x: at, top, size, anchor: 'middle' })
      : element('g', { transform: `translate(${pixels(at - (label.length * size * LINE_HEIGHT) / 2)} ${top}) rotate(-90)` }, [
          svgLines(label, { x: 0, top: 0, size, anchor: 'end' }),
        ]),
  );
  return [
    lines('grid', grid === 'horizontal' ? [] : labelled(ticks), (x) => `M${x} 0V${plot.height}`),
    lines('tick', ticks, (x) => `M${x} ${plot.height}v${TICK_LENGTH}`),
    ...(lettering.labelled.includes('x') ? texts : []),
  ];
}

function axisY({ drawing, lettering }: PreparedPanel, size: number): Markup[] {
  const { y: axis, size: plot, grid } = drawing;
  const ticks = axis.ticks.map(({ value, label }) => ({ at: plot.height - fraction(axis, value) * plot.height, label }));
  const texts = labelled(ticks).map(({ at, label }) =>
    svgLines(label, { x: -TICK_LENGTH - 3, top: at - textHeight(label, size) / 2, size, anchor: 'end' }),
  );
  return [
    lines('grid', grid === 'vertical' ? [] : labelled(ticks), (y) => `M0 ${y}H${plot.width}`),
    lines('tick', ticks, (y) => `M0 ${y}h${-TICK_LENGTH}`),
    ...(lettering.labelled.includes('y') ? texts : []),
  ];
}

/** A tick of an axis: its place along it, in pixels, and the lines of its label, none for a tick between. */
interface Tick {
  readonly at: number;
  readonly label: readonly string[];
}

function labelled(ticks: readonly Tick[]): readonly Tick[] {
  return ticks.filter(({ label }) => label.length > 0);
}

/** All lines of one kind as one path: a page of many panels is a tenth lighter. */
function lines(kind: 'grid' | 'tick', ticks: readonly Tick[], line: (at: string) => string): Markup {
  return ticks.length === 0 ? markup('') : element('path', { class: kind, d: ticks.map(({ at }) => line(pixels(at))).join('') });
}

/** The dashed line of a reference as an element of SVG. */
function referenceLine({ y, shows, color, span }: PlacedReference, drawing: Drawing): Markup {
  if (shows === 'label') return markup('');
  const height = heightOf(y, drawing);
  const [from, to] = span === undefined ? [0, drawing.size.width] : [span.from, span.to].map((x) => place({ x, y }, drawing).x);
  const line = element('path', {
    d: `M${pixels(from)} ${pixels(height)}H${pixels(to)}`,
    style: `stroke:${themed(color)}`,
    'stroke-width': 1.2,
    'stroke-dasharray': '4 3',
  });
  if (span === undefined) return line;
  const back = to - Math.sign(to - from) * HEAD_LENGTH;
  const head = element('path', {
    d: `M${pixels(to)} ${pixels(height)}L${pixels(back)} ${pixels(height - HEAD_WIDTH / 2)}V${pixels(height + HEAD_WIDTH / 2)}Z`,
    style: `fill:${themed(color)}`,
  });
  return element('g', {}, [line, head]);
}

/** The label of a reference as an element of SVG, with an edge in the paper's colour, or on paper. */
function referenceLabel({ y, end, side, lift, text, fontSize, color, ground, width }: PlacedReference, drawing: Drawing): Markup {
  const height = heightOf(y, drawing);
  const tall = textHeight(text, fontSize);
  const x = end === 'start' ? OFF_EDGE : drawing.size.width - OFF_EDGE;
  const top = side === 'above' ? height - OFF_LINE - lift - tall : height + OFF_LINE + lift;
  const style = `fill:${themed(color)};stroke:var(--paper);stroke-width:2.5px;paint-order:stroke`;
  const lines = svgLines(text, { x, top, size: fontSize, anchor: end, style });
  if (ground === 'plot') return lines;
  const left = end === 'start' ? x : x - width;
  const paper = element('rect', {
    x: left - PAPER_EDGE,
    y: top - PAPER_EDGE,
    width: width + 2 * PAPER_EDGE,
    height: tall + 2 * PAPER_EDGE,
    rx: PAPER_EDGE,
    style: 'fill:var(--paper)',
  });
  return element('g', {}, [paper, lines]);
}

function heightOf(y: number, drawing: Drawing): number {
  return place({ x: drawing.x.min, y }, drawing).y;
}

/** Where and how large a text stands. */
interface Setting {
  readonly x: number;
  readonly top: number;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly weight?: 'bold';
  readonly style?: string;
}

/** Of the height of a letter, how far its baseline lies below the middle of a line. */
const BASELINE = 0.36;

/** Lines of text in an SVG, from the top down. */
function svgLines(lines: readonly string[], { x, top, size, anchor, weight, style }: Setting): Markup {
  const look = { 'font-size': `${size}`, 'text-anchor': anchor === 'middle' ? undefined : anchor, 'font-weight': weight, style };
  const texts = lines.map((line, i) => {
    const y = top + (i + 0.5) * size * LINE_HEIGHT + BASELINE * size;
    return element('text', { x, y, ...look }, [text(line)]);
  });
  return markup(texts.join(''));
}
