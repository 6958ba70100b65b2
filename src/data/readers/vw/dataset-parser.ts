import type { Dataset } from '../../../rows/dataset.ts';
import type { BlockParser, Habits, Progress } from '../blocks/block-parser.ts';
import type { ReadOptions } from '../reader.ts';
import { completed } from './options.ts';
import { VwRows } from './rows.ts';
import { VwText } from './vw-text.ts';

/** Makes rows of a dataset of Vowpal Wabbit text, a block of complete lines at a time. */
export class VwDatasetParser implements BlockParser<Dataset> {
  readonly #rows: VwRows;
  readonly #text: VwText;

  constructor(file: string, options: ReadOptions) {
    const complete = completed(file, options);
    this.#rows = new VwRows(file, complete.bits);
    this.#text = new VwText(file, complete, this.#rows.take);
  }

  get line(): number {
    return this.#text.line;
  }

  /** Taken so far. */
  get examples(): number {
    return this.#text.examples;
  }

  get habits(): Habits {
    return this.#text.habits;
  }

  /** What comes from here on is behind what others have read. */
  goOn(progress: Progress): void {
    this.#text.goOn(progress);
    this.#rows.goOn(progress);
  }

  parse(lines: Buffer): void {
    this.#text.parse(lines);
  }

  piece(): Dataset {
    return this.#rows.piece();
  }

  /** What classes cost in all lines, or those since it was forgotten; nothing where the file has no costs. */
  costs(): Pick<Dataset, 'costs'> {
    return this.#rows.costs();
  }

  forgetCosts(): void {
    this.#rows.forgetCosts();
  }
}
