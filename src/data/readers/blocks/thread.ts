import { workerData } from 'node:worker_threads';
import { type RangeOptions, RangeReader } from '../../cache/piece-reader.ts';
import type { ReadOptions } from '../reader.ts';
import { SvmlightParser } from '../svmlight.ts';
import { VwDatasetParser } from '../vw/text.ts';
import { serve, serveBlocks, type Service } from './serve.ts';

/** What a thread is told that does tasks of a reader. */
type Options = RangeOptions | { readonly format: 'svmlight' | 'vw'; readonly options: ReadOptions };

const { slots, options: told } = workerData as Service<Options>;
if (told.format === 'iwal') {
  const ranges = new RangeReader(told.options.body, slots, told.options.constant);
  serve(ranges.of.bind(ranges));
} else {
  const Parser = told.format === 'vw' ? VwDatasetParser : SvmlightParser;
  serveBlocks((file) => new Parser(file, told.options));
}
