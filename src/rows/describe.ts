import { CONSTANT, type Costs, type Dataset, selected } from './dataset.ts';
import type { SparseRows } from './sparse-rows.ts';

const PROBABILITIES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] as const;
const RANKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;
/** Distinct labels that are counted one by one. */
const MOST_COUNTED = 30;
const VOCABULARY_AT = [100, 1000] as const;

/** Numbers at given places (ranks, probabilities, row counts); a place the data does not reach is left out. */
export type Profile = readonly (readonly [at: number, value: number])[];

/** What the rows look like, their constant feature left out. */
export interface RowStatistics {
  readonly rows: number;
  /** Features that occur at least once. */
  readonly features: number;
  readonly nonZeros: number;
  readonly meanLength: number;
  /** Quantiles of the number of entries of a row. */
  readonly lengths: Profile;
  /** Quantiles of the values. */
  readonly values: Profile;
  /** Document frequency by rank. */
  readonly documentFrequency: Profile;
  /** Distinct features met after so many rows. */
  readonly vocabulary: Profile;
}

/** Of the rows that have a label; where none has, there are no counts, and no number to tell. */
export interface LabelStatistics {
  /** Distinct labels with their counts, ascending, where there are at most 30; else undefined. */
  readonly counts: readonly (readonly [label: number, count: number])[] | undefined;
  readonly least: number | undefined;
  readonly greatest: number | undefined;
  readonly mean: number | undefined;
  /** Share of labels above 0 where every label is -1 or +1; else undefined. */
  readonly positiveRate: number | undefined;
  /** Rows without a label. */
  readonly unlabelled: number;
}

/** What classes cost, example by example. */
export interface CostStatistics {
  /** Fewest and most costs that an example lists. */
  readonly listed: readonly [fewest: number, most: number];
  readonly least: number;
  readonly greatest: number;
  readonly mean: number;
}

/** A dataset in numbers. */
export interface Description {
  readonly name: string;
  readonly rows: RowStatistics;
  readonly labels: LabelStatistics;
  /** The names of the classes 1, 2, … that labels are numbers of; undefined where they are numbers in their own right. */
  readonly classNames: readonly string[] | undefined;
  /** undefined where the file lists none; labels are then the cheapest classes. */
  readonly costs: CostStatistics | undefined;
  /** Number of groups (queries), where the file gave some. */
  readonly groups: number | undefined;
}

/**
 * What a dataset looks like in numbers: the table of `iwal describe` and of "generated against real".
 *
 * All figures leave the constant feature out. A quantile at probability p is the smallest value with at least a share p of all
 * values at or below it. Document frequency at rank r is the share of rows that hold the r-th most frequent feature.
 */
export function describe({ name, rows, labels, classNames, costs, groups }: Dataset): Description {
  return {
    ...{ name, rows: describeRows(rows), labels: describeLabels(labels), classNames },
    costs: costs && describeCosts(costs),
    groups: groups && new Set(groups).size,
  };
}

/** The part of `describe` that needs no labels. */
export function describeRows(rows: SparseRows): RowStatistics {
  const frequency = new Uint32Array(rows.columns);
  const lengths = new Uint32Array(rows.length);
  let met = 0;
  const vocabulary: [number, number][] = [];
  const { indices } = rows;
  let nonZeros = 0;
  for (let i = 0; i < rows.length; i++) {
    let length = 0;
    for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) {
      const column = indices[k];
      if (column === CONSTANT) continue;
      if (frequency[column]++ === 0) met++;
      length++;
    }
    lengths[i] = length;
    nonZeros += length;
    if (VOCABULARY_AT.some((at) => at === i + 1)) vocabulary.push([i + 1, met]);
  }
  const descending = frequencies(rows, frequency, met).sort().reverse();
  return {
    rows: rows.length,
    features: met,
    nonZeros,
    meanLength: nonZeros / rows.length,
    lengths: quantiles(lengths),
    values: valueQuantiles(rows),
    documentFrequency: RANKS.filter((rank) => rank <= met).map((rank) => [rank, descending[rank - 1] / rows.length]),
    vocabulary,
  };
}

const counted = new WeakMap<SparseRows, number>();

/** Features that some row holds, the constant left out: `columns` counts it, and numbers below the largest that no row has. */
export function featuresMet(rows: SparseRows): number {
  const known = counted.get(rows);
  if (known !== undefined) return known;
  const { indices, columns } = rows;
  const isMet = new Uint8Array(columns);
  isMet[CONSTANT] = 1;
  let met = 0;
  for (let k = 0; k < rows.nonZeros; k++) {
    const column = indices[k];
    if (isMet[column] === 1) continue;
    isMet[column] = 1;
    met++;
  }
  counted.set(rows, met);
  return met;
}

