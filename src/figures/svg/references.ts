import type { Drawing } from '../model/drawing.ts';
import { textHeight } from '../layout/sizes.ts';
import { element, markup, pixels, type Markup } from './markup.ts';
import { HEAD_LENGTH, HEAD_WIDTH, OFF_EDGE, OFF_LINE, PAPER_EDGE, type PlacedReference } from '../layout/references.ts';
import { place } from './marks.ts';
import { svgLines } from './text.ts';
import { themed } from './theme.ts';

/** The dashed line of a reference as an element of SVG. */
export function referenceLine({ y, shows, color, span }: PlacedReference, drawing: Drawing): Markup {
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
export function referenceLabel(
  { y, end, side, lift, text, fontSize, color, ground, width }: PlacedReference,
  drawing: Drawing,
): Markup {
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
