import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { threadFile } from '../../files/own-package.ts';
import { withImportances, type Dataset } from '../../rows/dataset.ts';
import { Growing, type Memory, SizeError, tooLarge } from '../../rows/building/growing.ts';
import { SparseRowsBuilder } from '../../rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { BlockReader, type BlockReading, type Lanes } from './blocks/reader.ts';
import type { BlockParser } from './blocks/parser.ts';
import { datasetName, requireExamples } from './reader.ts';

/**
 * Rows under way with what goes with each: one behind the other, or pieces of them, of which each is copied while it is still in the
 * processor's cache, and may be written over afterwards.
 *
 * @throws DataError with the place for more than fits the memory.
 */
export class JoinedPieces {
  readonly rows = new SparseRowsBuilder();
  readonly #labels = new Growing(Float64Array);
  readonly #groups = new Growing(Uint32Array);
  readonly #importances = new Growing(Float64Array);

  /** What goes with the next row; all rows or none have a group. */
  push(label: number, importance = 1, group?: number): void {
    this.#labels.push(label);
    this.#importances.push(importance);
    if (group !== undefined) this.#groups.push(group);
  }

  add({ rows, labels, groups, importances }: Dataset, place: LineOfFile): void {
    try {
      this.rows.append(rows);
      for (let i = 0; i < labels.length; i++) this.push(labels[i], importances?.[i], groups?.[i]);
    } catch (error) {
      throw tooLarge(place, error);
    }
  }

  /** Adds the rows of a file of text, to its end; gives what has read it. */
  async read<P extends BlockParser<Dataset>>(reading: TextReading<P>, lanes?: Lanes): Promise<BlockReader<Dataset, P>> {
    const reader = readerOf(reading, lanes);
    for await (const piece of reader.pieces()) this.add(piece, { file: reading.file, line: reader.lines });
    return reader;
  }

  /** The rows since the last piece, under the name of this file; entries of the next are written over theirs. */
  piece(file: string, columns?: number): Dataset {
    return this.#with(file, this.rows.piece(columns), ArrayBuffer);
  }

  /** All rows likewise. */
  finish(file: string, columns?: number): Dataset {
    try {
      return this.#with(file, this.rows.build(columns));
    } catch (error) {
      throw tooLarge({ file }, error);
    }
  }

  #with(file: string, rows: SparseRows, memory?: Memory): Dataset {
    return {
      ...{ name: datasetName(file), rows, labels: this.#labels.shared(memory) },
      ...(this.#groups.length > 0 && { groups: this.#groups.shared(memory) }),
      ...withImportances(this.#importances.shared(memory)),
    };
  }
}

/** How text becomes rows of a dataset (blocks/thread.ts). */
export type TextReading<P extends BlockParser<Dataset>> = Omit<BlockReading<Dataset, P>, 'thread'>;

function readerOf<P extends BlockParser<Dataset>>(reading: TextReading<P>, lanes?: Lanes): BlockReader<Dataset, P> {
  return new BlockReader({ ...reading, thread: () => threadFile('data/readers/blocks/thread') }, lanes);
}

/** The rows of a file of text a piece at a time; `example` is what it has to hold. */
export async function* piecesBy(reading: TextReading<BlockParser<Dataset>>, example: string): AsyncGenerator<Dataset> {
  const reader = readerOf(reading);
  for await (const piece of reader.pieces()) if (piece.rows.length > 0) yield piece;
  requireExamples(reading.file, reader.rows, example);
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
