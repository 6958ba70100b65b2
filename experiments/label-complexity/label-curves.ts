import type { Observation } from './kaplan-meier.ts';

/** A point of a learning curve. */
export interface LabelPoint {
  /** Labels bought so far, >= 1 for an area. */
  readonly labels: number;
  readonly error: number;
}

/**
 * The labels at the first point whose error is at most the target; where there is none, the run is censored at its last point.
 * Points are as dense as the checkpoints: the error may have been reached any time after the point before.
 *
 * @throws RangeError for an empty curve.
 *
 * @example
 * labelsToReach([{ labels: 10, error: 0.3 }, { labels: 20, error: 0.1 }], 0.2) // => { at: 20, outcome: 'reached' }
 */
export function labelsToReach(curve: readonly LabelPoint[], target: number): Observation {
  const last = curve.at(-1);
  if (last === undefined) throw new RangeError('a curve needs at least one point');
  const reached = curve.find(({ error }) => error <= target);
  return reached === undefined ? { at: last.labels, outcome: 'censored' } : { at: reached.labels, outcome: 'reached' };
}

/**
 * AUC-GAIN of an active curve over the passive one: 0.2 is an area a fifth smaller, below 0 the active curve is worse.
 *
 * Area: the trapezoid rule over log2(labels), so that each doubling of the labels counts the same:
 *   AUC = sum 1/2 (error_j + error_j+1) log2(labels_j+1 / labels_j)
 *   AUC-GAIN = (AUC_passive - AUC_active) / AUC_passive
 *
 * Both areas are taken over the labels that both curves cover, with errors interpolated on that scale at its ends: an area over
 * more labels would be larger for that alone.
 *
 * Source: Huang, Agarwal, Hsu, Langford, Schapire: Efficient and parsimonious agnostic active learning, NeurIPS (2015), section
 * 5.
 *
 * @throws RangeError: labels that are below 1 or descend, and curves without a common stretch of labels.
 *
 * @example
 * const curve = (...errors) => errors.map((error, k) => ({ labels: 2 ** k, error }));
 * aucGain(curve(0.5, 0.4, 0.3), curve(0.5, 0.3, 0.1)) // => 0.25
 */
export function aucGain(passive: readonly LabelPoint[], active: readonly LabelPoint[]): number {
  const [one, other] = [passive, active].map(onDoublings);
  const from = Math.max(one[0][0], other[0][0]);
  const to = Math.min(one[one.length - 1][0], other[other.length - 1][0]);
  if (!(from < to))
    throw new RangeError(`the curves share no stretch of labels: one ends at 2^${to}, the other starts at 2^${from}`);
  const area = areaBelow(one, from, to);
  return (area - areaBelow(other, from, to)) / area;
}

type Node = readonly [doublings: number, error: number];

/** The points over log2(labels); of several with equal labels the last one counts. */
function onDoublings(curve: readonly LabelPoint[]): Node[] {
  if (curve.length === 0) throw new RangeError('a curve needs at least one point');
  curve.forEach(({ labels }, k) => {
    const least = k === 0 ? 1 : curve[k - 1].labels;
    if (!(labels >= least)) throw new RangeError(`labels must not fall below ${least}, found ${labels} at point ${k}`);
  });
  return curve.filter(({ labels }, k) => curve[k + 1]?.labels !== labels).map(({ labels, error }) => [Math.log2(labels), error]);
}

function areaBelow(nodes: readonly Node[], from: number, to: number): number {
  let area = 0;
  for (let k = 1; k < nodes.length; k++) {
    const [[x0, y0], [x1, y1]] = [nodes[k - 1], nodes[k]];
    const low = Math.max(from, x0);
    const high = Math.min(to, x1);
    if (low >= high) continue;
    const slope = (y1 - y0) / (x1 - x0);
    area += (high - low) * (y0 + slope * ((low + high) / 2 - x0));
  }
  return area;
}
