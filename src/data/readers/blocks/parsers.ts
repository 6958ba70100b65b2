import type { Dataset } from '../../../rows/dataset.ts';
import { svmlightParser } from '../svmlight-parser.ts';
import type { ReadOptions } from '../reader.ts';
import { VwDatasetParser } from '../vw/dataset-parser.ts';
import type { BlockParser } from './block-parser.ts';

/** Parsers of the formats that are read by several threads, ready for the text of a file. */
export const blockParsers = {
  svmlight: svmlightParser,
  vw: (file, options) => new VwDatasetParser(file, options),
} satisfies Record<string, (file: string, options: ReadOptions) => BlockParser<Dataset>>;

/** The name of such a format. */
export type BlockFormat = keyof typeof blockParsers;
