import { DataError } from '../files/data-error.ts';
import { SparseRows } from './sparse-rows.ts';
import { murmur3 } from '../numerics/murmur3.ts';
import { GrowingEntries, type Memory, sharedFloat64, sharedUint32, sharedFloat32 } from './building/growing.ts';
import { adoptMemory, bufferOfRows } from './kernels/kernels.ts';

/**
 * A dataset: sparse rows, one label a row, and what a reader may know besides.
 *
 * Feature 0 is the constant of every row, 1 unless another one or none is asked for (withConstant); a file's feature j is column j
 * + 1, whether the file counts from 0 or 1.
 */
export interface Dataset {
  readonly name: string;
  readonly rows: SparseRows;
  /** One label a row: -1 and +1 after reading a binary task, else the number in the file; NaN for none, where that is legal. */
  readonly labels: Float64Array;
  /** Importance of each row where the file gives one (all 1 otherwise, and then absent). */
  readonly importances?: Float64Array;
  /** What the classes of the labels -1 and +1 are called, where they have names. */
  readonly classes?: readonly [negative: string, positive: string];
  /** The names of the classes 1, 2, … that labels are numbers of, where the reader was asked for classes. */
  readonly classNames?: readonly string[];
  /** What the classes of each row cost where the file says so; labels are then the cheapest class, the first of several. */
  readonly costs?: Costs;
  /** Query identifier of each row where the file gives one (qid:n). */
  readonly groups?: Uint32Array;
  /** The id of each row where the file has a column of them. */
  readonly ids?: readonly string[];
  /** The text of each row where the reader was asked for one. */
  readonly texts?: readonly string[];
  /** Rows that have something in the column of labels, whether it is read or not; absent where there is no such column. */
  readonly labelled?: number;
  /**
   * A column of features that is named as ids are, and holds another whole number in every row: it is likely to be one. Its number,
   * from 1, where it has no name.
   */
  readonly idColumn?: string | number;
  /** Documents of which nothing but text is learned: the other columns or keys that have no use; absent where there are none. */
  readonly unused?: readonly string[];
}

/** Column of the constant feature. */
export const CONSTANT = 0;

/** The importance of a row that readers take at most: sums of squares, divided by the square of a probability, stay finite. */
const LARGEST_IMPORTANCE = 1e100;

/** What a reader takes for an importance, in words. */
export const LEGAL_IMPORTANCE = `an importance, a number from 0 to ${LARGEST_IMPORTANCE}`;

/** Whether a reader takes it for an importance. */
export function isImportance(h: number): boolean {
  return h >= 0 && h <= LARGEST_IMPORTANCE;
}

/** The importances of a dataset, as it holds them: not at all where each is 1. */
export function withImportances(importances: Float64Array): Pick<Dataset, 'importances'> {
  return importances.some((h) => h !== 1) ? { importances } : {};
}

/**
 * What classes cost, example by example, where a file says so: a sparse table beside the rows.
 *
 * Example i lists entries offsets[i] … offsets[i+1]-1: class classes[k], counted from 1, costs costs[k]. A class is listed once an
 * example, in any order; what is not listed is not known.
 */
export interface Costs {
  readonly offsets: Uint32Array;
  readonly classes: Uint32Array;
  readonly costs: Float64Array;
  /** Line of each example in the file. */
  readonly lines: Uint32Array;
}

/**
 * The rows of each query: query q has rows members[offsets[q]] … members[offsets[q + 1] - 1], in their order in the data; queries in the
 * order in which they first appear.
 */
export interface Queries {
  readonly offsets: Uint32Array;
  readonly members: Uint32Array;
}

/** From the query of each row; the rows of one query need not stand together. */
export function queriesOf(groups: Uint32Array): Queries {
  const places = new Map<number, number>();
  for (const group of groups) if (!places.has(group)) places.set(group, places.size);
  const offsets = new Uint32Array(places.size + 1);
  for (const group of groups) offsets[places.get(group)! + 1]++;
  for (let q = 0; q < places.size; q++) offsets[q + 1] += offsets[q];
  const next = offsets.slice(0, -1);
  const members = new Uint32Array(groups.length);
  groups.forEach((group, i) => {
    members[next[places.get(group)!]++] = i;
  });
  return { offsets, members };
}

/**
 * Share of the rows that are of the smaller class, each counted with its importance: the error of always saying the larger class,
 * which every classifier has to beat. Labels above 0 are positive.
 */
