import { type Loss, classesOf } from '../losses/loss.ts';
import { type Work, finished } from '../numerics/work.ts';
import { addScaled, dot, SparseRows } from '../rows/sparse-rows.ts';
import { type Objective, minimise, type Enough } from './newton.ts';

/** Rows whose terms are summed by themselves, and entries after which a piece of work ends: some milliseconds. */
const BLOCK = 1024;
const PIECE = 1 << 20;

/** The columns that a sample has entries in: what of all weights a fit computes. */
export interface Columns {
  /** The sample's rows, their columns counted anew. */
  readonly rows: SparseRows;
  /** Column of the pool of each. */
  readonly column: Uint32Array;
  /** 1 / unit, and centre / unit, of each. */
  readonly scales: Float64Array;
  readonly shifts: Float64Array;
  readonly hasConstant: boolean;
}

/** The rows of a sample with the columns that a fit needs. A column without an entry among them has a weight of 0 in every optimum. */
export function columnsOf({ rows, picked }: Sample, { centres, units, constant }: ColumnUnits): Columns {
  const place = new Int32Array(rows.columns).fill(-1);
  const column: number[] = [];
  let entries = 0;
  const each = (visit: (j: number, k: number) => void): void => {
    for (const i of picked) {
      for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) if (units[rows.indices[k]] > 0) visit(rows.indices[k], k);
    }
  };
  each((j) => {
    entries++;
    if (place[j] < 0) place[j] = column.push(j) - 1;
  });
  const offsets = new Uint32Array(picked.length + 1);
  const indices = new Uint32Array(entries);
  const values = new Float32Array(entries);
  let at = 0;
  picked.forEach((i, n) => {
    for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      const j = rows.indices[k];
      if (!(units[j] > 0)) continue;
      indices[at] = place[j];
      values[at++] = rows.values[k];
    }
    offsets[n + 1] = at;
  });
  return {
    rows: new SparseRows(offsets, indices, values, column.length, new Float64Array(picked.length)),
    column: Uint32Array.from(column),
    scales: Float64Array.from(column, (j) => 1 / units[j]),
    shifts: Float64Array.from(column, (j) => centres[j] / units[j]),
    hasConstant: constant !== undefined,
  };
}

/** What is minimised: a target a row, and what it weighs. */
export interface Terms {
  readonly loss: Loss;
  readonly targets: Float64Array;
  /** v_i, >= 0; their sum W is positive. */
  readonly weights: Float64Array;
}

/**
 * The objective of a fit, with its gradient and Hessian,
 *
 *   f(w, b) = (1/W) sum over i of v_i loss(w.s(x_i) + b, y_i)  +  (tau/2) |w|^2,     s_j(x) = (x_j - centre_j) / unit_j,
 *
 * as functions of one array (w, b). b is not shrunk; without a constant in the rows it stays 0. Rows are never centred in memory: with
 * u = w / unit the margin is u.x - sum of w centre / unit + b, one number a model, and gradients have a term of rank one.
 *
 * Sums run over blocks of 1,024 rows in their order, so that they have the same bits on every machine.
 *
 * Source: the objective of L2-regularised logistic regression in LIBLINEAR (Fan et al. 2008), its mean in place of its sum.
 */
export class Problem implements Objective {
  /** Length of (w, b). */
  readonly size: number;
  tau = 1;
  readonly #columns: Columns;
  readonly #terms: Terms;
  readonly #whole: number;
  /** Margins and slopes at the point whose value was asked for last, and curvatures where its gradient was. */
  readonly #margins: Float64Array;
  readonly #curvatures: Float64Array;
  readonly #scaled: Float64Array;
  readonly #sums: Float64Array;
  #work = 0;

  constructor(columns: Columns, terms: Terms) {
    this.#columns = columns;
    this.#terms = terms;
    this.#whole = terms.weights.reduce((sum, v) => sum + v, 0);
    this.size = columns.column.length + 1;
    this.#margins = new Float64Array(terms.targets.length);
    this.#curvatures = new Float64Array(terms.targets.length);
    this.#scaled = new Float64Array(columns.column.length);
    this.#sums = new Float64Array(columns.column.length);
  }

