import { DataError } from '../../../files/data-error.ts';
import { CONSTANT, withImportances, type Dataset } from '../../../rows/dataset.ts';
import { Growing } from '../../../rows/building/growing.ts';
import { SizeError } from '../../../rows/building/room.ts';
import { SparseRowsBuilder } from '../../../rows/building/sparse-rows-builder.ts';
import type { Progress } from '../blocks/block-parser.ts';
import { datasetName } from '../reader.ts';
import { GrowingCosts } from './costs.ts';
import type { Features, VwExample } from './example.ts';

/** Rows of the examples of a file, which become a dataset a piece at a time. */
export class VwRows {
  readonly #file: string;
  /** Columns are 0 to mask + 1. */
  readonly #mask: number;
  readonly #builder = new SparseRowsBuilder();
  readonly #labels = new Growing(Float64Array);
  readonly #importances = new Growing(Float64Array);
  readonly #costs: GrowingCosts;

  constructor(file: string, bits: number) {
    this.#file = file;
    this.#mask = 2 ** bits - 1;
    this.#costs = new GrowingCosts(file);
  }

  /** Adds the row of an example and its interactions. */
  readonly take = (example: VwExample, products: Features): void => {
    const { line, initial, label, importance, spaces } = example;
    if (initial !== 0)
      throw new DataError({
        file: this.#file,
        line,
        found: `the initial prediction ${initial}`,
        legal: 'none: a dataset keeps no initial predictions',
      });
    this.#labels.push(this.#costs.cheapestOf(example) ?? label ?? NaN);
    this.#importances.push(importance);
    this.#builder.add(CONSTANT, 1);
    for (const space of spaces) this.#add(space);
    this.#add(products);
    this.#endRow(line);
  };

  /** Rows from here on are behind so many of others, in errors. */
  goOn({ rows }: Pick<Progress, 'rows'>): void {
    this.#builder.before = rows;
  }

  /** The rows since the last piece, without costs; those of the next are written over them. */
  piece(): Dataset {
    const rows = this.#builder.piece(this.#mask + 2);
    const labels = this.#labels.shared();
    return { name: datasetName(this.#file), rows, labels, ...withImportances(this.#importances.shared()) };
  }

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

  /** Features that fall on one column may sum to what single precision does not hold. */
  #endRow(line: number): void {
    try {
      this.#builder.endRow();
    } catch (error) {
      if (!(error instanceof RangeError) || error instanceof SizeError) throw error;
      const found = `a line that cannot be stored (${error.message})`;
      const legal = 'features whose sum in a column is finite in single precision';
      throw new DataError({ file: this.#file, line, found, legal });
    }
  }
}
