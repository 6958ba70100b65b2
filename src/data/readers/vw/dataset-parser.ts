import { DataError } from '../../../files/data-error.ts';
import { Growing } from '../../../rows/building/growing.ts';
import { SparseRowsBuilder } from '../../../rows/building/sparse-rows-builder.ts';
import { CONSTANT, type Dataset, withImportances } from '../../../rows/dataset.ts';
import type { Progress } from '../blocks/lane.ts';
import { endRow } from '../joined-pieces.ts';
import { datasetName, type ReadOptions } from '../reader.ts';
import type { Features, VwExample } from './example.ts';
import { completed } from './options.ts';
import { VwText } from './vw-text.ts';

/** Makes rows of a dataset of Vowpal Wabbit text, a block of complete lines at a time. */
export class VwDatasetParser extends VwText<Dataset> {
  readonly #file: string;
  /** Columns are 0 to mask + 1. */
  readonly #mask: number;
  readonly #builder = new SparseRowsBuilder();
  readonly #labels = new Growing(Float64Array);
  readonly #importances = new Growing(Float64Array);

  constructor(file: string, options: ReadOptions) {
    const complete = completed(file, options);
    super(file, complete);
    this.#file = file;
    this.#mask = 2 ** complete.bits - 1;
  }

  override goOn(progress: Progress): void {
    super.goOn(progress);
    this.#builder.before = progress.rows;
  }

  /** Adds the row of an example and its interactions. */
  protected override take(example: VwExample, products: Features): void {
    const { line, initial, importance, spaces } = example;
    if (initial !== 0) {
      const found = `the initial prediction ${initial}`;
      throw new DataError({ file: this.#file, line, found, legal: 'none: a dataset keeps no initial predictions' });
    }
    this.#labels.push(this.labelOf(example));
    this.#importances.push(importance);
    this.#builder.add(CONSTANT, 1);
    for (const space of spaces) this.#add(space);
    this.#add(products);
    endRow(this.#builder, { file: this.#file, line }, 'features whose sum in a column is finite in single precision');
  }

  /** The rows since the last piece, without costs; those of the next are written over them. */
  override piece(): Dataset {
    const rows = this.#builder.piece(this.#mask + 2);
    const labels = this.#labels.shared();
    return { name: datasetName(this.#file), rows, labels, ...withImportances(this.#importances.shared()) };
  }

  #add({ hashes, values, length }: Features): void {
    const builder = this.#builder;
    const mask = this.#mask;
    for (let k = 0; k < length; k++) builder.add(1 + (hashes[k] & mask), values[k]);
  }
}
