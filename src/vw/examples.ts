import { readArrays, writeArrays } from '../data/cache/cache-file.ts';
import { arraysOfCosts, costsIn, type NamedArrays, refusal } from '../data/cache/cache-format.ts';
import type { CacheForm } from '../data/cache/cached-read.ts';
import { namesUpTo } from '../data/documents/classes.ts';
import { IN_ORDER, type Lanes, readThrough } from '../data/readers/blocks/head-start.ts';
import { requireExamples } from '../data/readers/reader.ts';
import { EXAMPLE, VwText } from '../data/readers/vw/vw-text.ts';
import { threadFile } from '../files/own-package.ts';
import { Growing, GrowingEntries, tooLarge, roomHere } from '../rows/building/growing.ts';
import type { Costs } from '../rows/dataset.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import type { VwSettings } from './settings.ts';
import type { BlockParser, Habits, Progress } from '../data/readers/blocks/lane.ts';
import { GrowingCosts } from '../data/readers/vw/dataset-parser.ts';
import { Features, type VwExample } from '../data/readers/vw/example.ts';
import { CONSTANT_HASH } from '../data/readers/vw/hash.ts';
import type { VwTextOptions } from '../data/readers/vw/options.ts';

/** What labels are: numbers, or classes 1 … K, by label or by cost. */
export type VwLabels = 'numbers' | { readonly classes: number };

/** Reads them all; lanes: how several threads share a large file. */
export async function readVwExamples(
  file: string,
  { bits, hash, interactions, constant }: VwSettings['features'],
  kind: VwLabels = 'numbers',
  lanes?: Lanes,
): Promise<VwExamples> {
  const wanted =
    kind === 'numbers'
      ? ({ labels: 'optional' } as const)
      : ({ labels: 'if-given', classNames: namesUpTo(kind.classes) } as const);
  const options: ExampleOptions = { ...wanted, bits, hash, interactions, constant };
  const whole = new JoinedExamples(2 ** bits);
  let before = 0;
  const take = (piece: ExamplePiece, line: number): void => {
    try {
      whole.add(piece, before);
    } catch (error) {
      throw tooLarge({ file, line }, error);
    }
    before = line;
  };
  const reading = {
    file,
    parser: () => new ExampleParser(file, options),
    thread: threadFile('vw/example-thread'),
    options,
    take,
  };
  // Costs are numbered through, so that their pieces do not come in any order.
  const parser = await readThrough(reading, () => whole.length, kind === 'numbers' ? lanes : IN_ORDER);
  requireExamples(file, whole.length, EXAMPLE);
  try {
    return { ...whole.finish(), ...parser.costs() };
  } catch (error) {
    throw tooLarge({ file }, error);
  }
}

/**
 * Vowpal Wabbit text as Vowpal Wabbit's learner sees it: the constant is a feature like others, the last of the line before the
 * interactions, and features that fall on one weight stay entries of their own, in their order.
 *
 * Such rows are not canonical, and x.x of them is not what a step moves: they are for this folder's learner alone. The reader of
 * everything else (data/readers/vw/text.ts) sums what falls on one column.
 */
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

/** Pieces of examples, one behind the other; each may be written over when it was added. */
class JoinedExamples {
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

/**
 * Examples as Vowpal Wabbit's learner sees them, in a .iwal file: tags, lines, initial predictions and costs beside rows that are
 * not canonical, so that it is no dataset.
 *
 * @throws DataError for a file that is damaged, or holds something else.
 */
export const exampleCache: CacheForm<VwExamples> = {
  async read(cache) {
    const { columns, source, arrays } = await readArrays(cache);
    const flaw = flawIn(arrays, columns);
    if (flaw !== undefined) throw refusal(cache, flaw);
    const { offsets, indices, values, labels, importances, initials, lines, tagEnds, tags } = arrays as Required<NamedArrays>;
    const costs = costsIn(arrays);
    const text = Buffer.from(tags!.buffer, tags!.byteOffset, tags!.byteLength);
    const contents: VwExamples = {
      rows: new SparseRows(offsets!, indices!, values!, columns),
      labels: labels!,
      importances: importances!,
      initials: initials!,
      lines: lines!,
      tags: Array.from(tagEnds!, (end, i) => text.toString('utf8', i === 0 ? 0 : tagEnds![i - 1], end)),
      ...(costs && { costs }),
    };
    return { contents, source };
  },
  async write(cache, { rows, labels, importances, initials, lines, tags, costs }, source) {
    const written = tags.map((tag) => Buffer.from(tag));
    let end = 0;
    await writeArrays(
      cache,
      { name: 'vw', columns: rows.columns, source },
      {
        offsets: rows.offsets,
        indices: rows.indices,
        values: rows.values,
        labels,
        importances,
        initials,
        lines,
        tagEnds: Uint32Array.from(written, (tag) => (end += tag.length)),
        tags: Buffer.concat(written),
        ...(costs && arraysOfCosts(costs)),
      },
    );
  },
};

/** Arrays whose lengths and places do not go together; a checksum tells damage, and not who wrote the file. */
function flawIn(arrays: NamedArrays, columns: number): string | undefined {
  const { offsets, indices, values, labels, importances, initials, lines, tagEnds, tags } = arrays;
  const { costOffsets, costClasses, costs, costLines } = arrays;
  if (offsets === undefined || indices === undefined || values === undefined || tagEnds === undefined || tags === undefined)
    return 'arrays that are not those of examples';
  const rows = offsets.length - 1;
  if ([labels, importances, initials, lines, tagEnds].some((array) => array?.length !== rows))
    return `labels, importances, lines or tags of another number of examples than ${rows}`;
  if (!areEnds(offsets, indices.length) || indices.length !== values.length)
    return 'examples that do not end where their features do';
  if (!areEnds(tagEnds, tags.length)) return 'tags that do not end where their text does';
  if (indices.some((column) => column >= columns)) return `a feature beyond the ${columns} columns`;
  if (values.some((value) => value === 0 || !Number.isFinite(value))) return 'a value that is 0 or not finite';
  if (costs === undefined) return undefined;
  const fits =
    costOffsets?.length === rows + 1 &&
    areEnds(costOffsets, costs.length) &&
    costClasses?.length === costs.length &&
    costLines?.length === rows;
  return fits ? undefined : 'costs of other examples';
}

/** Whether they ascend, and the last one is the number of what they part. */
function areEnds(ends: Uint32Array, all: number): boolean {
  return (ends.at(-1) ?? 0) === all && ends.every((end, i) => i === 0 || end >= ends[i - 1]);
}

/** What offsets can number. */
export const LIMITS = { entries: 2 ** 32 - 1, room: roomHere };

/** How text becomes examples. */
export interface ExampleOptions extends VwTextOptions {
  /** Whether the constant is a feature of every example. */
  readonly constant: boolean;
}

/** Examples of some lines: what each has in an array of its own, features one behind the other; `lines` count those of the piece. */
export type ExamplePiece = Omit<VwExamples, 'rows' | 'costs'> & Pick<SparseRows, 'offsets' | 'indices' | 'values'>;

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
