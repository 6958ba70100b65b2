/**
 * A pool from a table: numbers are features 1, 2, … in order, one column may be the text to show, and labels, where there are any,
 * are not read.
 *
 * The first row is a header if one of its cells is not a number, or if the text's column is named. Feature j is column j + 1 and
 * zeros are not stored, as in labelled tables (data/csv.ts).
 *
 * Errors (DataError with line and cell, counted from 1): an unknown column, a cell that is no finite number, a row of another
 * length, broken quotes, no row at all.
 */
import { Readable, pipeline } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { readBytes } from '../data/bytes.ts';
import { DataError } from '../data/data-error.ts';
import { CONSTANT } from '../data/dataset.ts';
import { decimal } from '../data/decimals.ts';
import { didYouMean } from '../data/did-you-mean.ts';
import { datasetName, PACKED, type ReadOptions } from '../data/reader.ts';
import { SparseRowsBuilder } from '../data/sparse-rows-builder.ts';
import type { Pool } from './pool.ts';

export interface CsvPoolOptions extends Pick<ReadOptions, 'labelColumn' | 'header' | 'delimiter'> {
  /** Name of the text's column, or its number from 1. */
  readonly textColumn?: string | number;
}

interface CsvRow {
  readonly record: readonly string[];
  readonly info: Info;
}

export async function readCsvPool(file: string, options: CsvPoolOptions): Promise<Pool> {
  const delimiter = options.delimiter ?? (/\.tsv$/i.test(file.replace(PACKED, '')) ? '\t' : ',');
  const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  pipeline(Readable.from(readBytes(file)), parser, () => undefined);
  const table = new PoolTable(file, options);
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) table.add(record, info.lines);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new DataError({ file, line: Number(error.lines), found: `broken quoting (${error.message})`, legal: 'cells as in RFC 4180' });
  }
  return table.finish();
}

class PoolTable {
  readonly #file: string;
  readonly #options: CsvPoolOptions;
  readonly #builder = new SparseRowsBuilder();
  readonly #texts: string[] = [];
  /** Column names; empty without a header. */
  #names: readonly string[] = [];
  #width = 0;
  #textCell: number | undefined;
  #labelCell: number | undefined;

  constructor(file: string, options: CsvPoolOptions) {
    this.#file = file;
    this.#options = options;
  }

  add(cells: readonly string[], line: number): void {
    if (this.#width === 0 && this.#start(cells, line)) return;
    if (cells.length !== this.#width) {
      throw new DataError({ file: this.#file, line, found: `${cells.length} cells`, legal: `${this.#width} cells in every row` });
    }
    this.#builder.add(CONSTANT, 1);
    let id = 0;
    cells.forEach((cell, k) => {
      if (k === this.#textCell) this.#texts.push(cell);
      else if (k !== this.#labelCell) this.#builder.add(++id + 1, this.#number(cell, line, k));
    });
    this.#builder.endRow();
  }

  finish(): Pool {
    const file = this.#file;
    if (this.#builder.length === 0) throw new DataError({ file, found: 'no examples', legal: 'at least one row' });
    const features = this.#width - [this.#textCell, this.#labelCell].filter((cell) => cell !== undefined).length;
    const rows = this.#builder.build(features + 2);
    return { name: datasetName(file), rows, ...(this.#textCell !== undefined && { texts: this.#texts }) };
  }

  /** Takes the first row in: its width, whether it is a header (then true), and where text and label are. */
  #start(cells: readonly string[], line: number): boolean {
    const { header = 'detect', textColumn, labelColumn } = this.#options;
    const hasWords = cells.some((cell, k) => k + 1 !== textColumn && Number.isNaN(decimal(cell)));
    const isHeader = header === 'present' || (header === 'detect' && hasWords);
    this.#width = cells.length;
    if (isHeader) this.#names = cells;
    this.#textCell = textColumn === undefined ? undefined : this.#find('textColumn', textColumn, line);
    const unread = labelColumn ?? (this.#names.includes('label') ? 'label' : undefined);
    this.#labelCell = unread === undefined ? undefined : this.#find('labelColumn', unread, line);
    return isHeader;
  }

  #find(option: string, wanted: string | number, line: number): number {
    const at = typeof wanted === 'number' ? wanted - 1 : this.#names.indexOf(wanted);
    if (Number.isInteger(at) && at >= 0 && at < this.#width) return at;
    const hint = typeof wanted === 'string' ? didYouMean(wanted, this.#names) : '';
    const names = this.#names.length === 0 ? '' : `, or one of ${this.#names.join(', ')}`;
    throw new DataError({ file: this.#file, line, found: `no column ${JSON.stringify(wanted)}${hint}`, legal: `a ${option} from 1 to ${this.#width}${names}` });
  }

  #number(cell: string, line: number, k: number): number {
    const value = decimal(cell);
    if (Number.isFinite(Math.fround(value))) return value;
    const name = k < this.#names.length ? ` under ${JSON.stringify(this.#names[k])}` : '';
    const found = `${cell === '' ? 'an empty cell' : JSON.stringify(cell.slice(0, 40))}${name}`;
    throw new DataError({ file: this.#file, line, column: k + 1, found, legal: 'a number that is finite in single precision, or the column of the text' });
  }
}
