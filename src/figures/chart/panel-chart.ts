import type { ChartConfiguration, ChartDataset, ScaleOptions } from 'chart.js';
import type {} from 'chartjs-plugin-annotation'; // names its options in Chart.js's types
import type { PreparedPanel } from '../layout/prepared-panel.ts';
import { HEAD_LENGTH, HEAD_WIDTH, OFF_EDGE, OFF_LINE, PAPER_EDGE, type PlacedReference } from '../layout/references.ts';
import { FONT_FAMILY, type Format, LINE_HEIGHT, type Margins, TICK_LENGTH } from '../layout/sizes.ts';
import { valueAt, type Area, type Box, type Dots, type Drawing, type Mark, type Spot, type Stroke } from '../model/drawing.ts';
import { INK, tinted } from '../model/figure.ts';

/** Of the lines behind all marks. */
export const GRID_COLOR = '#e3e3e3';
const NONE = 'rgba(0, 0, 0, 0)';

/** One panel as a configuration of Chart.js: a plot of fixed size in given margins, its axes, grid, marks and references. */
export function chartOf(panel: PreparedPanel, margins: Margins, format: Format): ChartConfiguration<'line', Spot[]> {
  const { drawing, references } = panel;
  // Boxes are drawn below all datasets.
  const boxes = drawing.marks.filter((mark) => mark.kind === 'box');
  const annotations = [...boxes.map(boxAnnotation), ...annotationsOf(references, drawing)];
  return {
    type: 'line',
    data: { datasets: datasetsOf(drawing.marks) },
    options: {
      devicePixelRatio: format.pixelRatio,
      events: [],
      layout: { padding: { top: margins.top, right: margins.right } },
      plugins: {
        legend: { display: false },
        title: { display: false },
        tooltip: { enabled: false },
        filler: { propagate: false, drawTime: 'beforeDatasetsDraw' },
        annotation: { annotations: Object.fromEntries(annotations.map((annotation, i) => [String(i), annotation])) },
      },
      scales: {
        x: scaleOf('x', panel, format, { height: margins.bottom }),
        y: scaleOf('y', panel, format, { width: margins.left }),
      },
    },
  };
}

/** An axis of exactly this extent; Chart.js would fit it to this panel alone. */
function scaleOf(
  which: 'x' | 'y',
  { drawing, lettering }: PreparedPanel,
  { font, grain }: Format,
  extent: { width: number } | { height: number },
): ScaleOptions<'linear' | 'logarithmic'> {
  const axis = drawing[which];
  const title = lettering[which];
  const rotation = which === 'x' && drawing.tickText === 'upright' ? 90 : 0;
  const gridColor = drawing.grid === (which === 'x' ? 'horizontal' : 'vertical') ? NONE : GRID_COLOR;
  const isLabelled = (index: number): boolean => axis.ticks[index].label.length > 0;
  const hasLabels = lettering.labelled.includes(which);
  return {
    type: axis.scale === 'log' ? 'logarithmic' : 'linear',
    min: axis.min,
    max: axis.max,
    title: {
      display: title.length > 0,
      text: [...title],
      color: INK,
      font: { family: FONT_FAMILY, size: font.axis, lineHeight: LINE_HEIGHT },
      padding: 0,
    },
    border: { color: INK, width: 1.2 * grain },
    grid: {
      color: ({ index }: { index: number }) => (isLabelled(index) ? gridColor : NONE),
      tickColor: INK,
      tickLength: TICK_LENGTH,
      tickWidth: grain,
    },
    ticks: {
      autoSkip: false,
      minRotation: rotation,
      maxRotation: rotation,
      padding: 3,
      color: INK,
      font: { family: FONT_FAMILY, size: font.tick, lineHeight: LINE_HEIGHT },
      callback: (_value, index) => (hasLabels ? [...axis.ticks[index].label] : []),
    },
    afterBuildTicks: (scale) => {
      scale.ticks = axis.ticks.map(({ value }) => ({ value }));
    },
    afterFit: (scale) => {
      Object.assign(scale, extent, { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 });
    },
  };
}

/** Marks as datasets and annotations of Chart.js. */
type Dataset = ChartDataset<'line', Spot[]>;

/** An annotation as plain data: the plugin's own types do not resolve in a project of ES modules. */
type Annotation = Readonly<Record<string, unknown>>;

/** Marks are drawn whole where they reach over the edge of the plot, this far. */
const OVERHANG = 8;

/** Chart.js draws the first dataset on top. */
function datasetsOf(marks: readonly Mark[]): Dataset[] {
  return marks.toReversed().flatMap((mark) => {
    if (mark.kind === 'area') return areaDatasets(mark);
    if (mark.kind === 'stroke') return [strokeDataset(mark)];
    return mark.kind === 'dots' ? [dotsDataset(mark)] : [];
  });
}

/** The upper edge, filled down to the lower one, which is the next dataset. */
function areaDatasets({ upper, lower, color }: Area): Dataset[] {
  const edge = { borderWidth: 0, clip: 0 };
  return [
    { ...lineThrough(upper), ...edge, fill: '+1', backgroundColor: `${color}2e` },
    { ...lineThrough(lower), ...edge },
  ];
}

function strokeDataset({ spots, color, width, dash }: Stroke): Dataset {
  return { ...lineThrough(spots), clip: OVERHANG, borderColor: color, borderWidth: width, borderDash: [...dash] };
}

function lineThrough(spots: readonly Spot[]): Dataset {
  return { data: [...spots], showLine: true, pointRadius: 0 };
}

function dotsDataset({ dots, color: full, isFaint }: Dots): Dataset {
  const color = isFaint ? tinted(full) : full;
  return {
    data: dots.map(({ at }) => at),
    showLine: false,
    clip: OVERHANG,
    pointStyle: dots.map(({ marker }) => marker),
    pointRotation: dots.map(({ rotation }) => rotation),
    pointRadius: dots.map(({ radius }) => radius),
    pointBackgroundColor: dots.map(({ fill }) => (fill === 'paper' ? '#ffffff' : color)),
    pointBorderColor: color,
    pointBorderWidth: dots.map(({ width }) => width),
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

/**
 * References as annotations of Chart.js: a dashed line below the marks, its label above them with a thin white edge, or on white.
 */
function annotationsOf(references: readonly PlacedReference[], drawing: Drawing): Annotation[] {
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