export function smallerClass(labels: Float64Array, importances?: Float64Array): number {
  let mass = 0;
  let positive = 0;
  labels.forEach((y, i) => {
    const importance = importances === undefined ? 1 : importances[i];
    mass += importance;
    if (y > 0) positive += importance;
  });
  return Math.min(positive, mass - positive) / mass;
}

/** The same of any number of classes, each with a label of its own: the share of the rows that are not of the largest class. */
export function smallerClasses(labels: Float64Array, importances?: Float64Array): number {
  const masses = new Map<number, number>();
  let all = 0;
  labels.forEach((y, i) => {
    const importance = importances === undefined ? 1 : importances[i];
    all += importance;
    masses.set(y, (masses.get(y) ?? 0) + importance);
  });
  return (all - Math.max(...masses.values())) / all;
}

/**
 * Refuses a pool that has nothing to learn from: rows without any feature, the constant aside.
 *
 * @throws DataError where no row of the file has a feature that is not 0: every prediction would be the same.
 */
export function requireFeatures(file: string, { indices, length }: SparseRows): void {
  if (indices.some((column) => column !== CONSTANT)) return;
  const legal =
    'rows with features that are not 0: see whether the format is right, and which columns are left out (--format, ' +
    '--ignore-columns; --text-column is only shown: --text learns from the words of a column, of two letters or more)';
  throw new DataError({ file, found: `${length} rows without a feature, so that nothing tells one from another`, legal });
}

/**
 * Some rows of a dataset, in the order asked for, as a dataset of its own with the same columns.
 *
 * The rows named by `chosen` (row numbers, repeats allowed) under a new name.
 */
export function selectRows(dataset: Dataset, chosen: Uint32Array, name: string): Dataset {
  const { rows, labels, importances, groups, classes, classNames, costs } = dataset;
  const offsets = new Uint32Array(new SharedArrayBuffer(4 * (chosen.length + 1)));
  for (let i = 0; i < chosen.length; i++) offsets[i + 1] = offsets[i] + rows.offsets[chosen[i] + 1] - rows.offsets[chosen[i]];
  const nonZeros = offsets[chosen.length];
  const entries = bufferOfRows(8 * nonZeros);
  const indices = new Uint32Array(entries, 0, nonZeros);
  const values = new Float32Array(entries, 4 * nonZeros, nonZeros);
  const { indices: allIndices, values: allValues } = rows;
  for (let i = 0; i < chosen.length; i++) {
    const end = offsets[i + 1];
    // By hand: views of rows of some tens of entries cost more than their entries.
    for (let k = offsets[i], from = rows.offsets[chosen[i]]; k < end; k++, from++) {
      indices[k] = allIndices[from];
      values[k] = allValues[from];
    }
  }
  const pick = (numbers: ArrayLike<number>): number[] => Array.from(chosen, (row) => numbers[row]);
  return {
    name,
    rows: new SparseRows(offsets, indices, values, rows.columns),
    labels: sharedFloat64(pick(labels)),
    ...(importances === undefined ? {} : { importances: sharedFloat64(pick(importances)) }),
    ...(groups === undefined ? {} : { groups: sharedUint32(pick(groups)) }),
    ...(classes && { classes }),
    ...(classNames && { classNames }),
    ...(costs && { costs: selectCosts(costs, chosen) }),
  };
}

function selectCosts({ offsets, classes, costs, lines }: Costs, chosen: Uint32Array): Costs {
  const entries = Array.from(chosen, (row) =>
    Array.from({ length: offsets[row + 1] - offsets[row] }, (_, k) => offsets[row] + k),
  );
  const ends = new Uint32Array(chosen.length + 1);
  entries.forEach(({ length }, i) => (ends[i + 1] = ends[i] + length));
  const all = entries.flat();
  return {
    offsets: ends,
    classes: Uint32Array.from(all, (k) => classes[k]),
    costs: Float64Array.from(all, (k) => costs[k]),
    lines: Uint32Array.from(chosen, (row) => lines[row]),
  };
}

/**
 * The numbers of which `isMeant` says so, in their order; it is asked twice about each.
 *
 * A typed array's own `filter` collects what it keeps in a list, and a list of more than some 10^8 numbers ends the whole process;
 * numbers of rows may be more.
 *
 * @example
 * Array.from(selected(Uint32Array.of(3, 1, 2), (n) => n > 1)) // => [3, 2]
 */
export function selected(numbers: Uint32Array, isMeant: (n: number) => boolean): Uint32Array;
export function selected(numbers: Float64Array, isMeant: (n: number) => boolean): Float64Array;
export function selected<N extends Uint32Array | Float64Array>(numbers: N, isMeant: (n: number) => boolean): N {
  let count = 0;
  for (const number of numbers) if (isMeant(number)) count++;
  const kept = new (numbers.constructor as new (length: number) => N)(count);
  let at = 0;
  for (const number of numbers) if (isMeant(number)) kept[at++] = number;
  return kept;
}

