import { workerData } from 'node:worker_threads';
import type { Dataset } from '../../../rows/dataset.ts';
import type { ReadOptions } from '../reader.ts';
import { SvmlightParser } from '../svmlight.ts';
import { VwDatasetParser } from '../vw/text.ts';
import { type BlockParser, type BlockService, serveBlocks } from './lane.ts';

/** Parsers of the formats that are read by several threads, ready for the text of a file. */
const blockParsers = {
  svmlight: (file, options) => new SvmlightParser(file, options),
  vw: (file, options) => new VwDatasetParser(file, options),
} satisfies Record<string, (file: string, options: ReadOptions) => BlockParser<Dataset>>;

/** The name of such a format. */
type BlockFormat = keyof typeof blockParsers;

// A thread that takes blocks of svmlight or Vowpal Wabbit text (head-start.ts).
const { format, options } = (workerData as BlockService<{ format: BlockFormat; options: ReadOptions }>).options;
serveBlocks(workerData as BlockService<unknown>, (file) => blockParsers[format](file, options));
