import { ranked } from '../model/curves.ts';
import { pinned, roundAxis, moved, awayOf, offScaleKey, planeOf, wrapped } from '../model/drawing.ts';
import type { ScaledAxis, Dots, Drawing, Key, PanelContext, Plane, Spot, Stroke } from '../model/drawing.ts';
import { type Comparison, type ForestPanel, INK, LOSS, TIE, WIN, type Style } from '../model/figure.ts';
import { broken, dotAt, MARKER_RADIUS, reading, saidOn } from './marks.ts';

/** What an interval says about its difference. */
type Outcome = 'better' | 'no difference shown' | 'worse';

const LOOKS: Readonly<Record<Outcome, Style>> = { better: WIN, 'no difference shown': TIE, worse: LOSS };

/** Room for the name of a row, and above and below it. */
const NAME_WIDTH = 130;
const ROW_GAP = 7;

/**
 * On which side of zero the whole interval lies; an interval that touches zero shows no difference.
 *
 * @example
 * outcomeOf({ low: -0.3, high: -0.1 }, 'lower') // => 'better'
 * outcomeOf({ low: -0.1, high: 0.1 }, 'lower') // => 'no difference shown'
 * outcomeOf({ low: 0.1, high: 0.3 }, 'lower') // => 'worse'
 */
export function outcomeOf({ low, high }: Pick<Comparison, 'low' | 'high'>, better: ForestPanel['better']): Outcome {
  if (!(high < 0 || low > 0)) return 'no difference shown';
  return high < 0 === (better === 'lower') ? 'better' : 'worse';
}

/** A forest plot: one row a comparison, a point and its interval around a line at zero; the marker says on which side it lies. */
export function drawForest({ x, better, rows }: ForestPanel, context: PanelContext): Drawing {
  const { axis, height } = rowAxis(rows, context);
  const across = roundAxis(x, [0, ...rows.flatMap(({ difference, low, high }) => [difference, low, high])]);
  const plane: Plane = { ...planeOf(across, axis, context), y: axis, size: { width: context.size.width, height } };
  const placed = rows.map((row, r) => ({
    row,
    point: { x: ranked(row.difference), y: axis.ticks[r].value },
    outcome: outcomeOf(row, better),
  }));
  const points = placed.map(({ point }) => point);
  const spotOf = (point: Spot): Spot => ({ x: pinned(across, point.x), y: point.y });
  const dots = (outcome: Outcome): Dots => ({
    kind: 'dots',
    series: outcome,
    color: LOOKS[outcome].color,
    dots: placed
      .filter((each) => each.outcome === outcome)
      .map(({ point }) => {
        const dot = dotAt(spotOf(point), LOOKS[outcome], awayOf(point, plane), context.grain);
        return outcome === 'no difference shown' ? { ...dot, fill: 'paper' as const, width: 1.4 * context.grain } : dot;
      }),
  });
  const outcomes = (Object.keys(LOOKS) as Outcome[]).filter((outcome) => placed.some((each) => each.outcome === outcome));
  const keys = outcomes.map((outcome): Key => ({
    label: outcome,
    sample: outcome === 'no difference shown' ? 'open marker' : 'marker',
    style: LOOKS[outcome],
  }));
  return {
    ...plane,
    grid: 'vertical',
    tickText: 'level',
    marks: [
      { kind: 'stroke', spots: [axis.min, axis.max].map((y) => ({ x: 0, y })), color: INK, width: context.grain, dash: [] },
      ...placed.map(({ row, point, outcome }) => interval(row, point.y, plane, outcome)),
      ...outcomes.map(dots),
    ],
    keys: [...keys, ...offScaleKey(points, plane)],
    readings: placed.map(({ row, point, outcome }) =>
      reading(outcome, spotOf(point), [row.label, saidOn(x, row.difference, row)], row),
    ),
  };
}

/** Names from the top down, with room for all their lines: the plot grows with them. */
function rowAxis(rows: readonly Comparison[], { size, measure, lineHeight }: PanelContext): { axis: ScaledAxis; height: number } {
  const labels = rows.map((row) => wrapped(row.label, NAME_WIDTH, measure));
  const heights = labels.map((label) => label.length * lineHeight + ROW_GAP);
  const needed = heights.reduce((sum, each) => sum + each, 0);
  const spare = Math.max(0, size.height - needed) / Math.max(1, rows.length);
  const height = Math.max(size.height, needed);
  let top = height;
  const ticks = labels.map((label, r) => {
    const room = heights[r] + spare;
    top -= room;
    return { value: top + room / 2, label };
  });
  return { axis: { label: '', scale: 'linear', min: 0, max: height, ticks }, height };
}

/** A horizontal line from low to high with a cap on each end that is on the scale. */
function interval({ low, high }: Comparison, y: number, plane: Plane, outcome: Outcome): Stroke {
  const ends = [low, high].map((end) => pinned(plane.x, ranked(end)));
  const half = (MARKER_RADIUS * plane.grain) / plane.size.height;
  const cap = (x: number): Spot[] => [-half, half].map((share) => ({ x, y: moved(plane.y, y, share) }));
  const spots = [...broken(ends.map((x) => ({ x, y }))), ...ends.flatMap((x) => broken(cap(x)))];
  return { kind: 'stroke', series: outcome, spots, color: LOOKS[outcome].color, width: 1.4 * plane.grain, dash: [] };
}
