import { heightsOf, pinned, roundAxis, planeOf, wrapped } from '../model/drawing.ts';
import type { ScaledAxis, Box, Drawing, Measure, PanelContext } from '../model/drawing.ts';
import { clouds, hasBounds, keysOf, reading, saidOn, whiskers } from './marks.ts';
import { type BarPanel, type Point, INK } from '../model/figure.ts';

/** Share of a group's width that its bars fill, and of a bar's width that separates it from its neighbours. */
const FILLED = 0.8;
const APART = 0.08;

/** Bars: one a group and series, each topped by its method's marker, with a whisker where it has bounds. */
export function drawBars(panel: BarPanel, context: PanelContext): Drawing {
  const width = FILLED / Math.max(1, panel.series.length);
  const layers = panel.series.map(({ label, bars }, s) => {
    if (bars.length !== panel.groups.length) {
      throw new RangeError(`panel "${panel.title}": "${label}" has ${bars.length} bars for ${panel.groups.length} groups`);
    }
    const at = (g: number): number => g + (s + 0.5) * width - FILLED / 2;
    return {
      label,
      points: bars.flatMap((bar, g): Point[] => (bar === undefined ? [] : [{ ...bar, x: at(g), y: bar.height }])),
      style: context.look(label),
    };
  });
  const points = layers.flatMap((layer) => layer.points);
  const heights = heightsOf(points, panel.references);
  const { ticks, tickText, width: across } = groupTicks(panel.groups, context);
  const x: ScaledAxis = { label: '', scale: 'linear', min: -0.5, max: Math.max(1, panel.groups.length) - 0.5, ticks };
  const y = roundAxis(panel.y, panel.y.scale === 'linear' ? [0, ...heights] : heights);
  const plane = { ...planeOf(x, y, context), x, size: { ...context.size, width: across } };
  return {
    ...plane,
    grid: 'horizontal',
    tickText,
    marks: [
      ...layers.flatMap(({ label, points, style }) =>
        points.map((point) => ({ ...barAt(point, width * (1 - APART), plane.y, style.color), series: label })),
      ),
      ...clouds(layers, plane),
      ...layers.map(({ label, points }) => whiskers(points, plane, INK, label)),
    ],
    keys: keysOf(layers, 'bar', plane),
    readings: layers.flatMap(({ label, points }) =>
      points.map((point) => {
        const at = { x: point.x, y: pinned(plane.y, point.y) };
        const said = saidOn(panel.y, point.y, hasBounds(point) ? point : undefined);
        return reading(label, at, [panel.groups[Math.round(point.x)], said], point);
      }),
    ),
  };
}

/**
 * Group g stands at x = g; its name is broken into lines between its neighbours', or set upright where a word has no room. `width` is
 * that of a plot in which they have room.
 */
function groupTicks(groups: readonly string[], { size, measure, lineHeight }: PanelContext) {
  const room = size.width / groups.length - 4;
  const isUpright = groups.some((group) => group.split(/\s+/).some((word) => measure(word) > room));
  const lines = Math.max(1, Math.floor(size.width / groups.length / lineHeight));
  const labelOf = (group: string): string[] =>
    isUpright ? inLines(group, lines, size.height / 2, measure) : wrapped(group, room, measure);
  const ticks = groups.map((group, g) => ({ value: g, label: labelOf(group) }));
  const width = isUpright ? Math.max(size.width, groups.length * lines * lineHeight) : size.width;
  return { ticks, tickText: isUpright ? 'upright' : 'level', width } as const;
}

/** Broken into so many lines at most, each as long as it takes. */
function inLines(name: string, lines: number, length: number, measure: Measure): string[] {
  const label = wrapped(name, length, measure);
  return label.length <= lines ? label : inLines(name, lines, 1.25 * length, measure);
}

/** From zero, or from the foot of an axis that does not reach it, to the bar's height. */
function barAt({ x, y: height }: Point, width: number, y: ScaledAxis, color: string): Box {
  const ends = [pinned(y, 0), pinned(y, height)];
  return { kind: 'box', left: x - width / 2, right: x + width / 2, bottom: Math.min(...ends), top: Math.max(...ends), color };
}
