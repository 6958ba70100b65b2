/**
 * Which line each entry stands on: lines follow each other but where something else stands between them, so that a million of them take a
 * few numbers.
 *
 * @example
 * const lines = new LineRuns();
 * for (const line of [2, 3, 7, 8]) lines.push(line);
 * lines.length = 3;
 * lines.push(10);
 * lines.all() // => [2, 3, 7, 10]
 */
export class LineRuns {
  /** Where runs begin: the entry, from 0, and its line. */
  readonly #entries: number[] = [];
  readonly #lines: number[] = [];
  #length = 0;

  /** The line of the next entry. */
  push(line: number): void {
    if (line !== this.#next()) {
      this.#entries.push(this.#length);
      this.#lines.push(line);
    }
    this.#length++;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes back all but the first n, as an array does. */
  set length(n: number) {
    while (this.#entries.length > 0 && this.#entries.at(-1)! >= n) {
      this.#entries.pop();
      this.#lines.pop();
    }
    this.#length = Math.min(this.#length, n);
  }

  /** Of every entry, as a fresh array. */
  all(): number[] {
    const lines: number[] = [];
    this.#entries.forEach((from, run) => {
      const to = this.#entries.at(run + 1) ?? this.#length;
      for (let entry = from; entry < to; entry++) lines.push(this.#lines[run] + entry - from);
    });
    return lines;
  }

  /** The line behind that of the last entry; NaN where there is none. */
  #next(): number {
    return this.#lines.at(-1)! + this.#length - this.#entries.at(-1)!;
  }
}
