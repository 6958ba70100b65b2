import { finished, type Work } from '../numerics/work.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';

/** A dense column has an entry in more than this share of the rows. */
const DENSE = 1 / 3;

/** Centre and unit of every column of a pool: a fit sees (x_j - centre_j) / unit_j. */
export interface ColumnUnits {
  readonly centres: Float64Array;
  /** 0: the column is left out, for it is the same in all rows. */
  readonly units: Float64Array;
  /** The column that carries the free constant, and its value; undefined where no column is the same in all rows and not 0. */
  readonly constant: { readonly column: number; readonly value: number } | undefined;
}

/** Entries after which a piece of work ends: some milliseconds. */
const PIECE = 1 << 20;

const found = new WeakMap<SparseRows, ColumnUnits>();

/**
 * Centres and units of the columns over these rows, computed once for a pool.
 *
 *   dense column    centre = mean, unit = standard deviation, zeros counted
 *   sparse column   centre = 0,    unit = max(1, root mean square of its entries)
 *
 * The sparse columns of texts, whose rows have unit length, stay as they are; counts and amounts come down to the size of 1. Without a
 * column that carries a constant there is no free constant, and nothing is centred.
 */
export function columnUnits(rows: SparseRows): ColumnUnits {
  return finished(columnUnitsAhead(rows));
}

/** The same in pieces: two passes over the entries of a pool of a million rows take longer than somebody should wait. */
export function* columnUnitsAhead(rows: SparseRows): Work<ColumnUnits> {
  const units = found.get(rows) ?? (yield* unitsOf(rows));
  found.set(rows, units);
  return units;
}

function* unitsOf({ length: n, columns, indices, values, nonZeros }: SparseRows): Work<ColumnUnits> {
  const counts = new Float64Array(columns);
  const means = new Float64Array(columns);
  const lows = new Float64Array(columns).fill(Infinity);
  const highs = new Float64Array(columns).fill(-Infinity);
  for (let from = 0; from < nonZeros; from += PIECE) {
    const to = Math.min(from + PIECE, nonZeros);
    for (let k = from; k < to; k++) {
      const j = indices[k];
      const x = values[k];
      counts[j]++;
      means[j] += x;
      if (x < lows[j]) lows[j] = x;
      if (x > highs[j]) highs[j] = x;
    }
    yield;
  }
  for (let j = 0; j < columns; j++) means[j] /= n;
  const isConstant = (j: number): boolean => counts[j] === n && lows[j] === highs[j];
  const carrier = Array.from({ length: columns }, (_, j) => j).find(isConstant);
  const constant = carrier === undefined ? undefined : { column: carrier, value: lows[carrier] };
  const isCentred = (j: number): boolean => constant !== undefined && counts[j] > DENSE * n;
  // A second pass: a variance from sums of squares has no digit left where the mean is a million deviations.
  const squares = new Float64Array(columns);
  const shifts = means.map((mean, j) => (isCentred(j) ? mean : 0));
  for (let from = 0; from < nonZeros; from += PIECE) {
    const to = Math.min(from + PIECE, nonZeros);
    for (let k = from; k < to; k++) {
      const d = values[k] - shifts[indices[k]];
      squares[indices[k]] += d * d;
    }
    yield;
  }
  const centres = new Float64Array(columns);
  const units = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    if (isConstant(j) || counts[j] === 0) continue;
    if (counts[j] <= DENSE * n) {
      units[j] = Math.max(1, Math.sqrt(squares[j] / counts[j]));
      continue;
    }
    if (isCentred(j)) {
      centres[j] = means[j];
      squares[j] += (n - counts[j]) * means[j] * means[j];
    }
    units[j] = Math.sqrt(squares[j] / n);
  }
  return { centres, units, constant };
}
