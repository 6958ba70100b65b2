/** Marks of all series of a panel as datasets of Chart.js: markers with or without a line, and whiskers. */
import type { ScriptableLineSegmentContext } from 'chart.js';
import { pinned } from './axis.ts';
import { hasBounds, type Bounded } from './band.ts';
import type { Dataset, Spot } from './drawing.ts';
import type { Point } from './figure.ts';
import { outward, settled, type Plane } from './off-scale.ts';
import type { Style } from './styles.ts';

/** A series that knows its look. */
export interface Layer {
  readonly points: readonly Point[];
  readonly style: Style;
}

export const MARKER_RADIUS = 3.7;
export const TRIANGLE_RADIUS = 4.5;

/** Strokes of these markers enclose nothing, so they need more of them. */
const OPEN_MARKERS: readonly Style['marker'][] = ['crossRot', 'star'];

/** Markers are drawn whole on the edge of the plot. */
const OVERHANG = 8;

/** A line may have any number of points; about this many carry a marker. */
const MARKERS_PER_LINE = 12;

/** A line through all points of each series. It leads to the triangles off the scale and breaks between two of them. */
export function lines(layers: readonly Layer[], plane: Plane): Dataset[] {
  const spots = settled(layers.map((layer) => layer.points), plane);
  return layers.map(({ points, style }, l) => {
    const away = points.map((point) => outward(point, plane) !== undefined);
    const every = Math.ceil(points.length / (MARKERS_PER_LINE * 1.5));
    const shown = away.map((isAway, i) => i % every === 0 || i === points.length - 1 || isAway);
    return {
      ...markers(points, spots[l], style, shown, plane),
      showLine: true,
      borderColor: style.color,
      borderWidth: 1.8,
      borderDash: [...style.dash],
      segment: {
        borderColor: ({ p0DataIndex, p1DataIndex }: ScriptableLineSegmentContext) =>
          away[p0DataIndex] && away[p1DataIndex] ? 'transparent' : undefined,
      },
    };
  });
}

/** A marker at every point of each series. */
export function clouds(layers: readonly Layer[], plane: Plane): Dataset[] {
  const spots = settled(layers.map((layer) => layer.points), plane);
  return layers.map(({ points, style }, l) => markers(points, spots[l], style, points.map(() => true), plane));
}

function markers(points: readonly Point[], spots: Spot[], style: Style, shown: readonly boolean[], plane: Plane): Dataset {
  const turns = points.map((point) => outward(point, plane));
  const stroke = OPEN_MARKERS.includes(style.marker) ? 1.8 : 0.8;
  return {
    data: spots,
    showLine: false,
    clip: OVERHANG,
    pointStyle: turns.map((turn) => (turn === undefined ? style.marker : 'triangle')),
    pointRotation: turns.map((turn) => turn ?? style.rotation),
    pointRadius: turns.map((turn, i) => (!shown[i] ? 0 : turn === undefined ? MARKER_RADIUS : TRIANGLE_RADIUS)),
    pointBackgroundColor: turns.map((turn) => (turn === undefined ? style.color : '#ffffff')),
    pointBorderColor: style.color,
    pointBorderWidth: turns.map((turn) => (turn === undefined ? stroke : 1.4)),
  };
}

/** For every point with bounds a vertical line from low to high, a cap on each end. */
export function whiskers(points: readonly Point[], { x, y }: Plane, color: string): Dataset {
  const whisker = (point: Bounded): Dataset['data'] => {
    const at = pinned(x, point.x);
    return [{ x: at, y: pinned(y, point.low) }, { x: at, y: pinned(y, point.high) }, { x: at, y: NaN }];
  };
  return {
    data: points.filter(hasBounds).flatMap(whisker),
    showLine: true,
    clip: OVERHANG,
    borderColor: color,
    borderWidth: 1.2,
    pointStyle: 'line',
    pointRadius: MARKER_RADIUS,
    pointBorderColor: color,
    pointBorderWidth: 1.2,
  };
}
