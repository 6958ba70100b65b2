import { type Dataset, CONSTANT, constantValue } from '../../../rows/dataset.ts';
import { IN_ORDER, type Lanes } from '../blocks/reader.ts';
import { JoinedPieces, piecesBy, endRow, type TextReading } from '../joined-pieces.ts';
import { firstLine } from '../lines.ts';
import { areClasses, type ReadOptions, type Reader, requireExamples } from '../reader.ts';
import { EXAMPLE, VwText } from './vw-text.ts';
import { DataError } from '../../../files/data-error.ts';
import type { Features, VwExample } from './example.ts';
import { completed } from './options.ts';

/** Makes rows of a dataset of Vowpal Wabbit text, a block of complete lines at a time. */
export class VwDatasetParser extends VwText<Dataset> {
  /** Columns are 0 to mask + 1. */
  readonly #mask: number;
  /** Value of the constant; 0 where there is none. */
  readonly #constant: number;
  readonly #joined = new JoinedPieces();
  readonly rows = this.#joined.rows;

  constructor(file: string, options: ReadOptions) {
    const complete = completed(file, options);
    super(file, complete);
    this.#mask = 2 ** complete.bits - 1;
    this.#constant = constantValue(options.constant);
  }

  /** Adds the row of an example and its interactions. */
  protected override take(example: VwExample, products: Features): void {
    const { initial, importance, spaces } = example;
    const { file, line } = this.place;
    if (initial !== 0) {
      const found = `the initial prediction ${initial}`;
      throw new DataError({ file, line, found, legal: 'none: a dataset keeps no initial predictions' });
    }
    this.#joined.push(this.labelOf(example), importance);
    if (this.#constant !== 0) this.rows.add(CONSTANT, this.#constant);
    for (const space of spaces) this.#add(space);
    this.#add(products);
    endRow(this.rows, this.place, 'features whose sum in a column is finite in single precision');
  }

  /** The rows since the last piece, without costs; those of the next are written over them. */
  override piece(): Dataset {
    return this.#joined.piece(this.place.file, this.#mask + 2);
  }

  #add({ hashes, values, length }: Features): void {
    const builder = this.rows;
    const mask = this.#mask;
    for (let k = 0; k < length; k++) builder.add(1 + (hashes[k] & mask), values[k]);
  }
}

/**
 * Reads Vowpal Wabbit text: names are hashed into 2^b features, columns 1 to 2^b; column 0 is the constant, which no name shares.
 *
 * Features of a line that fall on one column are summed, as in every reader: the row is then the exact vector in the hash space,
 * where Vowpal Wabbit treats them as separate steps on one weight (docs/ERRATA.md). Interactions are features like others. A
 * dataset keeps importances; tags are dropped.
 *
 * Source: Vowpal Wabbit 9.11, input format.
 *
 * @throws DataError: those of the parser, an initial prediction other than 0 (a dataset keeps none), a line without a label unless
 * labels are 'optional', no example at all, bits out of range, a term with fewer than two namespaces, more features on a line
 * (interactions included) than MOST_FEATURES, more than fits the memory.
 */
export const vw: Reader = {
  extensions: ['.vw'],
  read: (file, options) => readVw(file, options),
  async *pieces(file, options) {
    yield* piecesBy(readingOf(file, options), EXAMPLE);
  },
};

/** Reads the whole file; lanes: how several threads share it. */
export async function readVw(file: string, options: ReadOptions, lanes?: Lanes): Promise<Dataset> {
  const whole = new JoinedPieces();
  // Costs are numbered through, so that their pieces do not come in any order.
  const { work } = await whole.read(
    readingOf(file, options),
    areClasses(options.labels ?? 'real', options.classNames) ? IN_ORDER : lanes,
  );
  requireExamples(file, whole.rows.length, EXAMPLE);
  return { ...whole.finish(file), ...work.parser.costs() };
}

function readingOf(file: string, options: ReadOptions): TextReading<VwDatasetParser> {
  return { file, parser: () => new VwDatasetParser(file, options), options: { format: 'vw', file, options } };
}

/** Whether the first line of a file that says something says what classes cost: then all do. */
export async function listsCosts(file: string): Promise<boolean> {
  const line = await firstLine(file, (each) => each.trim() !== '');
  return line !== undefined && /^([^|]*\t)? *\d+:[^|\s]/.test(line);
}
