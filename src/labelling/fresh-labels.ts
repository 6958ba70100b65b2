import type { FreshEntry, Header } from '../ledger/entry.ts';
import { freshEstimate, freshRows } from '../streams/fresh.ts';
import type { Judge } from '../streams/judge.ts';
import type { Standing } from './question.ts';

/** A fresh label: which row, what the model in the end said of it, and the answer; null where nobody could tell. */
export type FreshLabel = Pick<FreshEntry, 'row' | 'prediction' | 'label'>;

/** What decides which labels are fresh. */
export interface FreshParts {
  readonly header: Header;
  readonly judge: Judge;
  /** Whether the model in the end has learned the label of a row. */
  readonly isLearned: (row: number) => boolean;
}

/**
 * Labels that are asked for once a session is over, to tell the error of the model in the end: rows that it has not learned, in the
 * order of a draw of their own (streams/fresh.ts). Nothing learns them, and they are part of no other number.
 */
export class FreshLabels {
  readonly #judge: Judge;
  readonly #rows: Uint32Array;
  readonly #given: FreshLabel[];

  constructor({ header, judge, isLearned }: FreshParts, given: readonly FreshLabel[]) {
    const { data, pass = 0, spec } = header;
    const { seed } = spec as { readonly seed: number };
    this.#judge = judge;
    this.#rows = freshRows({ seed, rows: data.rows, checksum: data.checksum, pass, isLearned });
    this.#given = [...given];
  }

  get given(): readonly FreshLabel[] {
    return this.#given;
  }

  /** How many rows there are to draw from. */
  get rows(): number {
    return this.#rows.length;
  }

  /** How many are to be asked for where so many are wanted. */
  atMost(wanted: number): number {
    return Math.min(wanted, this.#rows.length);
  }

  /** The row that is asked about next; undefined behind the last one. */
  get next(): number | undefined {
    return this.#rows.at(this.#given.length);
  }

  give(label: FreshLabel): void {
    this.#given.push(label);
  }

  takeBack(): void {
    this.#given.pop();
  }

  /** What they say; undefined where there are none. */
  get final(): Standing['final'] {
    return this.#given.length === 0 ? undefined : freshEstimate(this.#rows.length, this.#judge, this.#given);
  }
}
