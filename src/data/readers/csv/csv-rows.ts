import { pipeline, Readable } from 'node:stream';
import type { CsvError, Info } from 'csv-parse';
import { DataError, type DataTrouble } from '../../../files/data-error.ts';
import { count } from '../../../numerics/display.ts';
import { delimiterOf } from '../../documents/records.ts';
import { readBytes } from '../bytes.ts';
import type { ReadOptions } from '../reader.ts';

/** Characters of a row: a million cells, each of which is a string while the row is read. */
const LONGEST_ROW = 2 ** 23;

/** The cells of a row, and the line on which it begins. */
export interface CsvRow {
  readonly record: readonly string[];
  readonly line: number;
}

/** As csv-parse tells it. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

/**
 * The rows of a table of text. Unless an option names the delimiter, it is found as that of documents is (documents/records.ts).
 *
 * @throws DataError for a row that is too long and for broken quotes; those of readBytes.
 */
export async function* csvRows(file: string, options: ReadOptions): AsyncGenerator<CsvRow> {
  const bytes = readBytes(file) as AsyncGenerator<Buffer, undefined>;
  const { value: first } = await bytes.next();
  const delimiter = options.delimiter ?? delimiterOf(file, first ?? Buffer.alloc(0));
  const csvParse = await import('csv-parse');
  const parser = csvParse.parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  pipeline(Readable.from(begunWith(first, bytes)), parser, () => undefined);
  let ended = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // Cells are searched only where lines were passed over: those of a cell, or empty ones.
      yield { record, line: info.lines - (info.lines - ended > 1 ? innerLines(record) : 0) };
      ended = info.lines;
    }
  } catch (error) {
    if (!(error instanceof csvParse.CsvError)) throw error;
    throw new DataError({ file, line: Number(error.lines), ...trouble(error) });
  }
}

async function* begunWith(first: Buffer | undefined, rest: AsyncGenerator<Buffer, undefined>): AsyncGenerator<Buffer> {
  try {
    if (first !== undefined) yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Ends of lines within cells. */
function innerLines(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function trouble({ code, message }: CsvError): Pick<DataTrouble, 'found' | 'legal'> {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return {
      found: `a row of more than ${count(LONGEST_ROW)} characters`,
      legal: 'shorter rows, and every quote closed',
    };
  }
  return { found: `broken quoting (${message})`, legal: 'cells as in RFC 4180' };
}
