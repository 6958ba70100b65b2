import { svmlightText } from '../../data/svmlight-writer.ts';
import { csvText, type Sample, tableText, vwText } from './sample.ts';

/** The formats of `iwal export`, by name: what each makes of a sample, in pieces of text. */
export const sampleFormats = {
  vw: vwText,
  /** Without importances, which have no place in it: `weightLines` has them. */
  svmlight: ({ dataset: { importances: _, ...dataset } }) => svmlightText(dataset),
  csv: csvText,
  table: tableText,
} satisfies Record<string, (sample: Sample) => Iterable<string>>;