/**
 * 0 to n - 1: the rows as they stand.
 *
 * @example
 * Array.from(upTo(3)) // => [0, 1, 2]
 */
export function upTo(n: number): Uint32Array {
  const numbers = new Uint32Array(n);
  for (let i = 0; i < n; i++) numbers[i] = i;
  return numbers;
}

/** The data of a run: the part that it learns from, and the parts that it is judged on. */
export interface Split {
  readonly train: Dataset;
  /** Judges settings: a stated rule may choose by it. */
  readonly validation?: Dataset;
  /** Judges the chosen setting: no rule may choose by it. */
  readonly test?: Dataset;
}

/** The parts of a split that are there: train, validation, test. */
export function partsOf({ train, validation, test }: Split): Dataset[] {
  return [train, validation, test].filter((part) => part !== undefined);
}

/** The split with something else made of each of its parts. */
export function everyPart({ train, validation, test }: Split, made: (part: Dataset) => Dataset): Split {
  return { train: made(train), ...(validation && { validation: made(validation) }), ...(test && { test: made(test) }) };
}

/** Bytes that the rows and labels of a split take. */
export function bytesOf(split: Split): number {
  return partsOf(split).reduce((sum, { rows }) => sum + 8 * rows.nonZeros + 20 * rows.length, 0);
}

/** A split without the entries of its rows, in memory of its own: what is left has their lengths, labels and all that is known besides. */
export function outlineOf(split: Split): Split {
  return everyPart(split, ({ rows: { offsets, columns }, labels, importances, ...known }) => ({
    ...known,
    rows: new SparseRows(offsets.slice(), new Uint32Array(), new Float32Array(), columns, new Float64Array()),
    labels: labels.slice(),
    ...(importances && { importances: importances.slice() }),
  }));
}

/** Features of a learner that meets all parts of a split: later parts may know features the first does not. */
export function columnsOf(split: Split): number {
  return Math.max(...partsOf(split).map(({ rows }) => rows.columns));
}

/**
 * Cuts the rows 0 … n-1 into so many shards by a hash of their numbers, shard = murmur3(number as 4 bytes, little-endian) mod shards:
 * the numbers of each shard's rows, ascending. The same on every machine; a shard may be empty.
 *
 * @throws RangeError for a number of shards that is no positive whole number.
 *
 * @example
 * shardsOf(6, 2).map((rows) => [...rows]) // => [[0, 1, 5], [2, 3, 4]]
 */
export function shardsOf(n: number, shards: number): Uint32Array[] {
  if (!(Number.isInteger(shards) && shards >= 1)) throw new RangeError(`the number of shards must be 1 or more, found ${shards}`);
  const bytes = new Uint8Array(4);
  const view = new DataView(bytes.buffer);
  const places = Uint32Array.from({ length: n }, (_, row) => {
    view.setUint32(0, row, true);
    return murmur3(bytes, 0, 4, 0) % shards;
  });
  const sizes = new Uint32Array(shards);
  for (const shard of places) sizes[shard]++;
  const parts = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(shards);
  places.forEach((shard, row) => {
    parts[shard][filled[shard]++] = row;
  });
  return parts;
}

/** The splits of a study by dataset name, as a structured clone delivers them. */
export type SharedSplits = ReadonlyMap<string, Split>;

/** The splits of a study, rebuilt. */
export function rebuiltSplits(shared: SharedSplits): ReadonlyMap<string, Split> {
  return new Map([...shared].map(([name, split]) => [name, rebuiltSplit(split)]));
}

/** A split whose parts came from another thread, which sends data without methods. */
export function rebuiltSplit(split: Split): Split {
  return everyPart(split, rebuilt);
}

/**
 * A dataset as it arrives at a worker thread: a structured clone shares the buffers but strips classes, so rows are rebuilt around
 * the same memory.
 */
export function rebuilt(dataset: Dataset): Dataset {
  const { offsets, indices, values, columns, squaredNorms, memory } = dataset.rows;
  if (memory !== undefined) adoptMemory(memory);
  return { ...dataset, rows: new SparseRows(offsets, indices, values, columns, squaredNorms) };
}

/** Value of the constant feature, a number that is positive and finite in single precision; 'none' for rows without one. */
export type Constant = number | 'none';

/** What a constant can be, in words. */
export const LEGAL_CONSTANT = "a number > 0, finite in single precision, or 'none'";