  /** f at a point; the gradient is then that at this point. */
  *value(point: Float64Array): Work<number> {
    const { loss, targets, weights } = this.#terms;
    const { rows } = this.#columns;
    const margins = this.#margins;
    const shift = this.#prepare(point);
    let sum = 0;
    for (let from = 0; from < margins.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, margins.length);
      let part = 0;
      for (let i = from; i < to; i++) {
        margins[i] = dot(rows, i, this.#scaled) + shift;
        if (weights[i] > 0) part += weights[i] * loss.value(margins[i], targets[i]);
      }
      sum += part;
      if (this.#isPiece(from, to)) yield;
    }
    return sum / this.#whole + 0.5 * this.tau * this.#square(point);
  }

  /** The gradient at the point of the last value. */
  *gradient(point: Float64Array, out: Float64Array): Work<void> {
    const { loss, targets, weights } = this.#terms;
    yield* this.#gather(out, (i) => {
      const v = weights[i] / this.#whole;
      if (v === 0) return (this.#curvatures[i] = 0);
      this.#curvatures[i] = v * loss.curvature(this.#margins[i], targets[i]);
      return v * loss.slope(this.#margins[i], targets[i]);
    });
    for (let j = 0; j < this.size - 1; j++) out[j] += this.tau * point[j];
  }

  /** The Hessian at the point of the last gradient, times a direction. */
  *product(direction: Float64Array, out: Float64Array): Work<void> {
    const { rows } = this.#columns;
    const shift = this.#prepare(direction);
    const scaled = this.#scaled;
    yield* this.#gather(out, (i) => {
      const d = this.#curvatures[i];
      return d === 0 ? 0 : d * (dot(rows, i, scaled) + shift);
    });
    for (let j = 0; j < this.size - 1; j++) out[j] += this.tau * direction[j];
  }

  /** out = sum over i of factor(i) (s(x_i), 1). */
  *#gather(out: Float64Array, factor: (i: number) => number): Work<void> {
    const { rows, scales, shifts, hasConstant } = this.#columns;
    const sums = this.#sums.fill(0);
    let whole = 0;
    for (let from = 0; from < rows.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, rows.length);
      let part = 0;
      for (let i = from; i < to; i++) {
        const each = factor(i);
        if (each === 0) continue;
        part += each;
        addScaled(rows, i, sums, each);
      }
      whole += part;
      if (this.#isPiece(from, to)) yield;
    }
    for (let j = 0; j < sums.length; j++) out[j] = sums[j] * scales[j] - whole * shifts[j];
    out[sums.length] = hasConstant ? whole : 0;
  }

  /** u of a point; what every margin has besides u.x. */
  #prepare(point: Float64Array): number {
    const { scales, shifts, hasConstant } = this.#columns;
    let shift = hasConstant ? point[this.size - 1] : 0;
    for (let j = 0; j < scales.length; j++) {
      this.#scaled[j] = point[j] * scales[j];
      shift -= point[j] * shifts[j];
    }
    return shift;
  }

  #square(point: Float64Array): number {
    let sum = 0;
    for (let j = 0; j < this.size - 1; j++) sum += point[j] * point[j];
    return sum;
  }

  #isPiece(from: number, to: number): boolean {
    const { offsets } = this.#columns.rows;
    this.#work += offsets[to] - offsets[from] + (to - from) * 16;
    if (this.#work < PIECE) return false;
    this.#work = 0;
    return true;
  }
}

/** Models of the same labels at one strength: one of two classes or of numbers, K of several. */
export interface Fit {
  /** Weights of the features as they came, the constant in its column; one array a member. */
  readonly members: readonly Float64Array[];
  /** tau. */
  readonly strength: number;
  /** Labels that they were fitted to. */
  readonly labels: number;
}

/** tau from strong to weak, 10 to 1e-5, each about a seventh of the one before. */
export const STRENGTHS: readonly number[] = [10, 1.4, 0.2, 0.025, 3.5e-3, 5e-4, 7e-5, 1e-5];

/** Where a fit ends. */
export const EXACT: Enough = { gradient: 1e-7 };
/** The same where fits are compared. */
export const COMPARED: Enough = { gradient: 1e-5 };
/** The same where labels are many, and every product takes long: a hundredth of the last gain is left, 1e-7 of the objective. */
export const MANY: Enough = { gradient: 1e-7, gain: 1e-5 };

/**
 * The loss that a fit minimises in place of this one: itself where it is `fittable`, squared hinge for hinge; undefined where there is
 * none, and the online model is all there is.
 */
export function fitLossOf(loss: Loss): Loss | undefined {
  return loss.fittable === true ? loss : loss.fittable;
}

/**
 * Fits the models of a sample at one strength after the other, each from where the one before has ended, the first from `start`.
 * `classes`: K, of several; undefined of two and of numbers.
 */
