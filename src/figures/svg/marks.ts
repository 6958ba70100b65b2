import { pinned, pixelsOf } from '../model/drawing.ts';
import type { Area, Box, Dot, Dots, Mark, Plane, Spot, Stroke } from '../model/drawing.ts';
import type { Style } from '../model/figure.ts';
import { element, markup, type Markup, pixels } from './markup.ts';
import { themed } from './theme.ts';

/** The markers of a page, each with its id: its shape is drawn once, and paths only say where it stands. */
export type Markers = Map<Markup, string>;

/**
 * A mark of a panel as elements of SVG, in pixels from the upper left corner of the plot. The last mark lies on top. `clip` names
 * the clip path of the plot. `markers` gets those of the mark.
 */
export function svgMark(mark: Mark, plane: Plane, clip: string, markers: Markers): Markup {
  if (mark.kind === 'area') return svgArea(mark, plane, clip);
  if (mark.kind === 'stroke') return svgStroke(mark, plane);
  return mark.kind === 'dots' ? svgDots(mark, plane, markers) : svgBox(mark, plane);
}

function svgStroke({ spots, color, width, dash }: Stroke, plane: Plane): Markup {
  const runs = runsOf(spots.map((spot) => place(spot, plane)));
  const d = runs.map(pathThrough).join('');
  if (d === '') return markup('');
  const dashes = dash.length === 0 ? undefined : dash.map(pixels).join(' ');
  return element('path', {
    class: 'line',
    d,
    style: `stroke:${themed(color)}`,
    'stroke-width': width,
    'stroke-dasharray': dashes,
  });
}

/** One outline for every stretch without a break. */
function svgArea({ upper, lower, color }: Area, plane: Plane, clip: string): Markup {
  const edges = upper.map((spot, i) => ({ x: spot.x, y: spot.y, low: lower[i].y }));
  const stretches = runsOf(edges).filter((stretch) => stretch.length > 1);
  const d = stretches
    .map((stretch) => {
      const there = stretch.map(({ x, y }) => place({ x, y }, plane));
      const back = stretch.toReversed().map(({ x, low }) => place({ x, y: low }, plane));
      return `${pathThrough([...there, ...back])}Z`;
    })
    .join('');
  return d === ''
    ? markup('')
    : element('path', { d, style: `fill:${themed(color)}`, 'fill-opacity': '.18', 'clip-path': `url(#${clip})` });
}

/** Dots that look alike are one path: pages hold thousands of them. */
function svgDots({ dots, color, isFaint }: Dots, plane: Plane, markers: Markers): Markup {
  const ids = dots.map((dot) => markerId(dot, color, markers));
  const paths = Array.from(new Set(ids), (id) => {
    const spots = dots.filter((_, d) => ids[d] === id).map(({ at }) => place(at, plane));
    const places = new Map(spots.map((spot) => [`${pixels(spot.x)} ${pixels(spot.y)}`, spot]));
    const d = pathThrough([...places.values()]);
    return element('path', { d, style: `marker:url(#${id})`, opacity: isFaint && '.45' });
  });
  return markup(paths.join(''));
}

/** The id of a dot's marker, which is added where it is new. */
function markerId(dot: Omit<Dot, 'at'>, color: string, markers: Markers): string {
  const shape = element('path', {
    d: markerPath(dot),
    style: `fill:${dot.fill === 'paper' ? 'var(--paper)' : themed(color)};stroke:${themed(color)}`,
    'stroke-width': dot.width,
  });
  if (!markers.has(shape)) markers.set(shape, `m${markers.size}`);
  return markers.get(shape)!;
}

/** The shapes of all markers that paths of a page name. */
export function markerShapes(markers: Markers): Markup {
  const shapes = Array.from(markers, ([shape, id]) => element('marker', { id }, [shape]));
  return element('svg', { class: 'markers', width: 0, height: 0, 'aria-hidden': 'true' }, shapes);
}

function svgBox({ left, right, bottom, top, color }: Box, plane: Plane): Markup {
  const corner = (x: number, y: number): Spot => place({ x, y: pinned(plane.y, y) }, plane);
  const [from, to] = [corner(left, top), corner(right, bottom)];
  const paint = `fill:${themed(color)};stroke:${themed(color)}`;
  return element('rect', {
    x: from.x,
    y: from.y,
    width: to.x - from.x,
    height: to.y - from.y,
    style: paint,
    'fill-opacity': '.45',
  });
}

/** Pixels from the upper left corner. */
export function place(spot: Spot, plane: Plane): Spot {
  const { x, y } = pixelsOf(spot, plane);
  return { x, y: plane.size.height - y };
}

/** The stretches between breaks. */
function runsOf<T extends Spot>(spots: readonly T[]): T[][] {
  const runs: T[][] = [[]];
  for (const spot of spots) {
    if (Number.isNaN(spot.y)) runs.push([]);
    else runs[runs.length - 1].push(spot);
  }
  return runs.filter((run) => run.length > 0);
}

/** From place to place by differences of rounded numbers: no error adds up, and pages are a quarter smaller. */
function pathThrough(spots: readonly Spot[]): string {
  const [start, ...steps] = spots.map((spot, i) => {
    const [x, y] = (['x', 'y'] as const).map((axis) => Number(pixels(spot[axis])) - Number(pixels(spots[i - 1]?.[axis] ?? 0)));
    return `${pixels(x)} ${pixels(y)}`;
  });
  const path = steps.length === 0 ? `M${start}` : `M${start}l${steps.join(' ')}`;
  return path.replaceAll(/\b0(?=\.)/g, '').replaceAll(' -', '-');
}

/** Angles of corners, or of strokes through the middle, in degrees clockwise from the right. */
const CORNERS: Readonly<Partial<Record<Style['marker'], readonly number[]>>> = {
  rect: [45, 135, 225, 315],
  rectRot: [0, 90, 180, 270],
  triangle: [-90, 30, 150],
};
const STROKES: Readonly<Partial<Record<Style['marker'], readonly number[]>>> = { crossRot: [45, 135], star: [0, 45, 90, 135] };

/** A marker around 0 0 as a path of SVG, in the shapes of Chart.js: corners and ends of strokes lie on a circle. */
function markerPath({ marker, rotation, radius }: Pick<Dot, 'marker' | 'rotation' | 'radius'>): string {
  const at = (degrees: number): Spot => {
    const angle = ((degrees + rotation) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  };
  const corners = CORNERS[marker];
  if (corners !== undefined) return `${pathThrough(corners.map(at))}z`;
  const strokes = STROKES[marker];
  if (strokes !== undefined) return strokes.map((angle) => pathThrough([at(angle), at(angle + 180)])).join('');
  const half = `a${pixels(radius)} ${pixels(radius)} 0 1 1 `;
  return `${pathThrough([at(180)])}${half}${pixels(2 * radius)} 0${half}${pixels(-2 * radius)} 0z`;
}
