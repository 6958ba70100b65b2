import { csvText, type Sample, svmlightSample, tableText, vwText } from './sample.ts';

/** The formats of `iwal export`, by name: what each makes of a sample, in pieces of text. */
export const sampleFormats = {
  vw: vwText,
  svmlight: svmlightSample,
  csv: csvText,
  table: tableText,
} satisfies Record<string, (sample: Sample) => Iterable<string>>;
