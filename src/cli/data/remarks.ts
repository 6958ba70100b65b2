import { isWeighted } from '../../ledger/pool-identity.ts';
import { count, rounded } from '../../numerics/display.ts';
import { CONSTANT } from '../../rows/dataset.ts';
import { largestValues } from '../../rows/feature-scaling.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { minimumOfUnits } from '../../specs/build.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { budgetOf, consideredMass, rowsToPace, type Pool, type RunSpec } from '../../specs/run.ts';
import { optimizerTraits } from '../../specs/build-learner.ts';
import { leadReachWords, reachWords } from '../../streams/stopping/stop-words.ts';
import { leadReach } from '../../streams/stopping/lead.ts';
import { reachOf } from '../../streams/stopping/stopping.ts';

/** A feature so many times as large as the one in the middle decides alone what a step does. */
const FAR = 100;

/**
 * What a person should know who has features of very different sizes learned by a method whose steps suit one size: a line, or none.
 * Sizes are the largest values of the features; the largest of them is held against their median.
 */
export function scaleRemarks(spec: LearnerSpec, rows: SparseRows): string[] {
  if (!readsScale(spec)) return [];
  const watch = new SizeWatch(true);
  watch.add(rows);
  return watch.remarks(spec) ?? sizeRemarks(spec, largestValues(rows));
}

/** Whether the sizes of features matter to what learns. */
export function readsScale(spec: LearnerSpec): boolean {
  return spec.scale === undefined && optimizerTraits(spec).suitsAnyUnits !== true;
}

/** The same from the largest values of the features, one a column. */
export function sizeRemarks(spec: LearnerSpec, largest: Float64Array): string[] {
  const sizes = largest.filter((size, j) => size > 0 && j !== CONSTANT).sort();
  if (sizes.length === 0) return [];
  const large = sizes.at(-1)!;
  const middle = sizes[Math.floor((sizes.length - 1) / 2)];
  if (large < FAR * middle) return [];
  const [most, usual] = [large, middle].map((size) => count(rounded(size, 2)));
  return [
    `features are of very different sizes (values up to ${most}, most of them up to ${usual}), and ` +
      `steps of ${spec.optimizer.name} suit one: --scale max learns each in its own unit, and the default --optimizer needs ` +
      'none',
  ];
}

/** Rows that are looked at before it is asked whether more have to be. */
const STRIDE = 1 << 12;

/**
 * `scaleRemarks` of rows that come a piece at a time. Mostly few rows are enough to see that there is nothing to say, and to look at
 * every entry costs as much as to learn it: no value is larger than the root b of the largest squared norm, and where half of all
 * features have a value above b / FAR, so has the one in the middle. From then on it looks at norms alone.
 */
export class SizeWatch {
  readonly #canReadAgain: boolean;
  /** Of the entries it has looked at. */
  #largest: Float64Array = new Float64Array(0);
  #norm = 0;
  #columns = 0;
  #pieces = 0;
  /** Up to which norm, and how many columns, there is nothing to say. */
  #enough = { norm: -1, columns: 0 };
  #hasLookedAway = false;

  /** canReadAgain: whether who reads could hand over all rows once more. */
  constructor(canReadAgain: boolean) {
    this.#canReadAgain = canReadAgain;
  }

  /** Counts rows in. */
  add(rows: SparseRows): void {
    this.#columns = Math.max(this.#columns, rows.columns);
    for (let from = 0; from < rows.length; from += STRIDE) this.#add(rows, from, Math.min(rows.length, from + STRIDE));
  }

  #add(rows: SparseRows, from: number, to: number): void {
    for (let i = from; i < to; i++) if (rows.squaredNorms[i] > this.#norm) this.#norm = rows.squaredNorms[i];
    if (this.#canReadAgain && this.#areAlike()) {
      this.#hasLookedAway = true;
      return;
    }
    this.#largest = largestValues(rows, this.#largest, from, to);
    this.#pieces++;
    // To count takes as long as there are features: after 1, 2, 4, … pieces.
    if (Math.log2(this.#pieces) % 1 === 0) this.#count();
  }

  /** What to say; undefined where entries would have to be seen that it has not looked at. */
  remarks(spec: LearnerSpec): string[] | undefined {
    if (!this.#areAlike()) this.#count();
    if (this.#areAlike()) return [];
    return this.#hasLookedAway ? undefined : sizeRemarks(spec, this.#largest);
  }

  #areAlike(): boolean {
    return this.#norm <= this.#enough.norm && this.#columns <= this.#enough.columns;
  }

  #count(): void {
    // Of rows of one length a later one is the longest by its last digit: it asks for no second look. And one less: roots and squares
    // are rounded.
    const norm = 1.01 * this.#norm;
    const least = Math.sqrt(norm) / (FAR - 1);
    const large = this.#largest.reduce((count, size, j) => (size > least && j !== CONSTANT ? count + 1 : count), 0);
    this.#enough = { norm, columns: 2 * large - 1 };
  }
}

/** What has to be known of `--stop` before the first label is bought; nothing without it. */
export function stopRemarks(spec: RunSpec, pool: Pool): string[] {
  const minimum = spec.stop && minimumOfUnits(spec, pool);
  if (spec.stop === undefined || minimum === undefined) return [];
  if (spec.stop.measure === 'lead') {
    const rows = rowsToPace(pool.rows.length, pool.start);
    const labels = Math.min(budgetOf(spec, pool.rows.length), rows);
    return [`--stop: ${leadReachWords(spec.stop, leadReach(spec.stop, minimum, rows, labels), labels)}`];
  }
  const of = isWeighted(pool.importances) ? 'units of importance' : 'rows';
  return [`--stop: ${reachWords(spec.stop, reachOf(spec.stop, minimum, consideredMass(pool)), minimum, of)}`];
}
