/** One panel as a configuration of Chart.js: a plot of fixed size in given margins, its axes, grid, marks and references. */
import type { ChartConfiguration, ScaleOptions } from 'chart.js';
import type {} from 'chartjs-plugin-annotation'; // names its options in Chart.js's types
import type { ScaledAxis } from './axis.ts';
import type { Annotation, Box, Drawing, Spot } from './drawing.ts';
import { FONT_FAMILY, FONT_SIZE, LINE_HEIGHT, TICK_LENGTH, type Margins } from './layout.ts';
import { INK, tinted } from './styles.ts';

const GRID_COLOR = '#e3e3e3';
const NONE = 'rgba(0, 0, 0, 0)';

/** Device pixels for each CSS pixel. */
export const PIXEL_RATIO = 2;

/** The titles beside the axes, in lines; empty where a neighbour's title stands for both. */
export interface AxisTitles {
  readonly x: readonly string[];
  readonly y: readonly string[];
}

export function chartOf(
  drawing: Drawing,
  titles: AxisTitles,
  margins: Margins,
  references: readonly Annotation[],
): ChartConfiguration<'line', Spot[]> {
  const gridColor = drawing.grid === 'both' ? GRID_COLOR : NONE;
  const annotations = [...drawing.boxes.map(boxAnnotation), ...references];
  return {
    type: 'line',
    data: { datasets: drawing.datasets.map((dataset) => ({ ...dataset, data: [...dataset.data] })) },
    options: {
      devicePixelRatio: PIXEL_RATIO,
      events: [],
      parsing: false,
      normalized: true,
      layout: { padding: { top: margins.top, right: margins.right } },
      plugins: {
        legend: { display: false },
        title: { display: false },
        tooltip: { enabled: false },
        filler: { propagate: false, drawTime: 'beforeDatasetsDraw' },
        annotation: { annotations: Object.fromEntries(annotations.map((annotation, i) => [String(i), annotation])) },
      },
      scales: {
        x: scaleOf(drawing.x, titles.x, gridColor, drawing.tickText, { height: margins.bottom }),
        y: scaleOf(drawing.y, titles.y, GRID_COLOR, 'level', { width: margins.left }),
      },
    },
  };
}

/** An axis of exactly this extent; Chart.js would fit it to this panel alone. */
function scaleOf(
  axis: ScaledAxis,
  title: readonly string[],
  gridColor: string,
  tickText: Drawing['tickText'],
  extent: { width: number } | { height: number },
): ScaleOptions<'linear' | 'logarithmic'> {
  const isLabelled = (index: number): boolean => axis.ticks[index].label.length > 0;
  return {
    type: axis.scale === 'log' ? 'logarithmic' : 'linear',
    min: axis.min,
    max: axis.max,
    title: {
      display: title.length > 0,
      text: [...title],
      color: INK,
      font: { family: FONT_FAMILY, size: FONT_SIZE.axis, lineHeight: LINE_HEIGHT },
      padding: 0,
    },
    border: { color: INK, width: 1.2 },
    grid: {
      color: ({ index }: { index: number }) => (isLabelled(index) ? gridColor : NONE),
      tickColor: INK,
      tickLength: TICK_LENGTH,
      tickWidth: 1,
    },
    ticks: {
      autoSkip: false,
      minRotation: tickText === 'upright' ? 90 : 0,
      maxRotation: tickText === 'upright' ? 90 : 0,
      padding: 3,
      color: INK,
      font: { family: FONT_FAMILY, size: FONT_SIZE.tick, lineHeight: LINE_HEIGHT },
      callback: (_value, index) => [...axis.ticks[index].label],
    },
    afterBuildTicks: (scale) => {
      scale.ticks = axis.ticks.map(({ value }) => ({ value }));
    },
    afterFit: (scale) => {
      Object.assign(scale, extent, { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 });
    },
  };
}

function boxAnnotation({ left, right, bottom, top, color }: Box): Annotation {
  return {
    type: 'box',
    xMin: left,
    xMax: right,
    yMin: bottom,
    yMax: top,
    backgroundColor: tinted(color),
    borderColor: color,
    borderWidth: 1,
    drawTime: 'beforeDatasetsDraw',
  };
}
