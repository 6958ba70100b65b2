import { fraction, roundAxis, tightAxis, outward, pixelsOf, planeOf, settled, unitsOf } from '../model/drawing.ts';
import type { Drawing, Key, PanelContext, Plane, Spot, Stroke } from '../model/drawing.ts';
import { type Axis, type PlaneLine, type PlanePanel, type Point, RULES } from '../model/figure.ts';
import { drawn } from './curves.ts';
import { broken, type Layer, layersOf, LINE_WIDTH, lineMarks } from './marks.ts';

/** Length of an arrowhead in pixels, and the angle between it and the shaft. */
const HEAD = 8;
const SPREAD = Math.PI / 6;

/** Pixels between the lanes of two series. */
const LANE = 7;

/**
 * A plane of two weights: from point to point of each series a line, with an arrowhead, and straight lines across it.
 *
 * A unit is as long on one axis as on the other, so that what is perpendicular looks so. Updates on one example all move along
 * its features and would hide each other, so each series has a lane of its own, shifted along the lines: that changes no margin.
 */
export function drawPlane(panel: PlanePanel, context: PanelContext): Drawing {
  const points = panel.series.flatMap((series) => series.points);
  const plane = equalUnits(panel.x, panel.y, points, (panel.series.length / 2) * LANE * context.grain, context);
  const layers = layersOf(panel.series, context);
  const shifted = inLanes(layers, panel.lines, plane);
  const rules = panel.lines.map(({ label }, l): Key => ({ label, sample: 'rule', style: RULES[l % RULES.length] }));
  const marks = [
    ...panel.lines.map((line, l) => lineAcross(line, plane, l)),
    ...lineMarks(shifted, plane),
    ...shifted.map((layer) => head(layer, plane)),
  ];
  return drawn(plane, layers, marks, 'line', rules, settled(shifted, plane));
}

/**
 * Both axes around their points and the lanes beside them; the one that would be stretched is made longer. Explicit limits stand.
 */
function equalUnits(x: Axis, y: Axis, points: readonly Spot[], padding: number, context: PanelContext): Plane {
  const valuesOf = (which: 'x' | 'y'): number[] => points.map((point) => point[which]);
  const [across, up] = [roundAxis(x, valuesOf('x')), roundAxis(y, valuesOf('y'))];
  const inner = { width: context.size.width - 2 * padding, height: context.size.height - 2 * padding };
  const unit = Math.max((across.max - across.min) / inner.width, (up.max - up.min) / inner.height);
  const widened = (axis: Axis, { min, max }: { min: number; max: number }, pixels: number): number[] => {
    const spare = (unit * pixels - (max - min)) / 2;
    return [axis.min ?? min - spare, axis.max ?? max + spare];
  };
  const [wide, tall] = [widened(x, across, context.size.width), widened(y, up, context.size.height)];
  return planeOf(tightAxis(x, wide), tightAxis(y, tall), context);
}

/** The part of a x + b y = c inside the plot; nothing of a line that passes it by. */
function lineAcross({ normal: [a, b], at: c }: PlaneLine, { x, y, grain }: Plane, l: number): Stroke {
  const ends: Spot[] = [
    ...(b === 0 ? [] : [x.min, x.max].map((each) => ({ x: each, y: (c - a * each) / b }))),
    ...(a === 0 ? [] : [y.min, y.max].map((each) => ({ x: (c - b * each) / a, y: each }))),
  ].filter((spot) => [fraction(x, spot.x), fraction(y, spot.y)].every((f) => f > -1e-9 && f < 1 + 1e-9));
  const spots = ends.length < 2 ? [] : [ends[0], farthest(ends[0], ends)];
  const { color, dash } = RULES[l % RULES.length];
  return { kind: 'stroke', spots, color, width: 1.3 * grain, dash };
}

/** Of the places where a line meets the frame, two may be one corner. */
function farthest(from: Spot, all: readonly Spot[]): Spot {
  const distance = ({ x, y }: Spot): number => Math.hypot(x - from.x, y - from.y);
  return all.reduce((best, next) => (distance(next) > distance(best) ? next : best));
}

/** The layers side by side around where they are, one lane apart in the direction of the first line. */
function inLanes(layers: readonly Layer[], lines: readonly PlaneLine[], plane: Plane): readonly Layer[] {
  const line = lines.at(0);
  if (line === undefined) return layers;
  const [from, to] = [
    { x: 0, y: 0 },
    { x: -line.normal[1], y: line.normal[0] },
  ].map((spot) => pixelsOf(spot, plane));
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return layers.map((layer, l) => {
    const pixels = ((layers.length - 1) / 2 - l) * LANE * plane.grain;
    const shift = (point: Point): Point => {
      if (outward(point, plane) !== undefined) return point;
      const { x, y } = pixelsOf(point, plane);
      const moved = {
        ...point,
        ...unitsOf({ x: x + (pixels * (to.x - from.x)) / length, y: y + (pixels * (to.y - from.y)) / length }, plane),
      };
      return outward(moved, plane) === undefined ? moved : point;
    };
    return { ...layer, points: layer.points.map(shift) };
  });
}

/** A chevron in the middle of the longest step that has room for it. */
function head({ label, points, style }: Layer, plane: Plane): Stroke {
  const steps = points.slice(1).map((point, i) => [points[i], point]);
  const onScale = steps.filter((ends) => ends.every((point) => outward(point, plane) === undefined));
  const arrows = onScale.map(([a, b]) => {
    const [from, to] = [pixelsOf(a, plane), pixelsOf(b, plane)];
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  const longest = arrows
    .filter(({ length }) => length > 3 * HEAD)
    .sort((a, b) => b.length - a.length)
    .at(0);
  const spots = longest === undefined ? [] : chevron(longest.from, longest.to, plane);
  return { kind: 'stroke', series: label, spots, color: style.color, width: LINE_WIDTH * plane.grain, dash: [] };
}

/** Two strokes back from a little past the middle. */
function chevron(from: Spot, to: Spot, plane: Plane): Spot[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = { x: from.x + 0.55 * (to.x - from.x), y: from.y + 0.55 * (to.y - from.y) };
  const back = (turn: number): Spot => ({
    x: tip.x - HEAD * plane.grain * Math.cos(turn),
    y: tip.y - HEAD * plane.grain * Math.sin(turn),
  });
  return broken([back(angle + SPREAD), tip, back(angle - SPREAD)].map((spot) => unitsOf(spot, plane)));
}
