import { csvText } from './csv.ts';
import type { Sample } from './sample.ts';
import { svmlightSample } from './svmlight.ts';
import { vwText } from './vw.ts';

/** The formats of `iwal export`, by name: what each makes of a sample, in pieces of text. */
export const sampleFormats = {
  vw: vwText,
  svmlight: svmlightSample,
  csv: csvText,
} satisfies Record<string, (sample: Sample) => Iterable<string>>;
