import type { DatasetOptions, Format } from '../../data/index.ts';
import { BITS } from '../../data/readers/vw/text.ts';
import { UsageError } from '../terminal/failure.ts';
import { meaningAndRange, nameIn, numeral, text, value, type Values } from '../syntax/option.ts';

const FORMATS = {
  svmlight: 'label id:value …',
  csv: 'a column a feature',
  vw: 'label |namespace feature:value …',
  iwal: 'binary',
} satisfies Record<Format, string>;
const HEADERS = { detect: 'if a cell is no number', present: 'yes', absent: 'no' } satisfies Record<
  NonNullable<DatasetOptions['header']>,
  string
>;

const HASHES = { strings: 'names of digits are numbers', all: 'every name is hashed' } satisfies Record<
  NonNullable<DatasetOptions['hash']>,
  string
>;

/** Options that one format alone understands, and how its data is called. */
const OF_ONE_FORMAT = [
  {
    format: 'csv',
    called: 'CSV',
    options: ['label-column', 'importance-column', 'text-column', 'ignore-columns', 'header', 'delimiter'],
  },
  { format: 'vw', called: 'Vowpal Wabbit text', options: ['bits', 'hash', 'interactions'] },
] as const;

/** Options of the commands that read data files: which format, and what CSV and Vowpal Wabbit text leave open. */
export const readingOptions = {
  format: value(
    `format: ${Object.keys(FORMATS).join(', ')}; by default as the file's name ends`,
    nameIn('format', FORMATS).optional(),
  ),
  'label-column': value(
    'CSV: the label\'s column, by name or by number from 1; by default "label", or the first; none if there is none',
    text.optional(),
  ),
  'importance-column': value(
    'CSV: the column of importances, by name or by number from 1: no feature; by default every one is 1',
    text.optional(),
  ),
  'text-column': value('CSV: a column of text, by name or by number from 1: no feature; iwal label shows it', text.optional()),
  'ignore-columns': value('CSV: columns to leave out, by names or by numbers from 1, as in id,7', text.optional()),
  header: value(
    `CSV: whether a row of names comes first: ${Object.keys(HEADERS).join(', ')}`,
    nameIn('header', HEADERS).optional(),
  ),
  delimiter: value('CSV: what separates cells; by default a comma, a tab in .tsv files', text.optional()),
  bits: value(`VW: ${meaningAndRange(BITS)}`, numeral(BITS).optional()),
  hash: value(`VW: how names become features: ${Object.keys(HASHES).join(', ')}`, nameIn('hash', HASHES).optional()),
  interactions: value('VW: namespaces to multiply, by their first letters, as in ab,aab', text.optional()),
};

/** The same as the readers take it; options that are for one format are refused where the file is of another. */
export async function readingOf(file: string, written: Values<typeof readingOptions>): Promise<DatasetOptions> {
  const {
    format,
    'label-column': labelColumn,
    'importance-column': importanceColumn,
    'text-column': textColumn,
    'ignore-columns': ignoreColumns,
  } = written;
  const { header, delimiter, bits, hash, interactions } = written;
  const { legalFormat } = await import('../../data/index.ts');
  for (const { format: only, called, options } of OF_ONE_FORMAT) {
    const given = options.find((option) => written[option] !== undefined);
    if (given === undefined || legalFormat(file, format as Format | undefined) === only) continue;
    throw new UsageError(`--${given} is for ${called}, which ${file} is not`);
  }
  return {
    ...(format !== undefined && { format: format as Format }),
    ...(labelColumn !== undefined && { labelColumn: nameOrNumber(labelColumn) }),
    ...(importanceColumn !== undefined && { importanceColumn: nameOrNumber(importanceColumn) }),
    ...(textColumn !== undefined && { textColumn: nameOrNumber(textColumn) }),
    ...(ignoreColumns !== undefined && { ignoreColumns: ignoreColumns.split(',').map(nameOrNumber) }),
    ...(header !== undefined && { header: header as NonNullable<DatasetOptions['header']> }),
    ...(delimiter !== undefined && { delimiter }),
    ...(bits !== undefined && { bits }),
    ...(hash !== undefined && { hash: hash as NonNullable<DatasetOptions['hash']> }),
    ...(interactions !== undefined && { interactions: interactions.split(',') }),
  };
}

function nameOrNumber(column: string): string | number {
  return /^\d+$/.test(column) ? Number(column) : column;
}
