import { columnUnits, EXACT, fitPath, type Fit, type Sample } from '../../../src/fits/fit.ts';
import type { LabelKind, Loss } from '../../../src/losses/loss.ts';
import { finished } from '../../../src/numerics/work.ts';
import type { RandomStream } from '../../../src/numerics/random.ts';
import { type SparseRows, dot } from '../../../src/rows/sparse-rows.ts';
import { rowOf, rowsOf as entriesInRows } from '../rows/rows.ts';

/** Samples for fits, and their objective written down plainly. */

/** Rows of plain arrays, the constant first; zeros are not stored. */
export function rowsOf(matrix: readonly (readonly number[])[], constant = 1): SparseRows {
  const entries = matrix.map((row) => rowOf(1 + row.length, (j) => (j === 0 ? constant : row[j - 1])));
  return entriesInRows(entries, 1 + Math.max(...matrix.map((row) => row.length)));
}

/** Labels of a kind that follow the first features, with noise. */
export function labelsOf(kind: LabelKind, features: readonly (readonly number[])[], random: RandomStream): Float64Array {
  return Float64Array.from(features, ([a, b = 50, c = 0]) => {
    const score = a + (b - 50) / 3 - 0.5 * c + 0.5 + random.normal();
    if (kind === 'sign') return score > 0 ? 1 : -1;
    return kind === 'count' ? random.poisson(Math.min(20, Math.exp(score / 2))) : 1.5 * score;
  });
}

/** A sample whose labels have the importance 1 each. */
export function plainSample(matrix: readonly (readonly number[])[], labels: readonly number[], constant = 1): Sample {
  const importances = new Float64Array(labels.length).fill(1);
  return {
    rows: rowsOf(matrix, constant),
    picked: Uint32Array.from(labels.keys()),
    labels: Float64Array.from(labels),
    importances,
  };
}

/**
 * The objective of weights in the features' own units, from its definition: (1/W) sum v loss(w.x, y) + (tau/2) sum (w_j unit_j)^2 over
 * all columns but the constant.
 */
export function objectiveOf(sample: Sample, loss: Loss, strength: number, weights: Float64Array): number {
  const { units, constant } = columnUnits(sample);
  let [sum, weight] = [0, 0];
  sample.picked.forEach((row, n) => {
    sum += sample.importances[n] * loss.value(dot(sample.rows, row, weights), sample.labels[n]);
    weight += sample.importances[n];
  });
  const squares = weights.reduce((total, w, j) => total + (j === constant?.column ? 0 : (w * units[j]) ** 2), 0);
  return sum / weight + (strength / 2) * squares;
}

/** Fits with these strengths, each begun where the one before ended. */
export function pathOf(sample: Sample, loss: Loss, strengths: readonly number[]): Fit[] {
  const path = fitPath(sample, columnUnits(sample), { loss, classes: undefined });
  return strengths.map((strength) => finished(path.at(strength, EXACT)));
}

/** The only member of a fit. */
export const only = ({ members }: Fit): Float64Array => members[0];
