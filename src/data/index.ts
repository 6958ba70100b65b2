import { basename, extname } from 'node:path';
import { cachedRead, freshCacheOf, type CacheOptions } from './cache/cached-read.ts';
import { piecesWithConstant, withConstant, type Dataset } from '../rows/dataset.ts';
import { firstLineOf } from './documents/lines.ts';
import { documentFormats, readDocuments, type DocumentFormat, type Documents } from './documents/read-documents.ts';
import { namesUpTo, numberedClasses, requireSeveral } from './documents/classes.ts';
import { STDIN } from './readers/bytes.ts';
import { csv, csvNames } from './readers/csv.ts';
import { DataError } from '../files/data-error.ts';
import { didYouMean } from '../files/did-you-mean.ts';
import { iwal } from './readers/iwal-file.ts';
import { PACKED, type ReadOptions, type Reader } from './readers/reader.ts';
import { svmlight } from './readers/svmlight.ts';
import { listsCosts, vw } from './readers/vw/text.ts';

/**
 * The readers, by the names that options and the command line use. The format follows from the file's ending (`.gz`, `.bz2` and
 * `.xz` aside) unless `format` names it; compression follows from the content.
 */
export const readers = {
  svmlight,
  csv,
  vw,
  iwal,
} satisfies Record<string, Reader>;

const JSON_LINES = ['.jsonl', '.ndjson'];

/** The name of a reader. */
export type Format = keyof typeof readers;

/** How a file is read: its format, and what its reader wants to know. */
export interface DatasetOptions extends ReadOptions {
  /** Default: by the file's ending. */
  readonly format?: Format | DocumentFormat;
}

/**
 * Reads a dataset from its file.
 *
 * @throws DataError where there is no such file, no reader knows it, or what it holds is missing, damaged or no legal value; with
 * file, line and column where there are such.
 * @throws RangeError for a constant that is none.
 */
export async function readDataset(
  file: string,
  { format, ...options }: DatasetOptions = {},
): Promise<Dataset & Partial<Documents>> {
  const { constant } = options;
  const legal = await detectedFormat(file, format);
  const documents = documentsIn(legal, options);
  if (documents !== undefined) return withConstant(await readDocuments(file, documents, options), constant);
  try {
    const dataset = await readers[legal as Format].read(file, options);
    return withConstant(options.labels === 'class' ? withClassNames(file, dataset, options.classNames) : dataset, constant);
  } catch (error) {
    throw withFormatHint(file, format, error);
  }
}

/**
 * The rows of a file in their order, a piece at a time, in memory that does not grow with them; together those of `readDataset`. A
 * piece is good until the next one is asked for. `-` is the standard input, svmlight text unless a format is named.
 *
 * @throws DataError as `readDataset` does, when the place is reached; for what cannot be read in pieces, before the first.
 */
export async function* readPieces(file: string, { format, ...options }: DatasetOptions = {}): AsyncGenerator<Dataset> {
  const legal = await detectedFormat(file, format);
  const why = whyNoPieces(file, legal, options);
  if (why !== undefined) throw new DataError({ file, found: why, legal: 'what can be read a piece at a time' });
  const changed = piecesWithConstant(options.constant);
  try {
    for await (const piece of readers[legal as Format].pieces(file, options)) yield changed(piece);
  } catch (error) {
    throw withFormatHint(file, format, error);
  }
}

/** What a first line is not may be that of another format, where neither an ending nor an option says which it is. */
function withFormatHint(file: string, format: DatasetOptions['format'], error: unknown): unknown {
  if (!(error instanceof DataError) || error.line !== 1 || format !== undefined || endingOf(file) !== '') return error;
  const { line, column, found } = error;
  const legal = `${error.legal}; without an ending it is read as svmlight text, and --format csv says otherwise`;
  return new DataError({ file, line, column, found, legal });
}

/**
 * What a table calls its features, in their order; undefined where it has no names, for any other file, and for the standard input, of which a
 * first row cannot be read twice.
 *
 * @throws DataError where there is no such file, and for a first row that is none of a table.
 */
export async function featureNames(file: string, { format, ...options }: DatasetOptions): Promise<readonly string[] | undefined> {
  if (file === STDIN) return undefined;
  const found = await detectedFormat(file, format);
  return found === 'csv' && documentsIn(found, options) === undefined ? csvNames(file, options) : undefined;
}

/** Why a file cannot be read a piece at a time; undefined where it can be. */
export function whyNoPieces(
  file: string,
  format: Format | DocumentFormat,
  options: Omit<DatasetOptions, 'format' | 'constant'>,
): string | undefined {
  if (documentsIn(format, options) !== undefined) return 'documents, whose words are weighed by all of them';
  if (options.labels === 'class') return 'several classes, which are numbered when all are known';
  if (format === 'csv' && (options.classes ?? options.positive) !== undefined)
    return 'classes of a table by their names, which are told when all rows are read';
  if (format === 'iwal' && file === STDIN)
    return 'a .iwal file on the standard input, of which each array stands in a place of its own';
  return undefined;
}

/** How a file is read by who wants to know what it says: classes by these names, or the costs that Vowpal Wabbit text lists. */
export async function optionsToDescribe(
  file: string,
  options: Omit<DatasetOptions, 'labels'>,
  classNames: readonly string[] | undefined,
): Promise<DatasetOptions> {
  const format = await detectedFormat(file, options.format);
  if (classNames === undefined) return { ...options, labels: format === 'vw' && (await listsCosts(file)) ? 'class' : 'if-given' };
  // Tables and documents know classes in some rows alone.
  const isOfWords = format === 'csv' || Object.hasOwn(documentFormats, format);
  return { ...options, classNames, labels: isOfWords ? 'if-given' : 'class' };
}

