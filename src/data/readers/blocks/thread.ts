import { workerData } from 'node:worker_threads';
import { type RangeOptions, RangeReader } from '../../cache/piece-reader.ts';
import type { ReadOptions } from '../reader.ts';
import { SvmlightParser } from '../svmlight.ts';
import { VwDatasetParser } from '../vw/text.ts';
import { serve, type Service } from './crew.ts';
import { serveBlocks } from './parser.ts';

/** What a thread is told that does tasks of a reader. */
type Options = RangeOptions | { readonly format: 'svmlight' | 'vw'; readonly file: string; readonly options: ReadOptions };

const service = workerData as Service<Options>;
const { slots, options: told } = service;
if (told.format === 'iwal') {
  const ranges = new RangeReader(told, slots);
  serve(service, ranges.done.bind(ranges));
} else {
  const Parser = told.format === 'vw' ? VwDatasetParser : SvmlightParser;
  serveBlocks(service, () => new Parser(told.file, told.options));
}
