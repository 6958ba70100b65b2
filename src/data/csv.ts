/**
 * Reads tables of numbers (CSV, TSV): one example a row, one of the columns its label, the others features 1, 2, … in order.
 *
 * A column may be text (option `textColumn`), and where labels are 'optional' there may be none. Quotes, escapes, encodings and line ends are csv-parse's. The first row is a header if one of its cells is not a number
 * (option `header` decides otherwise). Zeros are not stored. Every cell must be a number: text, empty cells, NaN and values
 * that are not finite in single precision are refused, because any number put in their place would be a guess.
 *
 * Errors (DataError with line and cell, counted from 1): the above, a row of another length, an unknown label column, an illegal
 * label, broken quotes, no example at all.
 */
import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { readBytes } from './bytes.ts';
import { DataError } from './data-error.ts';
import { CONSTANT } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import { decimal } from './decimals.ts';
import { didYouMean } from './did-you-mean.ts';
import { LabelReader } from './labels.ts';
import { datasetName, PACKED } from './reader.ts';
import type { ReadOptions, Reader } from './reader.ts';
import { sharedFloat64 } from './shared.ts';
import { SparseRowsBuilder } from './sparse-rows-builder.ts';

interface CsvRow {
  readonly record: readonly string[];
  readonly info: Info;
}

export const csv: Reader = {
  extensions: ['.csv', '.tsv'],
  async read(file, options) {
    const delimiter = options.delimiter ?? (/\.tsv$/i.test(file.replace(PACKED, '')) ? '\t' : ',');
    const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true });
    pipeline(Readable.from(readBytes(file)), parser, () => undefined);
    const table = new Table(file, options);
    try {
      for await (const { record, info } of parser as AsyncIterable<CsvRow>) table.add(record, info.lines);
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const found = `broken quoting (${error.message})`;
      throw new DataError({ file, line: Number(error.lines), found, legal: 'cells as in RFC 4180' });
    }
    return table.finish();
  },
};

class Table {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #labelReader: LabelReader;
  readonly #builder = new SparseRowsBuilder();
  readonly #labels: number[] = [];
  readonly #texts: string[] = [];
  /** Column names; empty without a header. */
  #names: readonly string[] = [];
  #width = 0;
  #labelCell: number | undefined;
  #textCell: number | undefined;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
    this.#labelReader = new LabelReader(options.labels ?? 'real');
  }

  add(cells: readonly string[], line: number): void {
    if (this.#width === 0 && this.#start(cells, line)) return;
    if (cells.length !== this.#width) {
      throw new DataError({ file: this.#file, line, found: `${cells.length} cells`, legal: `${this.#width} cells in every row` });
    }
    this.#builder.add(CONSTANT, 1);
    let id = 0;
    for (let k = 0; k < cells.length; k++) {
      if (k === this.#textCell) this.#texts.push(cells[k]);
      else if (k === this.#labelCell) this.#labels.push(this.#label(cells[k], line, k));
      else this.#builder.add(++id + 1, this.#number(cells[k], line, k));
    }
    if (this.#labelCell === undefined) this.#labels.push(NaN);
    this.#builder.endRow();
  }

  finish(): Dataset {
    const file = this.#file;
    if (this.#labels.length === 0) throw new DataError({ file, found: 'no examples', legal: 'at least one row of numbers' });
    const features = this.#width - [this.#textCell, this.#labelCell].filter((cell) => cell !== undefined).length;
    const rows = this.#builder.build(features + 2);
    return { name: datasetName(file), rows, labels: sharedFloat64(this.#labels), ...(this.#textCell !== undefined && { texts: this.#texts }) };
  }

  #label(cell: string, line: number, k: number): number {
    const label = this.#labelReader.read(decimal(cell));
    if (label !== undefined) return label;
    if (!this.#labelReader.required) return NaN;
    throw this.#trouble(cell, line, k, `a label that is ${this.#labelReader.legal}`);
  }

  #number(cell: string, line: number, k: number): number {
    const value = decimal(cell);
    if (Number.isFinite(Math.fround(value))) return value;
    throw this.#trouble(cell, line, k, 'a number that is finite in single precision; a column of text has to be named');
  }

  /** Takes the first row in: its width, whether it is a header (then true), and where label and text are. */
  #start(cells: readonly string[], line: number): boolean {
    const { header = 'detect', labelColumn, textColumn } = this.#options;
    const hasWords = cells.some((cell, k) => k + 1 !== textColumn && Number.isNaN(decimal(cell)));
    const isHeader = header === 'present' || (header === 'detect' && hasWords);
    this.#width = cells.length;
    if (isHeader) this.#names = cells;
    if (textColumn !== undefined) this.#textCell = this.#find('text', textColumn, line);
    const usual = this.#labelReader.required ? (isHeader ? 'label' : 1) : this.#names.find((name) => name === 'label');
    const label = labelColumn ?? usual;
    if (label !== undefined) this.#labelCell = this.#find('label', label, line);
    return isHeader;
  }

  #find(role: 'text' | 'label', wanted: string | number, line: number): number {
    const at = typeof wanted === 'number' ? wanted - 1 : this.#names.indexOf(wanted);
    if (Number.isInteger(at) && at >= 0 && at < this.#width) return at;
    const hint = typeof wanted === 'string' ? didYouMean(wanted, this.#names) : '';
    const names = this.#names.length === 0 ? '' : `, or one of ${this.#names.join(', ')}`;
    const found = `no column ${JSON.stringify(wanted)} for the ${role}${hint}`;
    throw new DataError({ file: this.#file, line, found, legal: `a column from 1 to ${this.#width}${names}` });
  }

  #trouble(cell: string, line: number, k: number, legal: string): DataError {
    const name = k < this.#names.length ? ` under ${JSON.stringify(this.#names[k])}` : '';
    const found = `${cell === '' ? 'an empty cell' : JSON.stringify(cell.slice(0, 40))}${name}`;
    return new DataError({ file: this.#file, line, column: k + 1, found, legal });
  }
}
