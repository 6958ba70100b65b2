/**
 * Vowpal Wabbit text as Vowpal Wabbit's learner sees it: the constant is a feature like others, the last of the line before the
 * interactions, and features that fall on one weight stay entries of their own, in their order.
 *
 * Such rows are not canonical, and x.x of them is not what a step moves: they are for this folder's learner alone. The reader of
 * everything else (data/readers/vw/text.ts) sums what falls on one column.
 */
import { Growing } from '../rows/growing.ts';
import { allocated, counted, SizeError, tooLarge } from '../rows/room.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import type { Features } from '../data/readers/vw/example.ts';
import { CONSTANT_HASH } from '../data/readers/vw/hash.ts';
import { readVwText } from '../data/readers/vw/text.ts';
import type { VwSettings } from './settings.ts';

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
}

export async function readVwExamples(
  file: string,
  { bits, hash, interactions, constant }: VwSettings['features'],
): Promise<VwExamples> {
  const entries = new Entries(2 ** bits - 1);
  const [labels, importances, initials, lines] = Array.from({ length: 4 }, () => new Growing(Float64Array));
  const tags: string[] = [];
  const last: Features = { hashes: [CONSTANT_HASH], values: [1] };
  await readVwText(file, { labels: 'optional', bits, hash, interactions }, (example, products) => {
    labels.push(example.label ?? NaN);
    importances.push(example.importance);
    initials.push(example.initial);
    tags.push(example.tag);
    lines.push(example.line);
    for (const space of example.spaces) entries.add(space);
    if (constant) entries.add(last);
    entries.add(products);
    entries.endRow();
  });
  try {
    return {
      rows: entries.build(),
      labels: labels.shared(),
      importances: importances.shared(),
      initials: initials.shared(),
      tags,
      lines: lines.shared(),
    };
  } catch (error) {
    throw tooLarge({ file }, error);
  }
}

/** What offsets can number. */
const MOST_ENTRIES = 2 ** 32 - 1;

/** Grows rows entry by entry, by doubling. */
class Entries {
  readonly #mask: number;
  readonly #offsets = new Growing(Uint32Array);
  #indices = new Uint32Array(1024);
  #values = new Float32Array(1024);
  #length = 0;

  constructor(mask: number) {
    this.#mask = mask;
    this.#offsets.push(0);
  }

  add({ hashes, values }: Features): void {
    this.#reserve(this.#length + hashes.length);
    for (let k = 0; k < hashes.length; k++) {
      this.#indices[this.#length] = hashes[k] & this.#mask;
      this.#values[this.#length] = values[k];
      if (this.#values[this.#length] !== 0) this.#length++; // a product may be too small for single precision
    }
  }

  endRow(): void {
    this.#offsets.push(this.#length);
  }

  build(): SparseRows {
    return new SparseRows(
      this.#offsets.shared(),
      this.#indices.slice(0, this.#length),
      this.#values.slice(0, this.#length),
      this.#mask + 1,
    );
  }

  #reserve(length: number): void {
    if (length <= this.#indices.length) return;
    if (length > MOST_ENTRIES) throw new SizeError(`more than ${counted(MOST_ENTRIES, 'entries')}`);
    const [indices, values] = allocated(
      16 * length,
      counted(length, 'entries'),
      () => [new Uint32Array(2 * length), new Float32Array(2 * length)] as const,
    );
    indices.set(this.#indices);
    values.set(this.#values);
    this.#indices = indices;
    this.#values = values;
  }
}
