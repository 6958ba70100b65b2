import { Growing } from '../rows/building/growing.ts';
import { GrowingEntries } from '../rows/building/growing-entries.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { LIMITS, type ExamplePiece } from './example-parser.ts';
import type { VwExamples } from './examples.ts';

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
