import type { Loss } from '../../src/losses/loss.ts';
import { clip } from '../../src/numerics/elementary.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { dot } from '../../src/rows/sparse-rows.ts';
import { labelsFor } from '../../src/specs/build-learner.ts';
import { type ClassMeasures, isMistake } from '../../src/streams/measures/class-measures.ts';

/** Share of the dataset's rows whose class w.x tells wrong, each with its importance: `errorOn` for weights without a learner. */
export function errorOfWeights(loss: Loss, weights: Float64Array, dataset: Dataset, classes?: ClassMeasures): number {
  const labels = labelsFor(loss, dataset);
  const { rows, importances } = dataset;
  const [low, high] = loss.domain;
  let mistakes = 0;
  let mass = 0;
  for (let i = 0; i < rows.length; i++) {
    const h = importances === undefined ? 1 : importances[i];
    const p = clip(dot(rows, i, weights), low, high);
    if (isMistake(loss, p, labels[i])) mistakes += h;
    classes?.record(p, labels[i], h);
    mass += h;
  }
  return mistakes / mass;
}
