import { valueAt } from '../scale/axis.ts';
import type { Annotation } from './datasets.ts';
import type { Drawing } from '../model/drawing.ts';
import { FONT_FAMILY, LINE_HEIGHT } from '../layout/sizes.ts';
import { HEAD_LENGTH, HEAD_WIDTH, OFF_EDGE, OFF_LINE, PAPER_EDGE, type PlacedReference } from '../layout/references.ts';

/**
 * References as annotations of Chart.js: a dashed line below the marks, its label above them with a thin white edge, or on white.
 */
export function annotationsOf(references: readonly PlacedReference[], drawing: Drawing): Annotation[] {
  return references.flatMap((reference) => [
    ...(reference.shows === 'line' ? [lineAt(reference)] : []),
    labelAt(reference, drawing),
  ]);
}

function lineAt({ y, color, span }: PlacedReference): Annotation {
  return {
    type: 'line',
    yMin: y,
    yMax: y,
    ...(span !== undefined && { xMin: span.from, xMax: span.to, arrowHeads: { end: ARROW_HEAD } }),
    borderColor: color,
    borderWidth: 1.2,
    borderDash: [4, 3],
    drawTime: 'beforeDatasetsDraw',
  };
}

const ARROW_HEAD = { display: true, fill: true, length: HEAD_LENGTH, width: HEAD_WIDTH / 2, borderDash: [] };

function labelAt({ end, side, lift, y, text, fontSize, color, ground }: PlacedReference, { x }: Drawing): Annotation {
  const atStart = end === 'start';
  const above = side === 'above';
  const edge = ground === 'paper' ? PAPER_EDGE : 0;
  const [offEdge, offLine] = [OFF_EDGE - edge, OFF_LINE + lift - edge];
  return {
    type: 'label',
    xValue: valueAt(x, atStart ? 0 : 1),
    yValue: y,
    position: { x: end, y: above ? 'end' : 'start' },
    xAdjust: atStart ? offEdge : -offEdge,
    yAdjust: above ? -offLine : offLine,
    padding: edge,
    content: [...text],
    textAlign: end,
    color,
    font: { family: FONT_FAMILY, size: fontSize, lineHeight: LINE_HEIGHT },
    backgroundColor: ground === 'paper' ? '#ffffff' : 'transparent',
    borderRadius: edge,
    textStrokeColor: 'rgba(255, 255, 255, 0.8)',
    textStrokeWidth: 2.5,
    drawTime: 'afterDatasetsDraw',
  };
}
