import type { ChartConfiguration, ScaleOptions } from 'chart.js';
import type {} from 'chartjs-plugin-annotation'; // names its options in Chart.js's types
import { boxesOf, datasetsOf } from './datasets.ts';
import { annotationsOf } from './references.ts';
import type { Spot } from '../model/drawing.ts';
import { FONT_FAMILY, LINE_HEIGHT, TICK_LENGTH, type Format, type Margins } from '../layout/sizes.ts';
import type { PreparedPanel } from '../layout/prepared-panel.ts';
import { INK } from '../model/styles.ts';

const GRID_COLOR = '#e3e3e3';
const NONE = 'rgba(0, 0, 0, 0)';

/** One panel as a configuration of Chart.js: a plot of fixed size in given margins, its axes, grid, marks and references. */
export function chartOf(panel: PreparedPanel, margins: Margins, format: Format): ChartConfiguration<'line', Spot[]> {
  const { drawing, references } = panel;
  const annotations = [...boxesOf(drawing.marks), ...annotationsOf(references, drawing)];
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
