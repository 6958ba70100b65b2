/** Bars: one a group and series, each topped by its method's marker, with a whisker where it has bounds. */
import { heightsOf, pinned, roundAxis, type ScaledAxis } from './axis.ts';
import type { Box, Drawing, StyleBook } from './drawing.ts';
import type { BarPanel, Point } from './figure.ts';
import { PLOT } from './layout.ts';
import { clouds, whiskers } from './marks.ts';
import { offScaleKey } from './off-scale.ts';
import { INK } from './styles.ts';
import { wrapped, type Measure } from './text.ts';

/** Share of a group's width that its bars fill, and of a bar's width that separates it from its neighbours. */
const FILLED = 0.8;
const APART = 0.08;

export function drawBars(panel: BarPanel, look: StyleBook, measure: Measure): Drawing {
  const width = FILLED / Math.max(1, panel.series.length);
  const layers = panel.series.map(({ label, bars }, s) => {
    if (bars.length !== panel.groups.length) {
      throw new RangeError(`panel "${panel.title}": "${label}" has ${bars.length} bars for ${panel.groups.length} groups`);
    }
    const at = (g: number): number => g + (s + 0.5) * width - FILLED / 2;
    return {
      points: bars.flatMap((bar, g): Point[] => (bar === undefined ? [] : [{ ...bar, x: at(g), y: bar.height }])),
      style: look(label),
    };
  });
  const points = layers.flatMap((layer) => layer.points);
  const heights = heightsOf(points, panel.references);
  const { x, tickText } = groupAxis(panel.groups, measure);
  const plane = { x, y: roundAxis(panel.y, panel.y.scale === 'linear' ? [0, ...heights] : heights) };
  return {
    ...plane,
    grid: 'horizontal',
    tickText,
    datasets: [...layers.map(({ points }) => whiskers(points, plane, INK)), ...clouds(layers, plane)],
    boxes: layers.flatMap(({ points, style }) => points.map((point) => barAt(point, width * (1 - APART), plane.y, style.color))),
    keys: [
      ...panel.series.map(({ label }) => ({ label, sample: 'bar' as const, style: look(label) })),
      ...offScaleKey(points, plane),
    ],
  };
}

/** Group g stands at x = g; its name is broken into lines between its neighbours', or set upright where a word has no room. */
function groupAxis(groups: readonly string[], measure: Measure): { x: ScaledAxis; tickText: Drawing['tickText'] } {
  const room = PLOT.width / groups.length - 4;
  const upright = groups.some((group) => group.split(/\s+/).some((word) => measure(word) > room));
  const ticks = groups.map((group, g) => ({ value: g, label: wrapped(group, upright ? PLOT.height / 2 : room, measure) }));
  const x: ScaledAxis = { label: '', scale: 'linear', min: -0.5, max: Math.max(1, groups.length) - 0.5, ticks };
  return { x, tickText: upright ? 'upright' : 'level' };
}

/** From zero, or from the foot of an axis that does not reach it, to the bar's height. */
function barAt({ x, y: height }: Point, width: number, y: ScaledAxis, color: string): Box {
  const ends = [pinned(y, 0), pinned(y, height)];
  return { left: x - width / 2, right: x + width / 2, bottom: Math.min(...ends), top: Math.max(...ends), color };
}