/** Of the features met only: ids may run to 2^32, and memory that is never touched costs nothing. May empty `frequency`. */
function frequencies({ indices, columns, nonZeros }: SparseRows, frequency: Uint32Array, met: number): Uint32Array {
  if (columns <= nonZeros) return frequency.filter((n) => n > 0);
  const found = new Uint32Array(met);
  let k = 0;
  for (const column of indices) {
    if (column === CONSTANT || frequency[column] === 0) continue;
    found[k++] = frequency[column];
    frequency[column] = 0;
  }
  return found;
}

function describeLabels(all: Float64Array): LabelStatistics {
  // Sorted, not counted in a Map: that holds 2^24 different labels and no more.
  const sorted = selected(all, (label) => !Number.isNaN(label)).sort();
  const unlabelled = all.length - sorted.length;
  if (sorted.length === 0)
    return { counts: [], least: undefined, greatest: undefined, mean: undefined, positiveRate: undefined, unlabelled };
  const counts: [label: number, count: number][] = [];
  let sum = 0;
  for (let from = 0; from < sorted.length;) {
    const label = sorted[from];
    let to = from;
    while (to < sorted.length && sorted[to] === label) to++;
    sum += label * (to - from);
    if (counts.length <= MOST_COUNTED) counts.push([label, to - from]);
    from = to;
  }
  const signs = counts.every(([label]) => label === -1 || label === 1);
  return {
    counts: counts.length <= MOST_COUNTED ? counts : undefined,
    least: sorted[0],
    greatest: sorted[sorted.length - 1],
    mean: sum / sorted.length,
    positiveRate: signs ? (counts.find(([label]) => label === 1)?.[1] ?? 0) / sorted.length : undefined,
    unlabelled,
  };
}

function describeCosts({ offsets, costs }: Costs): CostStatistics {
  let [fewest, most] = [Infinity, 0];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const listed = offsets[i + 1] - offsets[i];
    fewest = Math.min(fewest, listed);
    most = Math.max(most, listed);
  }
  const sorted = costs.slice().sort();
  const sum = costs.reduce((total, cost) => total + cost, 0);
  return { listed: [fewest, most], least: sorted[0], greatest: sorted[sorted.length - 1], mean: sum / costs.length };
}

function quantiles(numbers: Uint32Array): Profile {
  if (numbers.length === 0) return [];
  const sorted = numbers.slice().sort();
  return PROBABILITIES.map((p) => [p, sorted[rankOf(p, sorted.length)]]);
}

/** Of so many numbers in ascending order, the place of the quantile at p, from 0. */
function rankOf(p: number, count: number): number {
  return Math.max(0, Math.ceil(p * count) - 1);
}

const HALF = 2 ** 16;

/**
 * Exact quantiles of the values in two linear passes, without a copy or a sort. The bits of floats, the sign turned, are in the order
 * of the floats: the first pass counts their upper halves, the second the lower halves of those that hold a quantile.
 */
function valueQuantiles({ indices, values, nonZeros }: SparseRows): Profile {
  const bits = new Int32Array(values.buffer, values.byteOffset, nonZeros);
  const upper = new Uint32Array(HALF);
  for (let k = 0; k < nonZeros; k++) if (indices[k] !== CONSTANT) upper[ordered(bits[k]) >>> 16]++;
  const counted = upper.reduce((sum, n) => sum + n, 0);
  if (counted === 0) return [];
  const places = PROBABILITIES.map((p) => placeIn(upper, rankOf(p, counted)));
  const halves = [...new Set(places.map(([half]) => half))];
  // Of every upper half, from 1, which of those it is: a Map would take longer than all else.
  const held = new Uint8Array(HALF);
  for (const [n, half] of halves.entries()) held[half] = n + 1;
  const lower = new Uint32Array((1 + halves.length) * HALF);
  for (let k = 0; k < nonZeros; k++) {
    const key = ordered(bits[k]);
    const of = held[key >>> 16];
    if (of > 0 && indices[k] !== CONSTANT) lower[of * HALF + (key & (HALF - 1))]++;
  }
  return PROBABILITIES.map((p, n) => {
    const [half, rank] = places[n];
    return [p, floatOf(half * HALF + placeIn(lower.subarray(held[half] * HALF), rank)[0])];
  });
}

/** Where in counts the number of this rank is, and its rank among those counted there. */
function placeIn(counts: Uint32Array, rank: number): readonly [at: number, rank: number] {
  let at = 0;
  while (rank >= counts[at]) rank -= counts[at++];
  return [at, rank];
}

/** Bits of floats as whole numbers from 0 in the order of the floats, -0 before 0. */
function ordered(bits: number): number {
  return (bits < 0 ? ~bits : bits ^ 0x80000000) >>> 0;
}

/** The float of such a number. */
function floatOf(key: number): number {
  return new Float32Array(Uint32Array.of(key >= 0x80000000 ? key ^ 0x80000000 : ~key).buffer)[0];
}
