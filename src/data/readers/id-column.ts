/** Names that programs write over the numbers of rows: pandas none at all, and `Unnamed: 0` the second time; R `rownames`. */
const ROW_NUMBERS = /^(|index|unnamed: \d+|row[\s_.]?(names?|numbers?))$/i;

/** Whether a column is named as ids are: id, ID, doc_id, rowId; or as numbers of rows are. */
export function mayHoldIds(name: string | undefined): boolean {
  return name !== undefined && (/(^|[\s_.-])id$/i.test(name) || /[a-z]I[dD]$/.test(name) || ROW_NUMBERS.test(name));
}

/** Watches a column of numbers that is named as ids are: whether it holds another whole number in every row. */
export class IdColumn {
  /** From 0. */
  readonly column: number;
  readonly #met = new Set<string>();
  #isLikely = true;
  #rows = 0;

  constructor(column: number) {
    this.column = column;
  }

  get isLikely(): boolean {
    return this.#isLikely && this.#rows > 1;
  }

  see(cells: readonly string[]): void {
    if (!this.#isLikely) return;
    const cell = cells[this.column];
    this.#rows++;
    this.#isLikely = /^[+-]?\d+$/.test(cell) && !this.#met.has(cell);
    if (this.#isLikely) this.#met.add(cell);
    else this.#met.clear();
  }
}
