import type { Costs } from '../rows/costs.ts';
import { Growing } from '../rows/building/growing.ts';
import { GrowingEntries } from '../rows/building/growing-entries.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { LIMITS, type ExamplePiece } from './example-parser.ts';

/**
 * Vowpal Wabbit text as Vowpal Wabbit's learner sees it: the constant is a feature like others, the last of the line before the
 * interactions, and features that fall on one weight stay entries of their own, in their order.
 *
 * Such rows are not canonical, and x.x of them is not what a step moves: they are for this folder's learner alone. The reader of
 * everything else (data/readers/vw/text.ts) sums what falls on one column.
 */
export interface VwExamples {
  readonly rows: SparseRows;
  /** NaN where there is none. */
  readonly labels: Float64Array;
  readonly importances: Float64Array;
  /** What the prediction of each starts from. */
  readonly initials: Float64Array;
  readonly tags: readonly string[];
  /** Line of each in the file, from 1. */
  readonly lines: Float64Array;
  /** What classes cost where the file says so. */
  readonly costs?: Costs;
}

/** Pieces of examples, one behind the other; each may be written over when it was added. */
export class JoinedExamples {
  readonly #columns: number;
  readonly #offsets = new Growing(Uint32Array);
  readonly #entries = new GrowingEntries(LIMITS);
  #entriesUsed = 0;
  readonly #labels = new Growing(Float64Array);
  readonly #importances = new Growing(Float64Array);
  readonly #initials = new Growing(Float64Array);
  readonly #lines = new Growing(Float64Array);
  readonly #tags: string[] = [];

  constructor(columns: number) {
    this.#columns = columns;
    this.#offsets.push(0);
  }

  /** Examples so far. */
  get length(): number {
    return this.#labels.length;
  }

  /** before: lines before those of the piece. */
  add({ offsets, indices, values, labels, importances, initials, tags, lines }: ExamplePiece, before: number): void {
    const start = this.#entriesUsed;
    const end = start + values.length;
    if (end > this.#entries.indices.length) this.#entries.grow(start, end);
    this.#entries.indices.set(indices, start);
    this.#entries.values.set(values, start);
    this.#entriesUsed = end;
    for (let i = 0; i < labels.length; i++) {
      this.#offsets.push(start + offsets[i + 1]);
      this.#labels.push(labels[i]);
      this.#importances.push(importances[i]);
      this.#initials.push(initials[i]);
      this.#lines.push(before + lines[i]);
      this.#tags.push(tags[i]);
    }
  }

  finish(): Omit<VwExamples, 'costs'> {
    return {
      rows: new SparseRows(this.#offsets.shared(), ...this.#entries.finished(this.#entriesUsed), this.#columns),
      labels: this.#labels.shared(),
      importances: this.#importances.shared(),
      initials: this.#initials.shared(),
      tags: this.#tags,
      lines: this.#lines.shared(),
    };
  }
}
