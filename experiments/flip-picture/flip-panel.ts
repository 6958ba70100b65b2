import type { Origin, PlaneLine, PlanePanel } from '../../src/figures/model/figure.ts';
import { numberInWords } from '../../src/figures/panels/marks.ts';

/** A weight vector of two features. */
export type Weights = readonly [w1: number, w2: number];

/** A place on the way of an update. */
export interface Stop extends Pick<Origin, 'cells'> {
  readonly weights: Weights;
}

/**
 * One example with a large importance in the plane of its two weights: where each update takes the weight vector, and the line
 * w1 x1 + w2 x2 = t on which the prediction flips.
 */
export interface FlipPicture {
  readonly title: string;
  /** The features x1, x2 of the example. */
  readonly example: Weights;
  /** The margin t at which the prediction changes sides, and other margins to be seen; each gets a line with this label. */
  readonly margins: Readonly<Record<string, number>>;
  /** For each update where it is before, between and after its steps. */
  readonly updates: Readonly<Record<string, readonly Stop[]>>;
}

/**
 * The panel of a flip picture: arrows from stop to stop of each update, and the lines on which the margin has one value.
 */
export function flipPanel({ title, example: [x1, x2], margins, updates }: FlipPicture): PlanePanel {
  const marginOf = ([w1, w2]: Weights): string => `margin ${numberInWords(w1 * x1 + w2 * x2)}`;
  return {
    kind: 'plane',
    title,
    x: { label: 'weight 1', scale: 'linear' },
    y: { label: 'weight 2', scale: 'linear' },
    series: Object.entries(updates).map(([label, path]) => ({
      label,
      points: path.map(({ weights, ...origin }) => ({ x: weights[0], y: weights[1], ...origin, note: marginOf(weights) })),
    })),
    lines: Object.entries(margins).map(([label, at]): PlaneLine => ({ label, normal: [x1, x2], at })),
  };
}