/** Classes that a reader met as whole numbers, numbered from 1 under their names. */
function withClassNames(file: string, dataset: Dataset, names: readonly string[] | undefined): Dataset {
  if (dataset.classNames !== undefined) return dataset;
  if (names === undefined && dataset.costs === undefined) return { ...dataset, ...numberedClasses(file, dataset.labels) };
  const classNames = names ?? namesUpTo(dataset.costs!.classes.reduce((most, k) => Math.max(most, k), 0));
  requireSeveral(file, classNames);
  return { ...dataset, classNames };
}

/**
 * Reads a dataset from its binary cache where that is fresh, else from its file, and then keeps a cache: one for all constants.
 * Documents, texts, ids and names of two classes have no place in caches and are read every time.
 *
 * @throws DataError like `readDataset`; a cache that cannot be used or kept is told to `caches.warn`.
 */
export async function loadDataset(
  file: string,
  { constant, ...options }: DatasetOptions,
  caches: CacheOptions,
): Promise<Dataset & Partial<Documents>> {
  const cached = await cachedOptions(file, options);
  if (cached === undefined) return readDataset(file, { ...options, ...(constant !== undefined && { constant }) });
  return withConstant(await cachedRead(file, cached, caches, () => readDataset(file, options)), constant);
}

/** The cache from which `loadDataset` would read the file; undefined where there is none that is fresh. */
export async function freshCache(
  file: string,
  { constant: _constant, ...options }: DatasetOptions,
  folder: string,
): Promise<string | undefined> {
  const cached = await cachedOptions(file, options);
  return cached && freshCacheOf(file, cached, folder);
}

/** What shapes the rows that a cache holds; undefined for what has no place in one. */
async function cachedOptions(file: string, options: Omit<DatasetOptions, 'constant'>): Promise<object | undefined> {
  const format = await detectedFormat(file, options.format);
  const isRead = format === 'iwal' || documentsIn(format, options) !== undefined || hasMore(format, options);
  return isRead ? undefined : { ...options, format };
}

/** Whether a table is asked for texts or ids, or for names of its classes that nobody has said. */
function hasMore(format: string, { textColumn, idColumn, classes, positive }: DatasetOptions): boolean {
  return (textColumn ?? idColumn) !== undefined || (format === 'csv' && positive !== undefined && classes === undefined);
}

/** The format asked for, else the one the file's ending stands for; a DataError where there is none. */
export function legalFormat(file: string, format: DatasetOptions['format']): Format | DocumentFormat {
  if (format === undefined) return formatOf(file);
  if (Object.hasOwn(readers, format) || Object.hasOwn(documentFormats, format)) return format;
  const names = formatNames();
  const found = `the format '${format as string}'${didYouMean(format, names)}`;
  throw new DataError({ file, found, legal: `one of ${names.join(', ')}` });
}

/** The same; a .txt file is read as what its first line is, an example or words. */
export async function detectedFormat(file: string, format: DatasetOptions['format']): Promise<Format | DocumentFormat> {
  return format === undefined && endingOf(file) === '.txt' ? firstLineOf(file) : legalFormat(file, format);
}

/** As which format of documents a file is read; undefined where it holds numbers. */
export function documentsIn(
  format: Format | DocumentFormat,
  { text, numberColumns, categoryColumns, fitted, guess }: ReadOptions,
): DocumentFormat | undefined {
  const isTable = (text ?? numberColumns ?? categoryColumns ?? fitted ?? guess) === undefined;
  return Object.hasOwn(documentFormats, format) && !(format === 'csv' && isTable) ? (format as DocumentFormat) : undefined;
}

function endingOf(file: string): string {
  return extname(basename(file).replace(PACKED, '')).toLowerCase();
}

function formatNames(): string[] {
  return [...new Set([...Object.keys(readers), ...Object.keys(documentFormats)])];
}

const SHEET = 'the sheet as CSV in UTF-8, as which its spreadsheet program saves it';
/** How tables of other programs become CSV, by the endings of their files. */
const AS_CSV: Readonly<Record<string, string | undefined>> = {
  ...{ '.xlsx': SHEET, '.xls': SHEET, '.ods': SHEET, '.numbers': SHEET },
  '.parquet': `CSV, as duckdb -c "COPY 'x.parquet' TO 'x.csv'" or pandas.read_parquet('x.parquet').to_csv('x.csv', index=False) writes it`,
};

function formatOf(file: string): Format | DocumentFormat {
  const ending = endingOf(file);
  if (JSON_LINES.includes(ending)) return 'jsonl';
  const entries = Object.entries(readers) as [Format, Reader][];
  const match = entries.find(([, { extensions }]) => extensions.includes(ending));
  if (match) return match[0];
  const endings = [...entries.flatMap(([, { extensions }]) => extensions), ...JSON_LINES];
  const known = endings.filter((extension) => extension !== '');
  const found = `the ending '${ending}', which no reader knows${didYouMean(ending, known)}`;
  const legal = AS_CSV[ending] ?? `one of ${known.join(', ')}, or a format: ${formatNames().join(', ')}`;
  throw new DataError({ file, found, legal });
}
