/** Options of the commands that read data files: which format, and what CSV leaves open. */
import { extname } from 'node:path';
import type { DatasetOptions, Format } from '../data/index.ts';
import { UsageError } from './failure.ts';
import { nameIn, text, value, type Values } from './option.ts';

const FORMATS = { svmlight: 'label id:value …', csv: 'a column a feature', iwal: 'binary' } satisfies Record<Format, string>;
const HEADERS = { detect: 'if a cell is no number', present: 'yes', absent: 'no' } satisfies Record<NonNullable<DatasetOptions['header']>, string>;

export const readingOptions = {
  format: value(`format: ${Object.keys(FORMATS).join(', ')}; by default as the file's name ends`, nameIn('format', FORMATS).optional()),
  'label-column': value('CSV: the label\'s column, by name or by number from 1; by default "label", or the first', text.optional()),
  header: value(`CSV: whether a row of names comes first: ${Object.keys(HEADERS).join(', ')}`, nameIn('header', HEADERS).optional()),
  delimiter: value('CSV: what separates cells; by default a comma, a tab in .tsv files', text.optional()),
};

/** The same as the readers take it; options that are for CSV are refused where the file is not. */
export async function readingOf(file: string, { format, ...csvOnly }: Values<typeof readingOptions>): Promise<DatasetOptions> {
  const { readers } = await import('../data/index.ts');
  const isCsv = format === undefined ? readers.csv.extensions.includes(extname(file.replace(/\.gz$/, '')).toLowerCase()) : format === 'csv';
  const [given] = Object.entries(csvOnly).find(([, written]) => written !== undefined) ?? [];
  if (given !== undefined && !isCsv) throw new UsageError(`--${given} is for CSV, which ${file} is not`);
  const { 'label-column': labelColumn, header, delimiter } = csvOnly;
  return {
    ...(format !== undefined && { format: format as Format }),
    ...(labelColumn !== undefined && { labelColumn: /^\d+$/.test(labelColumn) ? Number(labelColumn) : labelColumn }),
    ...(header !== undefined && { header: header as NonNullable<DatasetOptions['header']> }),
    ...(delimiter !== undefined && { delimiter }),
  };
}
