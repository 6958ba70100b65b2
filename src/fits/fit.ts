import { type Loss, classesOf } from '../losses/loss.ts';
import { type Work, finished } from '../numerics/work.ts';
import { kernelBuffer } from '../rows/kernels/kernels.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { minimise, type Enough } from './newton.ts';
import { type Columns, lossesOf, PIECE, Problem, softmaxLosses } from './problem.ts';

/** The rows of a sample with the columns that a fit needs. A column without an entry among them has a weight of 0 in every optimum. */
export function columnsOf({ rows, picked }: Sample, { centres, units, constant }: ColumnUnits): Columns {
  const place = new Int32Array(rows.columns).fill(-1);
  const column: number[] = [];
  const starts = picked.length + 1;
  const most = picked.reduce((sum, i) => sum + rows.offsets[i + 1] - rows.offsets[i], 0);
  const bytes = 4 * starts + 8 * most;
  const buffer = kernelBuffer(bytes) ?? new SharedArrayBuffer(bytes);
  const offsets = new Uint32Array(buffer, 0, starts);
  const indices = new Uint32Array(buffer, 4 * starts, most);
  const values = new Float32Array(buffer, 4 * (starts + most), most);
  let at = 0;
  for (let n = 0; n < picked.length; n++) {
    for (let k = rows.offsets[picked[n]]; k < rows.offsets[picked[n] + 1]; k++) {
      const j = rows.indices[k];
      if (!(units[j] > 0)) continue;
      if (place[j] < 0) place[j] = column.push(j) - 1;
      indices[at] = place[j];
      values[at++] = rows.values[k];
    }
    offsets[n + 1] = at;
  }
  return {
    rows: new SparseRows(offsets, indices, values, column.length, new Float64Array(picked.length)),
    column: Uint32Array.from(column),
    scales: Float64Array.from(column, (j) => 1 / units[j]),
    shifts: Float64Array.from(column, (j) => centres[j] / units[j]),
    hasConstant: constant !== undefined,
  };
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

/** What is fitted. */
export interface Fitted {
  readonly loss: Loss;
  /** K, of several; undefined of two and of numbers. */
  readonly classes: number | undefined;
  /** Whether several classes are fitted jointly; absent: one against all. */
  readonly joint?: true | undefined;
}

/** tau from strong to weak, 10 to 1e-5, each about a seventh of the one before. */
export const STRENGTHS: readonly number[] = [10, 1.4, 0.2, 0.025, 3.5e-3, 5e-4, 7e-5, 1e-5];

/** Where a fit ends. */
export const EXACT: Enough = { gradient: 1e-7 };
/** The same where fits are compared. */
export const COMPARED: Enough = { gradient: 1e-5 };
/** What a hint needs, which tells no more than what share of labels fits get wrong: strengths, and where their fits end. */
export const GLANCE = { strengths: STRENGTHS.filter((_, n) => n % 2 === 1), enough: { gradient: 1e-2 } };
/** The same of joint fits, whose weakest strengths take hundreds of products a step: about 1e-8 of the objective is left, and 1e-6. */
export const JOINT = { exact: { gradient: 1e-6, gain: 1e-6 }, compared: { gradient: 1e-4, gain: 1e-4 } } satisfies Record<
  string,
  Enough
>;
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
 * Fits the models of a sample at one strength after the other, each from where the one before has ended, the first from `start`: of K
 * classes one against all, or jointly, by multinomial logistic regression.
 */
export function fitPath(sample: Sample, units: ColumnUnits, { loss, classes, joint }: Fitted, start?: Fit) {
  const { labels, importances: weights, rows } = sample;
  const columns = columnsOf(sample, units);
  const width = columns.column.length + 1;
  const all = new Float64Array((classes ?? 1) * width);
  const members = Array.from({ length: classes ?? 1 }, (_, k) => all.subarray(k * width, (k + 1) * width));
  if (start) for (const [k, member] of members.entries()) fillPoint(member, start.members[k], columns, units);
  const { positive, negative } = classesOf(loss);
  const targetsOf = (k: number): Float64Array =>
    classes === undefined ? labels : labels.map((label) => (label === k + 1 ? positive : negative));
  const losses = joint ? [softmaxLosses(labels, members.length)] : members.map((_, k) => lossesOf(loss, targetsOf(k)));
  const parts = losses.map((each, k) => ({ problem: new Problem(columns, each, weights), point: joint ? all : members[k] }));
  return {
    /** The models at this strength. */
    *at(strength: number, enough: Enough): Work<Fit> {
      for (const { problem, point } of parts) {
        problem.tau = strength;
        yield* minimise(problem, point, enough);
      }
      const found = members.map((member) => weightsAt(member, columns, units, rows.columns));
      return { strength, labels: labels.length, members: found };
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

/** Moves a point to these weights. */
function fillPoint(
  point: Float64Array,
  weights: Float64Array,
  { column, scales, shifts }: Columns,
  { constant: carrier }: ColumnUnits,
): void {
  let constant = carrier === undefined ? 0 : weights[carrier.column] * carrier.value;
  for (let j = 0; j < column.length; j++) {
    point[j] = weights[column[j]] / scales[j];
    constant += point[j] * shifts[j];
  }
  point[column.length] = carrier === undefined ? 0 : constant;
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
