import { namesUpTo } from '../data/documents/classes.ts';
import { BlockReader, IN_ORDER, type Lanes } from '../data/readers/blocks/reader.ts';
import { threadFile } from '../files/own-package.ts';
import { requireExamples } from '../data/readers/reader.ts';
import { EXAMPLE, VwText } from '../data/readers/vw/vw-text.ts';
import { Growing, type Memory, tooLarge } from '../rows/building/growing.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import type { Costs } from '../rows/dataset.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { VwSettings } from './settings.ts';
import type { Progress } from '../data/readers/blocks/parser.ts';
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
  const whole = new GrowingExamples();
  const parser = (): ExampleParser => new ExampleParser(file, options);
  const reading = { file, parser, thread: () => threadFile('vw/example-thread'), options: { file, ...options } };
  // Costs are numbered through, so that their pieces do not come in any order.
  const reader = new BlockReader<ExamplePiece, ExampleParser>(reading, kind === 'numbers' ? lanes : IN_ORDER);
  try {
    let before = 0;
    for await (const piece of reader.pieces()) {
      whole.append(piece, before);
      before = reader.lines;
    }
  } catch (error) {
    throw tooLarge({ file, line: reader.lines }, error);
  }
  requireExamples(file, whole.rows.length, EXAMPLE);
  try {
    return { ...whole.taken(whole.rows.build(2 ** bits)), ...reader.work.parser.costs() };
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

/** Examples one behind the other, taken a piece at a time or all at once. */
class GrowingExamples {
  readonly rows = new SparseRowsBuilder();
  readonly #labels = new Growing(Float64Array);
  readonly #importances = new Growing(Float64Array);
  readonly #initials = new Growing(Float64Array);
  readonly #lines = new Growing(Float64Array);
  #tags: string[] = [];

  /** What an example has besides its row. */
  push(label: number, { importance, initial, tag, line }: Pick<VwExample, 'importance' | 'initial' | 'tag' | 'line'>): void {
    this.#labels.push(label);
    this.#importances.push(importance);
    this.#initials.push(initial);
    this.#lines.push(line);
    this.#tags.push(tag);
  }

  /** A piece, which may be written over afterwards; before: lines before those of it. */
  append({ rows, labels, importances, initials, tags, lines }: ExamplePiece, before: number): void {
    this.rows.append(rows);
    for (let i = 0; i < labels.length; i++)
      this.push(labels[i], { importance: importances[i], initial: initials[i], tag: tags[i], line: before + lines[i] });
  }

  /** What there is besides these rows, which were taken of the builder; nothing is left afterwards. */
  taken(rows: SparseRows, memory?: Memory): ExamplePiece {
    const tags = this.#tags;
    this.#tags = [];
    return {
      ...{ rows, tags },
      labels: this.#labels.shared(memory),
      importances: this.#importances.shared(memory),
      initials: this.#initials.shared(memory),
      lines: this.#lines.shared(memory),
    };
  }
}

/** How text becomes examples. */
export interface ExampleOptions extends VwTextOptions {
  /** Whether the constant is a feature of every example. */
  readonly constant: boolean;
}

/** Examples of some lines, which `lines` count from the first of them. */
export type ExamplePiece = Omit<VwExamples, 'costs'>;

/** Makes examples as Vowpal Wabbit's learner sees them (examples.ts) of text, a block of complete lines at a time. */
export class ExampleParser extends VwText<ExamplePiece> {
  readonly #examples = new GrowingExamples();
  readonly rows = this.#examples.rows;
  readonly #constant = new Features();
  readonly #columns: number;
  /** Where the row under way ends, and the squares of its values so far. */
  #end = 0;
  #norm = 0;
  /** Lines before those of the next piece. */
  #before = 0;

  constructor(file: string, { constant, ...options }: ExampleOptions) {
    super(file, options);
    this.#columns = 2 ** options.bits;
    if (constant) this.#constant.push(CONSTANT_HASH, 1);
  }

  override goOn(progress: Progress): void {
    super.goOn(progress);
    this.#before = progress.lines;
  }

  override piece(): ExamplePiece {
    this.#before = this.line;
    return this.#examples.taken(this.#examples.rows.piece(this.#columns), ArrayBuffer);
  }

  protected override take(example: VwExample, products: Features): void {
    const { importance, initial, tag, line } = example;
    const { rows } = this.#examples;
    this.#examples.push(this.labelOf(example), { importance, initial, tag, line: line - this.#before });
    this.#end = rows.nonZeros;
    this.#norm = 0;
    for (const space of example.spaces) this.#add(space);
    this.#add(this.#constant);
    this.#add(products);
    rows.endRowInPlace(this.#end, this.#columns, this.#norm);
  }

  #add({ hashes, values, length }: Features): void {
    const mask = this.#columns - 1;
    const { entries } = this.#examples.rows;
    let at = this.#end;
    if (at + length > entries.indices.length) entries.grow(at, at + length);
    const { indices, values: singles } = entries;
    let norm = this.#norm;
    for (let k = 0; k < length; k++) {
      const value = Math.fround(values[k]);
      if (value === 0) continue; // a product may be too small for single precision
      indices[at] = hashes[k] & mask;
      singles[at++] = value;
      norm += value * value;
    }
    this.#end = at;
    this.#norm = norm;
  }
}
