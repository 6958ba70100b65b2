import type { Sample } from '../fits/sample.ts';
import { arrayIn, type State, type Stateful } from '../numerics/state.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';

/** A label that stands, and what it was learned with. */
export interface LearnedLabel {
  readonly row: number;
  readonly label: number;
  /** The row's own. */
  readonly rowImportance: number;
  /** What the online learner learned it with; 0 where it learned nothing from it. */
  readonly learned: number;
  /** i/p, what it counts in sums and estimates; 0 where the label was known before and its row was not met since. */
  readonly importance: number;
}

const FIELDS = ['row', 'label', 'rowImportance', 'learned', 'importance'] as const;

/** The labels that a run has learned, in the order of their answers: what a model is fitted to. */
export class LearnedLabels implements Stateful {
  readonly #columns: Record<(typeof FIELDS)[number], number[]> = {
    row: [],
    label: [],
    rowImportance: [],
    learned: [],
    importance: [],
  };

  get count(): number {
    return this.#columns.row.length;
  }

  add(learned: LearnedLabel): void {
    for (const field of FIELDS) this.#columns[field].push(learned[field]);
  }

  /** The label of a row that was known before counts this much from now on. */
  meet(row: number, importance: number): void {
    this.#columns.importance[this.#columns.row.indexOf(row)] = importance;
  }

  at(place: number): LearnedLabel {
    const { row, label, rowImportance, learned, importance } = this.#columns;
    return {
      row: row[place],
      label: label[place],
      rowImportance: rowImportance[place],
      learned: learned[place],
      importance: importance[place],
    };
  }

  /** The first n of them. */
  sample(n: number, rows: SparseRows): Sample {
    const { row, label, rowImportance } = this.#columns;
    return {
      rows,
      picked: Uint32Array.from(row.slice(0, n)),
      labels: Float64Array.from(label.slice(0, n)),
      importances: Float64Array.from(rowImportance.slice(0, n)),
    };
  }

  state(): State {
    return Object.fromEntries(FIELDS.map((field) => [field, Float64Array.from(this.#columns[field])]));
  }

  restore(state: State): void {
    for (const field of FIELDS) this.#columns[field] = Array.from(arrayIn(state, field));
  }
}
