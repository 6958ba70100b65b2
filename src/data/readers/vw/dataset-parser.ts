import { DataError } from '../../../files/data-error.ts';
import { Growing } from '../../../rows/building/growing.ts';
import { SparseRowsBuilder } from '../../../rows/building/sparse-rows-builder.ts';
import { CONSTANT, type Dataset, withImportances } from '../../../rows/dataset.ts';
import type { BlockParser, Habits, Progress } from '../blocks/lane.ts';
import { endRow } from '../joined-pieces.ts';
import { datasetName, type ReadOptions } from '../reader.ts';
import type { Features, VwExample } from './example.ts';
import { completed } from './options.ts';
import { VwText } from './vw-text.ts';

/** Makes rows of a dataset of Vowpal Wabbit text, a block of complete lines at a time. */
export class VwDatasetParser implements BlockParser<Dataset> {
  readonly #file: string;
  readonly #text: VwText;
  /** Columns are 0 to mask + 1. */
  readonly #mask: number;
  readonly #builder = new SparseRowsBuilder();
  readonly #labels = new Growing(Float64Array);
  readonly #importances = new Growing(Float64Array);
  readonly #costs: GrowingCosts;

  constructor(file: string, options: ReadOptions) {
    const complete = completed(file, options);
    this.#file = file;
    this.#mask = 2 ** complete.bits - 1;
    this.#costs = new GrowingCosts(file);
    this.#text = new VwText(file, complete, this.#take);
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
    this.#builder.before = progress.rows;
  }

  parse(lines: Buffer): void {
    this.#text.parse(lines);
  }

  /** Adds the row of an example and its interactions. */
  readonly #take = (example: VwExample, products: Features): void => {
    const { line, initial, label, importance, spaces } = example;
    if (initial !== 0) {
      const found = `the initial prediction ${initial}`;
      throw new DataError({ file: this.#file, line, found, legal: 'none: a dataset keeps no initial predictions' });
    }
    this.#labels.push(this.#costs.cheapestOf(example) ?? label ?? NaN);
    this.#importances.push(importance);
    this.#builder.add(CONSTANT, 1);
    for (const space of spaces) this.#add(space);
    this.#add(products);
    endRow(this.#builder, { file: this.#file, line }, 'features whose sum in a column is finite in single precision');
  };

  /** The rows since the last piece, without costs; those of the next are written over them. */
  piece(): Dataset {
    const rows = this.#builder.piece(this.#mask + 2);
    const labels = this.#labels.shared();
    return { name: datasetName(this.#file), rows, labels, ...withImportances(this.#importances.shared()) };
  }

  /** What classes cost in all lines, or those since it was forgotten; nothing where the file has no costs. */
  costs(): Pick<Dataset, 'costs'> {
    return this.#costs.finish();
  }

  forgetCosts(): void {
    this.#costs.forget();
  }

  #add({ hashes, values, length }: Features): void {
    const builder = this.#builder;
    const mask = this.#mask;
    for (let k = 0; k < length; k++) builder.add(1 + (hashes[k] & mask), values[k]);
  }
}

/**
 * The costs of a file that comes line by line: the first line that has either decides whether a file has costs or labels. Lines that
 * have neither, where they may be there, list no class.
 *
 * @throws DataError with the line: costs on some lines only.
 */
export class GrowingCosts {
  readonly #file: string;
  readonly #offsets = new Growing(Uint32Array);
  readonly #classes = new Growing(Uint32Array);
  readonly #costs = new Growing(Float64Array);
  readonly #lines = new Growing(Uint32Array);
  /** Unknown until a line has said so. */
  #hasCosts: boolean | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#offsets.push(0);
  }

  /** Takes the costs of the next example in; its cheapest class, the first of several, undefined where it has no costs. */
  cheapestOf({ line, label, costs }: Pick<VwExample, 'line' | 'label' | 'costs'>): number | undefined {
    if (costs === undefined && label === undefined) {
      if (this.#hasCosts !== false) this.#end(line);
      return undefined;
    }
    this.#hasCosts ??= costs !== undefined;
    if (this.#hasCosts !== (costs !== undefined)) {
      const found = this.#hasCosts ? 'a line without costs' : 'costs after lines without';
      throw new DataError({ file: this.#file, line, found, legal: 'class:cost on every line or on none' });
    }
    if (costs === undefined) return undefined;
    for (const { class: number, cost } of costs) {
      this.#classes.push(number);
      this.#costs.push(cost);
    }
    this.#end(line);
    const least = Math.min(...costs.map(({ cost }) => cost));
    return Math.min(...costs.filter(({ cost }) => cost === least).map(({ class: number }) => number));
  }

  /** Lets go of them all; what comes is still held against the line that decided. */
  forget(): void {
    if (this.#hasCosts === false) return;
    for (const column of [this.#offsets, this.#classes, this.#costs, this.#lines]) column.shared();
    this.#offsets.push(0);
  }

  /** An example has all its costs. */
  #end(line: number): void {
    this.#offsets.push(this.#classes.length);
    this.#lines.push(line);
  }

  /** All of them; nothing where the file has none. */
  finish(): Pick<Dataset, 'costs'> {
    if (this.#hasCosts !== true) return {};
    return {
      costs: {
        offsets: this.#offsets.shared(),
        classes: this.#classes.shared(),
        costs: this.#costs.shared(),
        lines: this.#lines.shared(),
      },
    };
  }
}