export function fitPath(sample: Sample, units: ColumnUnits, loss: Loss, classes: number | undefined, start?: Fit) {
  const { labels, importances: weights, rows } = sample;
  const columns = columnsOf(sample, units);
  const { positive, negative } = classesOf(loss);
  const targets =
    classes === undefined
      ? [labels]
      : Array.from({ length: classes }, (_, k) => labels.map((label) => (label === k + 1 ? positive : negative)));
  const problems = targets.map((each) => new Problem(columns, { loss, targets: each, weights }));
  const points = problems.map(({ size }, k) => pointOf(size, start?.members[k], columns, units));
  return {
    /** The models at this strength. */
    *at(strength: number, enough: Enough): Work<Fit> {
      for (const [k, problem] of problems.entries()) {
        problem.tau = strength;
        yield* minimise(problem, points[k], enough);
      }
      return { strength, labels: labels.length, members: points.map((point) => weightsAt(point, columns, units, rows.columns)) };
    },
  };
}

/** The weights of the features as they came, one a column of the pool. */
function weightsAt(point: Float64Array, { column, scales, shifts }: Columns, units: ColumnUnits, width: number): Float64Array {
  const weights = new Float64Array(width);
  let constant = point[column.length];
  for (let j = 0; j < column.length; j++) {
    weights[column[j]] = point[j] * scales[j];
    constant -= point[j] * shifts[j];
  }
  const { constant: carrier } = units;
  if (carrier !== undefined) weights[carrier.column] = constant / carrier.value;
  return weights;
}

/** The point of these weights; 0 without. */
function pointOf(
  size: number,
  weights: Float64Array | undefined,
  { column, scales, shifts }: Columns,
  { constant: carrier }: ColumnUnits,
): Float64Array {
  const point = new Float64Array(size);
  if (weights === undefined) return point;
  let constant = carrier === undefined ? 0 : weights[carrier.column] * carrier.value;
  for (let j = 0; j < column.length; j++) {
    point[j] = weights[column[j]] / scales[j];
    constant += point[j] * shifts[j];
  }
  point[column.length] = carrier === undefined ? 0 : constant;
  return point;
}

/** The labels that a model is fitted to, in the order of their answers. */
export interface Sample {
  readonly rows: SparseRows;
  /** The row of each label. */
  readonly picked: Uint32Array;
  /** As the loss reads them; of several classes 1 … K. */
  readonly labels: Float64Array;
  /** Those of the rows, >= 0. Not 1/p: unweighted labels make the better model, 1/p is for estimates. */
  readonly importances: Float64Array;
  /** W: columns 2 … W + 1 are words of documents, whose rows have unit length; absent: none is. */
  readonly words?: number | undefined;
}

/** The labels at these places. */
export function sampleAt({ picked, labels, importances, ...pool }: Sample, places: Uint32Array): Sample {
  return {
    ...pool,
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

const found = new WeakMap<SparseRows, Map<number, ColumnUnits>>();

/** The column of the first word (text/vectorizer.ts). */
const FIRST_WORD = 2;

/**
 * Centres and units of the columns over these rows, computed once for a pool.
 *
 *   dense column    centre = mean, unit = standard deviation, zeros counted
 *   sparse column   centre = 0,    unit = max(1, root mean square of its entries)
 *   word            as a sparse column, in however many documents it is
 *
 * Words stay as they are: a frequent one whose deviation of about 0.05 became 1 would count hundreds of times as much as a rare one in
 * the penalty. Counts and amounts come down to the size of 1. Without a column that carries a constant there is no free constant, and
 * nothing is centred.
 */
export function columnUnits(pool: Pick<Sample, 'rows' | 'words'>): ColumnUnits {
  return finished(columnUnitsAhead(pool));
}

/** The same in pieces: two passes over the entries of a pool of a million rows take longer than somebody should wait. */
export function* columnUnitsAhead({ rows, words = 0 }: Pick<Sample, 'rows' | 'words'>): Work<ColumnUnits> {
  const known = found.get(rows) ?? new Map<number, ColumnUnits>();
  const units = known.get(words) ?? (yield* unitsOf(rows, FIRST_WORD + words));
  found.set(rows, known.set(words, units));
  return units;
}

function* unitsOf({ length: n, columns, indices, values, nonZeros }: SparseRows, behindWords: number): Work<ColumnUnits> {
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
  const isDense = (j: number): boolean => counts[j] > DENSE * n && (j < FIRST_WORD || j >= behindWords);
  const isCentred = (j: number): boolean => constant !== undefined && isDense(j);
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
    if (!isDense(j)) {
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
