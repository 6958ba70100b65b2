import type { SparseRows } from '../rows/sparse-rows.ts';

/** The labels that a model is fitted to, in the order of their answers. */
export interface Sample {
  readonly rows: SparseRows;
  /** The row of each label. */
  readonly picked: Uint32Array;
  /** As the loss reads them; of several classes 1 … K. */
  readonly labels: Float64Array;
  /** Those of the rows, >= 0. Not 1/p: unweighted labels make the better model, 1/p is for estimates. */
  readonly importances: Float64Array;
}

/** The labels at these places. */
export function sampleAt({ rows, picked, labels, importances }: Sample, places: Uint32Array): Sample {
  return {
    rows,
    picked: places.map((place) => picked[place]),
    labels: Float64Array.from(places, (place) => labels[place]),
    importances: Float64Array.from(places, (place) => importances[place]),
  };
}

/** Importances beyond these bounds are brought between them. */
const [LEAST, MOST] = [2 ** -500, 2 ** 500];

/**
 * The sample with importances whose sums, and products with losses, are numbers: where the largest is extreme, all times a power of two,
 * which changes no bit of a fit but for importances that vanish beside it.
 */
export function inRange(sample: Sample): Sample {
  const largest = sample.importances.reduce((most, each) => Math.max(most, each), 0);
  if (largest === 0 || (largest > LEAST && largest < MOST)) return sample;
  const unit = largest < 1 ? MOST * MOST : LEAST * LEAST;
  return { ...sample, importances: sample.importances.map((each) => each * unit) };
}
