import type { BlockParser, Habits, Progress } from '../data/readers/blocks/lane.ts';
import { GrowingCosts } from '../data/readers/vw/dataset-parser.ts';
import { Features, type VwExample } from '../data/readers/vw/example.ts';
import { CONSTANT_HASH } from '../data/readers/vw/hash.ts';
import type { VwTextOptions } from '../data/readers/vw/options.ts';
import { VwText } from '../data/readers/vw/vw-text.ts';
import type { Costs } from '../rows/dataset.ts';
import { Growing, GrowingEntries, roomHere } from '../rows/building/growing.ts';

/** What offsets can number. */
export const LIMITS = { entries: 2 ** 32 - 1, room: roomHere };

/** How text becomes examples. */
export interface ExampleOptions extends VwTextOptions {
  /** Whether the constant is a feature of every example. */
  readonly constant: boolean;
}

/** Examples of some lines: what each has in an array of its own, features one behind the other. */
export interface ExamplePiece {
  readonly offsets: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
  /** NaN where there is none. */
  readonly labels: Float64Array;
  readonly importances: Float64Array;
  readonly initials: Float64Array;
  readonly tags: readonly string[];
  /** Line of each, from 1, of those of this piece. */
  readonly lines: Float64Array;
}

/** Makes examples as Vowpal Wabbit's learner sees them (examples.ts) of text, a block of complete lines at a time. */
export class ExampleParser implements BlockParser<ExamplePiece> {
  readonly #text: VwText;
  readonly #costs: GrowingCosts;
  readonly #constant: Features | undefined;
  readonly #mask: number;
  readonly #offsets = new Growing(Uint32Array);
  readonly #entries = new GrowingEntries(LIMITS);
  #length = 0;
  readonly #labels = new Growing(Float64Array);
  readonly #importances = new Growing(Float64Array);
  readonly #initials = new Growing(Float64Array);
  readonly #lines = new Growing(Float64Array);
  #tags: string[] = [];
  /** Lines before those of the next piece. */
  #before = 0;

  constructor(file: string, { constant, ...options }: ExampleOptions) {
    this.#text = new VwText(file, options, this.#take);
    this.#costs = new GrowingCosts(file);
    this.#mask = 2 ** options.bits - 1;
    this.#offsets.push(0);
    if (!constant) return;
    this.#constant = new Features();
    this.#constant.push(CONSTANT_HASH, 1);
  }

  get line(): number {
    return this.#text.line;
  }

  get habits(): Habits {
    return this.#text.habits;
  }

  /** What comes from here on is behind what others have read. */
  goOn(progress: Pick<Progress, 'lines' | 'habits'>): void {
    this.#text.goOn(progress);
    this.#before = progress.lines;
  }

  parse(lines: Buffer): void {
    this.#text.parse(lines);
  }

  piece(): ExamplePiece {
    const { indices, values } = this.#entries;
    const piece = {
      offsets: this.#offsets.shared(),
      indices: indices.subarray(0, this.#length),
      values: values.subarray(0, this.#length),
      labels: this.#labels.shared(),
      importances: this.#importances.shared(),
      initials: this.#initials.shared(),
      lines: this.#lines.shared(),
      tags: this.#tags,
    };
    this.#offsets.push(0);
    this.#length = 0;
    this.#tags = [];
    this.#before = this.line;
    return piece;
  }

  /** What classes cost; nothing where the file has no costs. */
  costs(): { readonly costs?: Costs } {
    return this.#costs.finish();
  }

  readonly #take = (example: VwExample, products: Features): void => {
    this.#labels.push(this.#costs.cheapestOf(example) ?? example.label ?? NaN);
    this.#importances.push(example.importance);
    this.#initials.push(example.initial);
    this.#tags.push(example.tag);
    this.#lines.push(example.line - this.#before);
    for (const space of example.spaces) this.#add(space);
    if (this.#constant !== undefined) this.#add(this.#constant);
    this.#add(products);
    this.#offsets.push(this.#length);
  };

  #add({ hashes, values, length }: Features): void {
    const mask = this.#mask;
    let at = this.#length;
    if (at + length > this.#entries.indices.length) this.#entries.grow(at, at + length);
    const { indices, values: singles } = this.#entries;
    for (let k = 0; k < length; k++) {
      const value = Math.fround(values[k]);
      if (value === 0) continue; // a product may be too small for single precision
      indices[at] = hashes[k] & mask;
      singles[at++] = value;
    }
    this.#length = at;
  }
}
