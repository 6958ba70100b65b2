/** A reference as elements of SVG: a dashed line and its label with an edge in the paper's colour. */
import type { Drawing } from './drawing.ts';
import { textHeight } from './layout.ts';
import { element, markup, pixels, type Markup } from './markup.ts';
import { OFF_EDGE, OFF_LINE, type PlacedReference } from './references.ts';
import { place } from './svg-marks.ts';
import { svgLines } from './svg-text.ts';
import { themed } from './theme.ts';

export function referenceLine({ y, shows, color }: PlacedReference, drawing: Drawing): Markup {
  if (shows === 'label') return markup('');
  const height = heightOf(y, drawing);
  return element('path', { d: `M0 ${pixels(height)}H${drawing.size.width}`, style: `stroke:${themed(color)}`, 'stroke-width': 1.2, 'stroke-dasharray': '4 3' });
}

export function referenceLabel({ y, end, side, text, fontSize, color }: PlacedReference, drawing: Drawing): Markup {
  const height = heightOf(y, drawing);
  return svgLines(text, {
    x: end === 'start' ? OFF_EDGE : drawing.size.width - OFF_EDGE,
    top: side === 'above' ? height - OFF_LINE - textHeight(text, fontSize) : height + OFF_LINE,
    size: fontSize,
    anchor: end,
    style: `fill:${themed(color)};stroke:var(--paper);stroke-width:2.5px;paint-order:stroke`,
  });
}

function heightOf(y: number, drawing: Drawing): number {
  return place({ x: drawing.x.min, y }, drawing).y;
}
