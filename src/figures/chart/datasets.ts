import type { ChartDataset } from 'chart.js';
import type { Area, Box, Dots, Mark, Spot, Stroke } from '../model/drawing.ts';
import { tinted } from '../model/styles.ts';

/** Marks as datasets and annotations of Chart.js. */
export type Dataset = ChartDataset<'line', Spot[]>;

/** An annotation as plain data: the plugin's own types do not resolve in a project of ES modules. */
export type Annotation = Readonly<Record<string, unknown>>;

/** Marks are drawn whole where they reach over the edge of the plot, this far. */
const OVERHANG = 8;

/** Chart.js draws the first dataset on top. */
export function datasetsOf(marks: readonly Mark[]): Dataset[] {
  return marks.toReversed().flatMap((mark) => {
    switch (mark.kind) {
      case 'area':
        return areaDatasets(mark);
      case 'stroke':
        return [strokeDataset(mark)];
      case 'dots':
        return [dotsDataset(mark)];
      case 'box':
        return [];
    }
  });
}

/** Boxes are drawn below all datasets. */
export function boxesOf(marks: readonly Mark[]): Annotation[] {
  return marks.filter((mark) => mark.kind === 'box').map(boxAnnotation);
}

/** The upper edge, filled down to the lower one, which is the next dataset. */
function areaDatasets({ upper, lower, color }: Area): Dataset[] {
  const edge = (spots: readonly Spot[]): Dataset => ({
    data: [...spots],
    showLine: true,
    pointRadius: 0,
    borderWidth: 0,
    clip: 0,
  });
  return [{ ...edge(upper), fill: '+1', backgroundColor: `${color}2e` }, edge(lower)];
}

function strokeDataset({ spots, color, width, dash }: Stroke): Dataset {
  return {
    data: [...spots],
    showLine: true,
    pointRadius: 0,
    clip: OVERHANG,
    borderColor: color,
    borderWidth: width,
    borderDash: [...dash],
  };
}

function dotsDataset({ dots, color }: Dots): Dataset {
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
