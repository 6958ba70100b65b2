import { Growing } from '../rows/growing.ts';
import { GrowingEntries } from '../rows/growing-entries.ts';
import { roomHere, tooLarge } from '../rows/room.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import type { Costs } from '../rows/costs.ts';
import { namesUpTo } from '../data/documents/several-classes.ts';
import { GrowingCosts } from '../data/readers/vw/costs.ts';
import { Features } from '../data/readers/vw/example.ts';
import { CONSTANT_HASH } from '../data/readers/vw/hash.ts';
import { readVwText } from '../data/readers/vw/text.ts';
import type { VwSettings } from './settings.ts';

/** What labels are: numbers, or classes 1 … K, by label or by cost. */
export type VwLabels = 'numbers' | { readonly classes: number };

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

/**
 * Vowpal Wabbit text as Vowpal Wabbit's learner sees it: the constant is a feature like others, the last of the line before the
 * interactions, and features that fall on one weight stay entries of their own, in their order.
 *
 * Such rows are not canonical, and x.x of them is not what a step moves: they are for this folder's learner alone. The reader of
 * everything else (data/readers/vw/text.ts) sums what falls on one column.
 */
export async function readVwExamples(
  file: string,
  { bits, hash, interactions, constant }: VwSettings['features'],
  kind: VwLabels = 'numbers',
): Promise<VwExamples> {
  const entries = new Entries(2 ** bits - 1);
  const [labels, importances, initials, lines] = Array.from({ length: 4 }, () => new Growing(Float64Array));
  const tags: string[] = [];
  const last = new Features();
  last.push(CONSTANT_HASH, 1);
  const costs = new GrowingCosts(file);
  const wanted =
    kind === 'numbers' ? ({ labels: 'optional' } as const) : ({ labels: 'class', classNames: namesUpTo(kind.classes) } as const);
  await readVwText(file, { ...wanted, bits, hash, interactions }, (example, products) => {
    labels.push(costs.cheapestOf(example) ?? example.label ?? NaN);
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
      ...costs.finish(),
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
