/** The formats of `iwal export`, by name: what each makes of a sample, in pieces of text. */
import { csvText } from './csv.ts';
import type { Sample } from './sample.ts';
import { svmlightSample } from './svmlight.ts';
import { vwText } from './vw.ts';

export const sampleFormats = {
  vw: vwText,
  svmlight: svmlightSample,
  csv: csvText,
} satisfies Record<string, (sample: Sample) => Iterable<string>>;