/** Whether the value can be a constant. */
export function isConstant(value: unknown): value is Constant {
  return value === 'none' || (typeof value === 'number' && Math.fround(value) > 0 && Math.fround(value) < Infinity);
}

/** What rows hold of it, 0 for none; readers give them 1. */
export function constantValue(constant: Constant = 1): number {
  return constant === 'none' ? 0 : Math.fround(constant);
}

/**
 * The data with this constant in every row (column 0), whatever constant they had; the same object where nothing changes, and
 * where no constant is asked for.
 *
 * Readers give every row the constant 1. On rows of unit length that is half of x.x, and a step moves all predictions by as much
 * as the one it is about; a smaller constant, or none, leaves the features more of it. Rows of different constants are different
 * data: they have different checksums, and so other coins and another place in ledgers.
 *
 * Binary caches hold rows as they were read; another constant is put in when they are loaded, so that there is one copy of a file
 * on the disk whatever constants it is learned with. A number needs new values only: offsets and indices are shared with the old
 * rows.
 *
 * @throws RangeError for a constant that is none.
 */
export function withConstant<D extends { readonly rows: SparseRows }>(data: D, constant: Constant | undefined): D {
  if (constant === undefined) return data;
  if (!isConstant(constant)) throw new RangeError(`the constant must be ${LEGAL_CONSTANT}, found ${String(constant)}`);
  const value = constantValue(constant);
  const { rows } = data;
  if (everyRow(rows, (found) => found === value)) return data;
  if (value !== 0 && everyRow(rows, (found) => found !== 0)) return { ...data, rows: withValue(rows, value) };
  const entries = new GrowingEntries();
  entries.grow(0, rows.nonZeros + rows.length);
  return { ...data, rows: rewritten(rows, value, entries) };
}

/**
 * The same for pieces of rows, each good until the next one is handed over: 'none' is taken out where the rows stand, which are not theirs
 * any more.
 *
 * @throws RangeError for a constant that is none.
 */
export function piecesWithConstant(constant: Constant | undefined): <D extends { readonly rows: SparseRows }>(piece: D) => D {
  if (constant !== 'none') return (piece) => withConstant(piece, constant);
  return (piece) =>
    everyRow(piece.rows, (found) => found === 0) ? piece : { ...piece, rows: rewritten(piece.rows, 0, piece.rows, ArrayBuffer) };
}

/** Whether the constant of every row, 0 for none, is as it should be. */
function everyRow(
  { offsets, indices, values }: Pick<SparseRows, 'offsets' | 'indices' | 'values'>,
  isRight: (constant: number) => boolean,
): boolean {
  for (let i = 0; i < offsets.length - 1; i++) {
    const k = offsets[i];
    if (!isRight(k < offsets[i + 1] && indices[k] === CONSTANT ? values[k] : 0)) return false;
  }
  return true;
}

/** Rows that all have a constant, with another one. */
function withValue({ offsets, indices, values, columns, length }: SparseRows, constant: number): SparseRows {
  const changed = sharedFloat32(values);
  for (let i = 0; i < length; i++) changed[offsets[i]] = constant;
  return new SparseRows(offsets, indices, changed, columns);
}

/** Any rows with a constant, or without one where it is 0, written here: without one it may be where they stand. */
function rewritten(
  { offsets, indices, values, columns, length }: SparseRows,
  constant: number,
  { indices: into, values: singles }: Pick<SparseRows, 'indices' | 'values'>,
  memory: Memory = SharedArrayBuffer,
): SparseRows {
  const ends = new Uint32Array(new memory(4 * (length + 1)));
  const norms = new Float64Array(new memory(8 * length));
  let at = 0;
  for (let i = 0; i < length; i++) {
    const first = offsets[i];
    const end = offsets[i + 1];
    let norm = constant * constant;
    if (constant !== 0) {
      into[at] = CONSTANT;
      singles[at++] = constant;
    }
    for (let k = first < end && indices[first] === CONSTANT ? first + 1 : first; k < end; k++) {
      const value = values[k];
      into[at] = indices[k];
      singles[at++] = value;
      norm += value * value;
    }
    ends[i + 1] = at;
    norms[i] = norm;
  }
  return new SparseRows(ends, into.subarray(0, at), singles.subarray(0, at), Math.max(columns, CONSTANT + 1), norms);
}

/** The parts with the constant feature that a spec wants; the same where it says nothing, or they have it already. */
export function splitWithConstant(split: Split, { constant }: { readonly constant?: Constant }): Split {
  return everyPart(split, (part) => withConstant(part, constant));
}
