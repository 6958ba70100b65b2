/**
 * Vowpal Wabbit text as Vowpal Wabbit's learner sees it: the constant is a feature like others, the last of the line before the
 * interactions, and features that fall on one weight stay entries of their own, in their order.
 *
 * Such rows are not canonical, and x.x of them is not what a step moves: they are for this folder's learner alone. The reader of
 * everything else (data/readers/vw/text.ts) sums what falls on one column.
 */
import { Growing } from '../rows/growing.ts';
import { GrowingEntries } from '../rows/growing-entries.ts';
import { roomHere, tooLarge } from '../rows/room.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { Features } from '../data/readers/vw/example.ts';
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
  const last = new Features();
  last.push(CONSTANT_HASH, 1);
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
const LIMITS = { entries: 2 ** 32 - 1, room: roomHere };

/** Grows rows entry by entry; they stay where they are written. */
class Entries {
  readonly #mask: number;
  readonly #offsets = new Growing(Uint32Array);
  readonly #entries = new GrowingEntries(LIMITS);
  #length = 0;

  constructor(mask: number) {
    this.#mask = mask;
    this.#offsets.push(0);
  }

  add({ hashes, values, length }: Features): void {
    const mask = this.#mask;
    let at = this.#length;
    if (at + length > this.#entries.indices.length) this.#entries.grow(at, at + length);
    const entries = this.#entries;
    for (let k = 0; k < length; k++) {
      const value = Math.fround(values[k]);
      if (value === 0) continue; // a product may be too small for single precision
      entries.indices[at] = hashes[k] & mask;
      entries.values[at++] = value;
    }
    this.#length = at;
  }

  endRow(): void {
    this.#offsets.push(this.#length);
  }

  build(): SparseRows {
    return new SparseRows(this.#offsets.shared(), ...this.#entries.finished(this.#length), this.#mask + 1);
  }
}
