import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { threadFile } from '../../files/own-package.ts';
import { piecesWithConstant, type Constant, withImportances, type Dataset } from '../../rows/dataset.ts';
import { Growing, SizeError, tooLarge } from '../../rows/building/growing.ts';
import { SparseRowsBuilder } from '../../rows/building/sparse-rows-builder.ts';
import { type BlockReading, type Lanes, type LineParser, readThrough } from './blocks/head-start.ts';
import type { BlockParser } from './blocks/lane.ts';
import { readLines } from './lines.ts';
import { datasetName, requireExamples } from './reader.ts';

/**
 * Pieces of rows, one behind the other, as one dataset. Each is copied while it is still in the processor's cache, and may be written
 * over afterwards.
 *
 * @throws DataError with the place for more than fits the memory.
 */
export class JoinedPieces {
  readonly #builder = new SparseRowsBuilder();
  readonly #withConstant: (piece: Dataset) => Dataset;
  readonly #labels = new Growing(Float64Array);
  readonly #groups = new Growing(Uint32Array);
  readonly #importances = new Growing(Float64Array);

  /** constant: none where none is wanted; any other is put into the whole, whose entries stay where they are. */
  constructor(constant?: Constant) {
    this.#withConstant = piecesWithConstant(constant === 'none' ? constant : undefined);
  }

  /** Rows so far. */
  get length(): number {
    return this.#builder.length;
  }

  add(piece: Dataset, place: LineOfFile): void {
    try {
      const { rows, labels, groups, importances } = this.#withConstant(piece);
      this.#builder.append(rows);
      for (let i = 0; i < labels.length; i++) {
        this.#labels.push(labels[i]);
        this.#importances.push(importances === undefined ? 1 : importances[i]);
        if (groups !== undefined) this.#groups.push(groups[i]);
      }
    } catch (error) {
      throw tooLarge(place, error);
    }
  }

  /** Adds the rows of a file that is read in blocks (blocks/thread.ts), to its end; gives the parser that read the last line. */
  read<P extends LineParser<Dataset>>(
    reading: Pick<BlockReading<Dataset, P>, 'file' | 'parser' | 'options' | 'habits'>,
    lanes: Lanes | undefined,
  ): Promise<P> {
    const take = (piece: Dataset, line: number): void => {
      this.add(piece, { file: reading.file, line });
    };
    return readThrough({ ...reading, thread: threadFile('data/readers/blocks/thread'), take }, () => this.length, lanes);
  }

  /** All rows, under the name of this file. */
  finish(file: string): Dataset {
    try {
      return {
        name: datasetName(file),
        rows: this.#builder.build(),
        labels: this.#labels.shared(),
        ...(this.#groups.length > 0 && { groups: this.#groups.shared() }),
        ...withImportances(this.#importances.shared()),
      };
    } catch (error) {
      throw tooLarge({ file }, error);
    }
  }
}

/** The rows of a file a piece at a time, as a parser makes them of blocks of its lines; `example` is what the file has to hold. */
export async function* piecesBy(
  parser: BlockParser<Dataset> & { readonly examples: number; forgetCosts?(): void },
  file: string,
  example: string,
): AsyncGenerator<Dataset> {
  for await (const block of readLines(file, { taken: () => parser.line })) {
    const before = parser.examples;
    parser.parse(block);
    if (parser.examples > before) yield parser.piece();
    parser.forgetCosts?.();
  }
  requireExamples(file, parser.examples, example);
}

/** Ends a row of a line; a DataError where entries that fall on one column sum to what single precision does not hold. */
export function endRow(builder: SparseRowsBuilder, place: LineOfFile, legal: string): void {
  try {
    builder.endRow();
  } catch (error) {
    if (!(error instanceof RangeError) || error instanceof SizeError) throw error;
    throw new DataError({ ...place, found: `a line that cannot be stored (${error.message})`, legal });
  }
}
